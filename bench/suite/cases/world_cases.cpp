#include <memory>
#include <utility>

#include <fmt/format.h>

#include "lanecast/isa.hpp"
#include "lanecast/particles.hpp"

#include "suite/cases/case.hpp"
#include "suite/cases/fixture.hpp"

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
    row.rate.values = recorder.time({{[&] { one.scene->commit(build, {.threads = row.threads}); },
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
        for (Vec3& vertex : moved)
            vertex.y += shift;
        shift = -shift;
    };
    const auto again = [&] {
        scene.update(mesh, TriangleMesh{.vertices = moved});
        scene.commit(Build::balanced, {.threads = row.threads});
    };
    row.rate.values = recorder.time({{again, static_cast<double>(one.world.indices.size()), move}},
                                    isa, row.threads)[0];
}

/// Advances particles that start at random places and fly five radii per step.
void step(Recorder& recorder, Row& row, Fixture& fixture, Isa isa) {
    const SweepBatch& begin = fixture.sweeps();
    std::vector<Vec3> positions, velocities;
    const auto start_again = [&] {
        positions = begin.centers;
        velocities = begin.displacements;
    };
    const auto run = [&] {
        advance(fixture.scene(),
                {.position = positions, .velocity = velocities, .radius = begin.radius},
                {.seconds = 1}, {}, {.threads = row.threads});
    };
    row.rate.values =
        recorder.time({{run, static_cast<double>(begin.size()), start_again}}, isa, row.threads)[0];
}

} // namespace

std::vector<Case> build_cases(const Settings& settings) {
    const Isa isa = settings.isas.back();
    const std::size_t spheres = settings.full ? 1'000'000 : 100'000;
    const auto lazy = [](auto make) {
        return [make, shared = SharedBuild()]() mutable -> SharedBuild {
            if (!shared)
                shared = std::make_shared<BuildCase>(BuildCase{make(), nullptr});
            return shared;
        };
    };
    std::vector<Case> cases;
    const auto add = [&](const std::string& world, auto make) {
        const auto shared = std::make_shared<decltype(lazy(make))>(lazy(make));
        const auto row = [&](const char* what, std::uint32_t threads) {
            return Row{.group = "build",
                       .name = fmt::format("{}/{}", what, world),
                       .isa = std::string(to_string(isa)),
                       .threads = threads,
                       .unit = "primitives"};
        };
        for (const std::uint32_t threads : settings.threads) {
            for (const auto& [name, build] :
                 {std::pair("fast", Build::fast), std::pair("balanced", Build::balanced),
                  std::pair("thorough", Build::thorough)})
                cases.push_back({row(name, threads), 3, [=, build = build](Recorder& r, Row& into) {
                                     commit(r, into, *(*shared)(), isa, build);
                                 }});
            if (world == "made_mesh")
                cases.push_back({row("refit", threads), 2, [=](Recorder& r, Row& into) {
                                     refit(r, into, *(*shared)(), isa);
                                 }});
        }
    };
    add("spheres_" + short_number(spheres), [=] { return make_spheres("", spheres); });
    add("made_mesh", made_mesh);
    return cases;
}

std::vector<Case> particle_cases(const Settings& settings) {
    const std::size_t count = settings.full ? 250'000 : 65'536;
    const Isa isa = settings.isas.back();
    std::vector<Case> cases;
    for (const SharedFixture& fixture :
         {demo_fixture(count),
          fixture_of(
              "mixed_100k", [] { return make_mixed("mixed_100k", 100'000, 0.4f); }, count),
          mesh_fixture(settings, count)}) {
        for (const std::uint32_t threads : settings.threads) {
            Row row = {.group = "particles",
                       .name = "advance/" + fixture->name(),
                       .isa = std::string(to_string(isa)),
                       .threads = threads,
                       .unit = "particles"};
            cases.push_back({std::move(row), 2, [=](Recorder& recorder, Row& into) {
                                 step(recorder, into, *fixture, isa);
                             }});
        }
    }
    return cases;
}

std::vector<Case> all_cases(const Settings& settings) {
    std::vector<Case> all;
    for (std::vector<Case> group :
         {kernel_cases(settings), scene_cases(settings), build_cases(settings),
          edit_cases(settings), particle_cases(settings), thread_cases(settings),
          growth_cases(settings)})
        for (Case& item : group)
            all.push_back(std::move(item));
    return all;
}

} // namespace lanecast::bench
