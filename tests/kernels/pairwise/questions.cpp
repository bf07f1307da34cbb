#include "kernels/pairwise/questions.hpp"

#include <bit>
#include <cstring>
#include <limits>

namespace hostile {

namespace {

using lanecast::Options;
using lanecast::Scene;
using lanecast::Shapes;
namespace pairwise = lanecast::pairwise;

lanecast::Hits hits_in(Sink& sink) {
    return {.t = sink.number(ray_number::t),
            .id = sink.word(0),
            .part = sink.word(1),
            .normal = sink.vec3(ray_number::normal),
            .u = sink.number(ray_number::u),
            .v = sink.number(ray_number::v),
            .flags = sink.word(2)};
}

lanecast::Impacts impacts_in(Sink& sink) {
    return {.t = sink.number(sweep_number::t),
            .id = sink.word(0),
            .part = sink.word(1),
            .normal = sink.vec3(sweep_number::normal),
            .point = sink.vec3(sweep_number::point),
            .depth = sink.number(sweep_number::depth),
            .flags = sink.word(2)};
}

lanecast::ClosestPoints closest_in(Sink& sink) {
    return {.distance = sink.number(point_number::distance),
            .id = sink.word(0),
            .part = sink.word(1),
            .point = sink.vec3(point_number::point),
            .normal = sink.vec3(point_number::normal),
            .flags = sink.word(2)};
}

Summaries rays_pairwise(const Queries& queries, const Shapes& shapes, Sink& sink,
                        const Options& options) {
    const auto& batch = std::get<lanecast::Rays>(queries);
    return {pairwise::closest_hit(batch, shapes, hits_in(sink), options),
            pairwise::occluded(batch, shapes, sink.yes(), options)};
}

Summaries rays_in_scene(const Queries& queries, const Scene& scene, Sink& sink,
                        const Options& options) {
    const auto& batch = std::get<lanecast::Rays>(queries);
    return {closest_hit(scene, batch, hits_in(sink), options),
            occluded(scene, batch, sink.yes(), options)};
}

Summaries sweeps_pairwise(const Queries& queries, const Shapes& shapes, Sink& sink,
                          const Options& options) {
    const auto& batch = std::get<lanecast::Sweeps>(queries);
    return {pairwise::sweep(batch, shapes, impacts_in(sink), options), {}};
}

Summaries sweeps_in_scene(const Queries& queries, const Scene& scene, Sink& sink,
                          const Options& options) {
    const auto& batch = std::get<lanecast::Sweeps>(queries);
    return {sweep(scene, batch, impacts_in(sink), options), {}};
}

Summaries spheres_pairwise(const Queries& queries, const Shapes& shapes, Sink& sink,
                           const Options& options) {
    const auto& batch = std::get<lanecast::OverlapQueries>(queries);
    return {{}, pairwise::overlaps(batch, shapes, sink.yes(), options)};
}

Summaries spheres_in_scene(const Queries& queries, const Scene& scene, Sink& sink,
                           const Options& options) {
    const auto& batch = std::get<lanecast::OverlapQueries>(queries);
    return {{}, overlaps(scene, batch, sink.yes(), options)};
}

Summaries points_pairwise(const Queries& queries, const Shapes& shapes, Sink& sink,
                          const Options& options) {
    const auto& batch = std::get<lanecast::Points>(queries);
    return {pairwise::closest_point(batch, shapes, closest_in(sink), options), {}};
}

Summaries points_in_scene(const Queries& queries, const Scene& scene, Sink& sink,
                          const Options& options) {
    const auto& batch = std::get<lanecast::Points>(queries);
    return {closest_point(scene, batch, closest_in(sink), options), {}};
}

std::vector<Answer> hit_records(const Queries& queries, const Shapes& shapes, std::size_t count) {
    std::vector<lanecast::Hit> records(count);
    pairwise::closest_hit(std::get<lanecast::Rays>(queries), shapes, into(records));
    std::vector<Answer> answers;
    for (const lanecast::Hit& hit : records) {
        const auto& n = hit.normal;
        answers.push_back({{hit.t, n.x, n.y, n.z, hit.u, hit.v}, {hit.id, hit.part, hit.flags}, 0});
    }
    return answers;
}

std::vector<Answer> impact_records(const Queries& queries, const Shapes& shapes,
                                   std::size_t count) {
    std::vector<lanecast::Impact> records(count);
    pairwise::sweep(std::get<lanecast::Sweeps>(queries), shapes, into(records));
    std::vector<Answer> answers;
    for (const lanecast::Impact& impact : records) {
        const auto &n = impact.normal, &p = impact.point;
        answers.push_back({{impact.t, n.x, n.y, n.z, p.x, p.y, p.z, impact.depth},
                           {impact.id, impact.part, impact.flags},
                           0});
    }
    return answers;
}

std::vector<Answer> closest_records(const Queries& queries, const Shapes& shapes,
                                    std::size_t count) {
    std::vector<lanecast::ClosestPoint> records(count);
    pairwise::closest_point(std::get<lanecast::Points>(queries), shapes, into(records));
    std::vector<Answer> answers;
    for (const lanecast::ClosestPoint& nearest : records) {
        const auto &p = nearest.point, &n = nearest.normal;
        answers.push_back({{nearest.distance, p.x, p.y, p.z, n.x, n.y, n.z},
                           {nearest.id, nearest.part, nearest.flags},
                           0});
    }
    return answers;
}

template <class Batch>
std::vector<lanecast::BadQuery> bad_ones(const Queries& queries, std::size_t limit) {
    return lanecast::validate(std::get<Batch>(queries), limit);
}

} // namespace

const Question rays = {.name = "rays",
                       .numbers = ray_number::count,
                       .words = 3,
                       .yes = true,
                       .pairwise = rays_pairwise,
                       .in_scene = rays_in_scene,
                       .records = hit_records,
                       .validate = bad_ones<lanecast::Rays>};

const Question sweeps = {.name = "sweeps",
                         .numbers = sweep_number::count,
                         .words = 3,
                         .yes = false,
                         .pairwise = sweeps_pairwise,
                         .in_scene = sweeps_in_scene,
                         .records = impact_records,
                         .validate = bad_ones<lanecast::Sweeps>};

const Question spheres = {.name = "spheres",
                          .numbers = 0,
                          .words = 0,
                          .yes = true,
                          .pairwise = spheres_pairwise,
                          .in_scene = spheres_in_scene,
                          .records = nullptr,
                          .validate = bad_ones<lanecast::OverlapQueries>};

const Question points = {.name = "points",
                         .numbers = point_number::count,
                         .words = 3,
                         .yes = false,
                         .pairwise = points_pairwise,
                         .in_scene = points_in_scene,
                         .records = closest_records,
                         .validate = bad_ones<lanecast::Points>};

bool is_miss(const Question& question, const Answer& answer, std::uint32_t flags) {
    if (answer.yes != 0)
        return false;
    if (question.words == 0)
        return true;
    for (std::size_t k = 1; k < question.numbers; ++k)
        if (std::bit_cast<std::uint32_t>(answer.numbers[k]) != 0)
            return false;
    return answer.numbers[0] == std::numeric_limits<float>::infinity() &&
           answer.id() == lanecast::no_id && answer.part() == lanecast::no_id &&
           answer.flags() == flags;
}

bool operator==(const Answer& a, const Answer& b) {
    return std::memcmp(a.numbers.data(), b.numbers.data(), sizeof a.numbers) == 0 &&
           a.words == b.words && a.yes == b.yes;
}

} // namespace hostile
