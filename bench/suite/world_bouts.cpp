#include <memory>
#include <utility>

#include <fmt/format.h>

#include "lanecast/isa.hpp"
#include "lanecast/particles.hpp"

#include "suite/bout.hpp"
#include "suite/stage.hpp"

/// Rows without queries: building and refitting BVHs, and moving particles.
namespace lanecast::bench {
namespace {

struct BuildCase {
    World world;
    std::unique_ptr<Scene> scene;
};

using SharedBuild = std::shared_ptr<BuildCase>;

void commit(Recorder& recorder, Row& row, BuildCase& one, Isa isa, Build build) {
    const auto fill = [&] {
        one.scene = std::make_unique<Scene>();
        one.world.add_to(*one.scene);
    };
    row.rate.values = recorder.time({{[&] { one.scene->commit(build, row.threads); },
                                      static_cast<double>(one.world.size()), fill}},
                                    isa, row.threads)[0];
}

/// Refits a mesh. All its vertices move back and forth.
void refit(Recorder& recorder, Row& row, BuildCase& one, Isa isa) {
    Scene scene;
    const IdRange mesh =
        scene.add(TriangleMesh{.vertices = one.world.vertices, .indices = one.world.indices});
    scene.commit();
    std::vector<Vec3> moved = one.world.vertices;
    float shift = 0.01f;
    const auto move = [&] {
        for (Vec3& vertex : moved) {
            vertex.y += shift;
        }
        shift = -shift;
    };
    const auto again = [&] {
        scene.update(mesh, TriangleMesh{.vertices = moved});
        scene.commit(Build::balanced, row.threads);
    };
    row.rate.values = recorder.time({{again, static_cast<double>(one.world.indices.size()), move}},
                                    isa, row.threads)[0];
}

/// Advances particles that start at random places and fly five radii per step.
void step(Recorder& recorder, Row& row, Stage& stage, Isa isa) {
    const SweepBatch& begin = stage.sweeps();
    std::vector<Vec3> positions, velocities;
    const auto start_again = [&] {
        positions = begin.centers;
        velocities = begin.displacements;
    };
    const auto run = [&] {
        advance(stage.scene(),
                {.position = positions, .velocity = velocities, .radius = begin.radius},
                {.seconds = 1}, {}, {.threads = row.threads});
    };
    row.rate.values =
        recorder.time({{run, static_cast<double>(begin.size()), start_again}}, isa, row.threads)[0];
}

} // namespace

std::vector<Bout> build_bouts(const Wish& wish) {
    const Isa isa = wish.isas.back();
    const std::size_t spheres = wish.full ? 1'000'000 : 100'000;
    const auto lazy = [](auto make) {
        return [make, shared = SharedBuild()]() mutable -> SharedBuild {
            if (!shared) {
                shared = std::make_shared<BuildCase>(BuildCase{make(), nullptr});
            }
            return shared;
        };
    };
    std::vector<Bout> bouts;
    const auto add = [&](const std::string& world, auto make) {
        const auto shared = std::make_shared<decltype(lazy(make))>(lazy(make));
        const auto row = [&](const char* what, std::uint32_t threads) {
            return Row{.group = "build",
                       .name = fmt::format("{}/{}", what, world),
                       .isa = std::string(to_string(isa)),
                       .threads = threads,
                       .unit = "primitives"};
        };
        for (const std::uint32_t threads : wish.threads) {
            for (const auto& [name, build] :
                 {std::pair("fast", Build::fast), std::pair("balanced", Build::balanced),
                  std::pair("thorough", Build::thorough)}) {
                bouts.push_back({row(name, threads), 3, [=, build = build](Recorder& r, Row& into) {
                                     commit(r, into, *(*shared)(), isa, build);
                                 }});
            }
            if (world == "made_mesh") {
                bouts.push_back({row("refit", threads), 2, [=](Recorder& r, Row& into) {
                                     refit(r, into, *(*shared)(), isa);
                                 }});
            }
        }
    };
    add("spheres_" + short_number(spheres), [=] { return make_spheres("", spheres); });
    add("made_mesh", made_mesh);
    return bouts;
}

std::vector<Bout> particle_bouts(const Wish& wish) {
    const std::size_t count = wish.full ? 250'000 : 65'536;
    const Isa isa = wish.isas.back();
    std::vector<Bout> bouts;
    for (const SharedStage& stage :
         {demo_stage(count),
          stage_of(
              "mixed_100k", [] { return make_mixed("mixed_100k", 100'000, 0.4f); }, count),
          mesh_stage(wish, count)}) {
        for (const std::uint32_t threads : wish.threads) {
            Row row = {.group = "particles",
                       .name = "advance/" + stage->name(),
                       .isa = std::string(to_string(isa)),
                       .threads = threads,
                       .unit = "particles"};
            bouts.push_back({std::move(row), 2, [=](Recorder& recorder, Row& into) {
                                 step(recorder, into, *stage, isa);
                             }});
        }
    }
    return bouts;
}

std::vector<Bout> all_bouts(const Wish& wish) {
    std::vector<Bout> all;
    for (std::vector<Bout> group : {kernel_bouts(wish), scene_bouts(wish), build_bouts(wish),
                                    particle_bouts(wish), thread_bouts(wish), growth_bouts(wish)}) {
        for (Bout& bout : group) {
            all.push_back(std::move(bout));
        }
    }
    return all;
}

} // namespace lanecast::bench
