#include "opponents/rows/ray_rows.hpp"

#include <algorithm>
#include <span>

#include "lanecast/scene_queries.hpp"

#include "opponents/bullet/bullet.hpp"

namespace lanecast::bench {
namespace {

/// True for worlds of only spheres or one mesh, which are Embree's own geometries.
bool is_native(const World& world) {
    return world.spheres.size() == world.size() || world.indices.size() == world.size();
}

RayBatch rays_for(const World& world, const RayQuestion& question, const Settings& settings) {
    // Rows of small batches need fewer rays in total.
    const std::size_t most = question.batch == 0 ? settings.rays : 200 * question.batch;
    const std::size_t count = std::min(settings.rays, std::max<std::size_t>(most, 20'000));
    return question.make_in ? question.make_in(world, count) : question.make(world.bounds(), count);
}

Ray one_of(const RayBatch& rays, std::size_t i) {
    return {.origin = rays.origins[i], .direction = rays.directions[i]};
}

/// Calls ask(first, count) for each batch.
template <class Ask>
void for_each_batch(std::size_t count, std::size_t batch, Ask ask) {
    for (std::size_t first = 0; first < count; first += batch)
        ask(first, std::min(batch, count - first));
}

} // namespace

RayBatch lidar(const Bounds& bounds, std::size_t) { return lidar_rays(bounds); }

std::function<Outcome(const Settings&)> closest_hits(MakeWorld make_world, RayQuestion question) {
    return [=](const Settings& settings) {
        const World world = make_world(settings);
        const RayBatch rays = rays_for(world, question, settings);
        const std::size_t count = rays.size();
        const std::size_t batch = question.batch == 0 ? count : std::min(question.batch, count);
        Answers ours(count), theirs(count);
        Scene scene;
        world.add_to(scene);
        scene.commit(question.build, {.threads = 1});
        EmbreeScene embree(world, {.quality = quality_for(question.build),
                                   .robust = question.robust,
                                   .first_found = question.ties,
                                   .isa = settings.isa});
        embree.commit();

        const Options options =
            settings.options(is_native(world) ? Interior::surface : Interior::solid);
        Contest contest = {
            .queries = count,
            .ours =
                [&] {
                    for_each_batch(count, batch, [&](std::size_t first, std::size_t some) {
                        closest_hit(scene, rays.view(first, some),
                                    {.t = std::span(ours.t).subspan(first, some),
                                     .id = std::span(ours.id).subspan(first, some)},
                                    options);
                    });
                },
            .opponents = closest_hit_modes(embree, {rays, batch}, question.coherence, theirs),
            .agree =
                [&] { return agreement(ours, theirs, question.ties ? Same::t : Same::id_and_t); }};
        if (batch == 1)
            contest.ours = [&] {
                for (std::size_t i = 0; i < count; ++i) {
                    const RayHit hit = closest_hit(scene, one_of(rays, i), options);
                    ours.t[i] = hit.t;
                    ours.id[i] = hit.id;
                }
            };
        if (question.one_by_one) {
            const auto ask = [&](std::size_t first, std::size_t some) {
                closest_hit_one_by_one(embree, rays, first, some, theirs);
            };
            contest.opponents = {{embree_name(), "rtcIntersect1", ask}};
        }
        const auto bullet = is_native(world) ? nullptr : make_bullet_world(world);
        if (bullet) {
            const auto ask = [&](std::size_t first, std::size_t some) {
                bullet->closest_hit(rays, first, some, theirs);
            };
            contest.opponents.push_back({bullet_name(), "rayTest", ask});
        }
        Outcome outcome = hold(contest, settings);
        if (question.robust)
            outcome.opponent += ", robust";
        return outcome;
    };
}

std::function<Outcome(const Settings&)> occlusions(MakeWorld make_world, RayQuestion question) {
    return [=](const Settings& settings) {
        const World world = make_world(settings);
        const RayBatch rays = rays_for(world, question, settings);
        Answers ours(rays.size()), theirs(rays.size());
        Scene scene;
        world.add_to(scene);
        scene.commit(Build::balanced, {.threads = 1});
        EmbreeScene embree(world, {.isa = settings.isa});
        embree.commit();
        const Options options = settings.options(Interior::surface);
        const std::size_t count = rays.size();
        const std::size_t batch = question.batch == 0 ? count : std::min(question.batch, count);
        Contest contest = {
            .queries = count,
            .ours =
                [&] {
                    for_each_batch(count, batch, [&](std::size_t first, std::size_t some) {
                        occluded(scene, rays.view(first, some),
                                 std::span(ours.hit).subspan(first, some), options);
                    });
                },
            .opponents = occluded_modes(embree, {rays, batch}, question.coherence, theirs),
            .agree = [&] { return agreement(ours, theirs, Same::hit); }};
        if (batch == 1)
            contest.ours = [&] {
                for (std::size_t i = 0; i < count; ++i)
                    ours.hit[i] = occluded(scene, one_of(rays, i), options);
            };
        if (question.one_by_one) {
            const auto ask = [&](std::size_t first, std::size_t some) {
                occluded_one_by_one(embree, rays, first, some, theirs);
            };
            contest.opponents = {{embree_name(), "rtcOccluded1", ask}};
        }
        return hold(contest, settings);
    };
}

} // namespace lanecast::bench
