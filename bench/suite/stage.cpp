#include "suite/stage.hpp"

#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "lanecast/overlaps.hpp"
#include "lanecast/points.hpp"
#include "lanecast/rays.hpp"
#include "lanecast/sweeps.hpp"

#include "tools/worlds/demo_world.hpp"
#include "tools/worlds/load.hpp"

namespace lanecast::bench {
namespace {

/// Returns `value`. If it is empty, fills it first.
template <class Value, class Make>
Value& made(Value& value, bool is_empty, Make make) {
    if (is_empty) {
        value = make();
    }
    return value;
}

Stage::Place place_of(tools::World world) {
    const auto shared = std::make_shared<tools::World>(std::move(world));
    return {{shared, &shared->scene}, shared->bounds, extent(shared->bounds) / 400};
}

} // namespace

Stage::Stage(std::string name, std::function<Place()> make, std::size_t queries)
    : name_(std::move(name)), make_(std::move(make)), queries_(queries) {}

const Stage::Place& Stage::place() { return made(place_, place_.scene == nullptr, make_); }

const RayBatch& Stage::rays() {
    return made(rays_, rays_.origins.empty(),
                [&] { return incoherent_rays(place().bounds, queries_); });
}

const RayBatch& Stage::camera() {
    return made(camera_, camera_.origins.empty(),
                [&] { return camera_rays(place().bounds, queries_); });
}

const SweepBatch& Stage::sweeps() {
    return made(sweeps_, sweeps_.centers.empty(), [&] {
        return make_sweeps(place().bounds, queries_, place().near, 5 * place().near);
    });
}

const std::vector<Vec3>& Stage::points() {
    return made(points_, points_.empty(), [&] { return points_in(place().bounds, queries_); });
}

std::vector<float>& Stage::t() {
    return made(t_, t_.empty(), [&] { return std::vector<float>(queries_ * most_answers); });
}

std::vector<std::uint32_t>& Stage::id() {
    return made(id_, id_.empty(),
                [&] { return std::vector<std::uint32_t>(queries_ * most_answers); });
}

std::vector<std::uint8_t>& Stage::hit() {
    return made(hit_, hit_.empty(), [&] { return std::vector<std::uint8_t>(queries_); });
}

SharedStage stage_of(std::string name, std::function<World()> make, std::size_t queries) {
    const auto place = [make = std::move(make)]() -> Stage::Place {
        const World world = make();
        auto scene = std::make_shared<Scene>();
        world.add_to(*scene);
        scene->commit();
        const Bounds bounds = world.bounds();
        // About the radius of the shapes.
        const float near = extent(bounds) / std::sqrt(static_cast<float>(world.size()));
        return {scene, bounds, near};
    };
    return std::make_shared<Stage>(std::move(name), place, queries);
}

SharedStage demo_stage(std::size_t queries) {
    return std::make_shared<Stage>(
        "demo", [] { return place_of(tools::demo_world({})); }, queries);
}

SharedStage mesh_stage(const Wish& wish, std::size_t queries) {
    if (wish.mesh.empty()) {
        return stage_of("made_mesh", made_mesh, queries);
    }
    return std::make_shared<Stage>(
        "mesh", [file = wish.mesh] { return place_of(tools::load_world(file, {})); }, queries);
}

SharedStage sphere_stage(std::size_t spheres, std::size_t queries) {
    const std::string name = "spheres_" + short_number(spheres);
    return stage_of(
        name, [=] { return make_spheres(name, spheres); }, queries);
}

std::string short_number(std::size_t number) {
    return number % 1'000'000 == 0 ? fmt::format("{}m", number / 1'000'000)
           : number % 1000 == 0    ? fmt::format("{}k", number / 1000)
                                   : std::to_string(number);
}

const std::vector<StageQuestion>& stage_questions() {
    static const std::vector<StageQuestion> all = {
        {"closest_hit",
         [](Stage& stage, std::uint32_t threads) {
             return closest_hit(stage.scene(), stage.rays().view(),
                                {.t = stage.t(), .id = stage.id()}, {.threads = threads});
         }},
        {"camera",
         [](Stage& stage, std::uint32_t threads) {
             return closest_hit(stage.scene(), stage.camera().view(),
                                {.t = stage.t(), .id = stage.id()}, {.threads = threads});
         }},
        {"occluded",
         [](Stage& stage, std::uint32_t threads) {
             return occluded(stage.scene(), stage.rays().view(), stage.hit(), {.threads = threads});
         }},
        {"all_hits",
         [](Stage& stage, std::uint32_t threads) {
             return all_hits(
                 stage.scene(), stage.rays().view(),
                 {.hits = {.t = stage.t(), .id = stage.id()}, .capacity = Stage::most_answers},
                 {.threads = threads});
         }},
        {"sweep",
         [](Stage& stage, std::uint32_t threads) {
             return sweep(stage.scene(), stage.sweeps().view(), {.t = stage.t(), .id = stage.id()},
                          {.threads = threads});
         }},
        {"overlaps",
         [](Stage& stage, std::uint32_t threads) {
             return overlaps(stage.scene(),
                             {.center = stage.points(), .radius = stage.place().near}, stage.hit(),
                             {.threads = threads});
         }},
        {"closest_point",
         [](Stage& stage, std::uint32_t threads) {
             return closest_point(stage.scene(), {.position = stage.points()},
                                  {.distance = stage.t(), .id = stage.id()}, {.threads = threads});
         }},
    };
    return all;
}

} // namespace lanecast::bench
