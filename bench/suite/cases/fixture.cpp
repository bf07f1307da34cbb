#include "suite/cases/fixture.hpp"

#include <cmath>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "lanecast/overlaps.hpp"
#include "lanecast/points.hpp"
#include "lanecast/rays.hpp"
#include "lanecast/scene_queries.hpp"
#include "lanecast/sweeps.hpp"

#include "support/answer_hash.hpp"
#include "tools/worlds/demo_world.hpp"
#include "tools/worlds/load.hpp"

namespace lanecast::bench {
namespace {

/// Returns `value`. If it is empty, fills it first.
template <class Value, class Make>
Value& made(Value& value, bool is_empty, Make make) {
    if (is_empty)
        value = make();
    return value;
}

Fixture::Place place_of(tools::World world) {
    const auto shared = std::make_shared<tools::World>(std::move(world));
    return {{shared, &shared->scene}, shared->bounds, extent(shared->bounds) / 400};
}

} // namespace

Fixture::Fixture(std::string name, std::function<Place()> make, std::size_t queries)
    : name_(std::move(name)), make_(std::move(make)), queries_(queries) {}

const Fixture::Place& Fixture::place() { return made(place_, place_.scene == nullptr, make_); }

const RayBatch& Fixture::rays() {
    return made(rays_, rays_.origins.empty(),
                [&] { return incoherent_rays(place().bounds, queries_); });
}

const RayBatch& Fixture::camera() {
    return made(camera_, camera_.origins.empty(),
                [&] { return camera_rays(place().bounds, queries_); });
}

const SweepBatch& Fixture::sweeps() {
    return made(sweeps_, sweeps_.centers.empty(), [&] {
        return make_sweeps(place().bounds, queries_, place().near, 5 * place().near);
    });
}

const std::vector<Vec3>& Fixture::points() {
    return made(points_, points_.empty(), [&] { return points_in(place().bounds, queries_); });
}

std::vector<float>& Fixture::t() {
    return made(t_, t_.empty(), [&] { return std::vector<float>(queries_ * most_answers); });
}

std::vector<std::uint32_t>& Fixture::id() {
    return made(id_, id_.empty(),
                [&] { return std::vector<std::uint32_t>(queries_ * most_answers); });
}

std::vector<std::uint8_t>& Fixture::hit() {
    return made(hit_, hit_.empty(), [&] { return std::vector<std::uint8_t>(queries_); });
}

void Fixture::clear_answers() {
    t_.clear();
    id_.clear();
    hit_.clear();
}

std::uint64_t Fixture::hash_of_answers() const {
    return AnswerHash().add(std::span(t_)).add(std::span(id_)).add(std::span(hit_)).value();
}

SharedFixture fixture_of(std::string name, std::function<World()> make, std::size_t queries) {
    const auto place = [make = std::move(make)]() -> Fixture::Place {
        const World world = make();
        auto scene = std::make_shared<Scene>();
        world.add_to(*scene);
        scene->commit();
        const Bounds bounds = world.bounds();
        // About the radius of the shapes.
        const float near = extent(bounds) / std::sqrt(static_cast<float>(world.size()));
        return {scene, bounds, near};
    };
    return std::make_shared<Fixture>(std::move(name), place, queries);
}

SharedFixture demo_fixture(std::size_t queries) {
    return std::make_shared<Fixture>(
        "demo", [] { return place_of(tools::demo_world({})); }, queries);
}

SharedFixture mesh_fixture(const Settings& settings, std::size_t queries) {
    if (settings.mesh.empty())
        return fixture_of("made_mesh", made_mesh, queries);
    return std::make_shared<Fixture>(
        "mesh", [file = settings.mesh] { return place_of(tools::load_world({.file = file}, {})); },
        queries);
}

SharedFixture sphere_fixture(std::size_t spheres, std::size_t queries) {
    const std::string name = "spheres_" + short_number(spheres);
    return fixture_of(
        name, [=] { return make_spheres(name, spheres); }, queries);
}

std::string short_number(std::size_t number) {
    return number % 1'000'000 == 0 ? fmt::format("{}m", number / 1'000'000)
           : number % 1000 == 0    ? fmt::format("{}k", number / 1000)
                                   : std::to_string(number);
}

const std::vector<FixtureQuestion>& fixture_questions() {
    static const std::vector<FixtureQuestion> all = {
        {"closest_hit",
         [](Fixture& fixture, std::uint32_t threads) {
             return closest_hit(fixture.scene(), fixture.rays().view(),
                                {.t = fixture.t(), .id = fixture.id()}, {.threads = threads});
         }},
        {"camera",
         [](Fixture& fixture, std::uint32_t threads) {
             return closest_hit(fixture.scene(), fixture.camera().view(),
                                {.t = fixture.t(), .id = fixture.id()}, {.threads = threads});
         }},
        {"occluded",
         [](Fixture& fixture, std::uint32_t threads) {
             return occluded(fixture.scene(), fixture.rays().view(), fixture.hit(),
                             {.threads = threads});
         }},
        {"all_hits",
         [](Fixture& fixture, std::uint32_t threads) {
             return all_hits(fixture.scene(), fixture.rays().view(),
                             {.hits = {.t = fixture.t(), .id = fixture.id()},
                              .capacity = Fixture::most_answers},
                             {.threads = threads});
         }},
        {"sweep",
         [](Fixture& fixture, std::uint32_t threads) {
             return sweep(fixture.scene(), fixture.sweeps().view(),
                          {.t = fixture.t(), .id = fixture.id()}, {.threads = threads});
         }},
        {"overlaps",
         [](Fixture& fixture, std::uint32_t threads) {
             return overlaps(fixture.scene(),
                             {.center = fixture.points(), .radius = fixture.place().near},
                             fixture.hit(), {.threads = threads});
         }},
        {"closest_point",
         [](Fixture& fixture, std::uint32_t threads) {
             return closest_point(fixture.scene(), {.position = fixture.points()},
                                  {.distance = fixture.t(), .id = fixture.id()},
                                  {.threads = threads});
         }},
    };
    return all;
}

} // namespace lanecast::bench
