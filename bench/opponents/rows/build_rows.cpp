#include "opponents/rows/build_rows.hpp"

#include <array>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "lanecast/scene_queries.hpp"

#include "opponents/embree/embree_rays.hpp"
#include "support/repetition.hpp"

namespace lanecast::bench {
namespace {

double agreement_of_rays(const World& world, const Scene& scene, const EmbreeScene& embree) {
    const RayBatch rays = incoherent_rays(world.bounds(), 20'000);
    Answers ours(rays.size()), theirs(rays.size());
    const bool is_spheres = world.spheres.size() == world.size();
    closest_hit(scene, rays.view(), {.t = ours.t, .id = ours.id},
                {.interior = is_spheres ? Interior::surface : Interior::solid, .threads = 1});
    closest_hit_one_by_one(embree, rays, 0, rays.size(), theirs);
    return agreement(ours, theirs, Same::id_and_t);
}

Outcome compare(const std::array<Task, 2>& tasks, const char* mode, const Settings& settings) {
    const auto rates = alternate(tasks, settings.repetitions, settings.seconds);
    return {.ratio = median_ratio(rates[0], rates[1]),
            .ours = median(rates[0]),
            .theirs = median(rates[1]),
            .opponent = fmt::format("{} {}", embree_name(), mode),
            .agree = {},
            .unit = Unit::primitives};
}

/// The vertices, stretched by the factor `by` along x and compressed by it along z.
std::vector<Vec3> swollen(const std::vector<Vec3>& vertices, float by) {
    std::vector<Vec3> moved;
    for (const auto& [x, y, z] : vertices)
        moved.push_back({x * by, y, z / by});
    return moved;
}

} // namespace

std::function<Outcome(const Settings&)> builds(MakeWorld make_world, Build how) {
    return [=](const Settings& settings) {
        const World world = make_world(settings);
        const auto items = static_cast<double>(world.size());
        std::optional<Scene> scene;
        std::optional<EmbreeScene> embree;
        Outcome outcome =
            compare({Task{.run =
                              [&] {
                                  world.add_to(*scene);
                                  scene->commit(how, {.threads = 1});
                              },
                          .items = items,
                          .prepare = [&] { scene.emplace(); }},
                     Task{.run = [&] { embree->commit(); },
                          .items = items,
                          .prepare =
                              [&] {
                                  embree.emplace(world, EmbreeForm{.quality = quality_for(how),
                                                                   .isa = settings.isa});
                              }}},
                    how == Build::fast ? "RTC_BUILD_QUALITY_LOW" : "rtcCommitScene", settings);
        outcome.agree = agreement_of_rays(world, *scene, *embree);
        return outcome;
    };
}

std::function<Outcome(const Settings&)> refits(MakeWorld make_world) {
    return [=](const Settings& settings) {
        World world = make_world(settings);
        const auto items = static_cast<double>(world.size());
        const std::array vertices = {swollen(world.vertices, 1.02f),
                                     swollen(world.vertices, 0.98f)};
        std::size_t turn = 0;
        Scene scene;
        const IdRange ids =
            scene.add(TriangleMesh{.vertices = world.vertices, .indices = world.indices});
        scene.commit(Build::balanced, {.threads = 1});
        EmbreeScene embree(world, {.refit = true, .isa = settings.isa});
        embree.commit();
        const auto move_ours = [&] {
            scene.update(ids, TriangleMesh{.vertices = vertices[turn++ % 2]});
            scene.commit(Build::balanced, {.threads = 1});
        };
        const auto move_theirs = [&] {
            embree.set_vertices(vertices[turn++ % 2]);
            embree.commit();
        };
        Outcome outcome = compare({Task{move_ours, items}, Task{move_theirs, items}},
                                  "RTC_BUILD_QUALITY_REFIT", settings);
        turn = 0;
        move_ours();
        turn = 0;
        move_theirs();
        world.vertices = vertices[0];
        outcome.agree = agreement_of_rays(world, scene, embree);
        return outcome;
    };
}

} // namespace lanecast::bench
