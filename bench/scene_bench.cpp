/// Scenes: a million incoherent rays on every ISA, on one and on all threads, and the time to build
/// the BVH. The program `opponents` compares with other libraries.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "lanecast/isa.hpp"
#include "lanecast/scene_queries.hpp"

#include "support/batches.hpp"
#include "support/machine.hpp"
#include "support/worlds.hpp"

namespace {

using namespace lanecast;
using namespace lanecast::bench;

constexpr std::size_t ray_count = std::size_t{1} << 20;

/// A world with the scene, rays and outputs of its benchmarks.
struct Fixture {
    explicit Fixture(World made)
        : world(std::move(made)), rays(incoherent_rays(world.bounds(), ray_count)), t(ray_count),
          id(ray_count), hit(ray_count) {
        world.add_to(scene);
        scene.commit();
    }

    World world;
    Scene scene;
    RayBatch rays;
    std::vector<float> t;
    std::vector<std::uint32_t> id;
    std::vector<std::uint8_t> hit;
};

/// A fixture that is created on first use, because most runs filter.
class LazyFixture {
public:
    explicit LazyFixture(std::function<World()> make) : make_(std::move(make)) {}

    Fixture& get() {
        if (!fixture_)
            fixture_ = std::make_unique<Fixture>(make_());
        return *fixture_;
    }

private:
    std::function<World()> make_;
    std::unique_ptr<Fixture> fixture_;
};

Summary closest(Fixture& fixture, std::uint32_t threads) {
    return closest_hit(fixture.scene, fixture.rays.view(), {.t = fixture.t, .id = fixture.id},
                       {.threads = threads});
}

Summary any(Fixture& fixture, std::uint32_t threads) {
    return occluded(fixture.scene, fixture.rays.view(), fixture.hit, {.threads = threads});
}

void run_query(benchmark::State& state, Fixture& fixture, Isa isa, std::uint32_t threads,
               Summary (*query)(Fixture&, std::uint32_t)) {
    set_isa(isa);
    Summary summary;
    for ([[maybe_unused]] auto iteration : state)
        summary = query(fixture, threads);
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(ray_count));
    state.counters["hit_share"] =
        static_cast<double>(summary.hits) / static_cast<double>(summary.queries);
}

void run_build(benchmark::State& state, Fixture& fixture, std::uint32_t threads) {
    std::size_t primitives = 0, bytes = 0;
    for ([[maybe_unused]] auto iteration : state) {
        state.PauseTiming();
        Scene scene;
        fixture.world.add_to(scene);
        state.ResumeTiming();
        scene.commit(Build::balanced, {.threads = threads});
        state.PauseTiming();
        primitives = scene.size();
        bytes = scene.memory_bytes();
        state.ResumeTiming();
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(primitives));
    state.counters["bytes_per_primitive"] =
        static_cast<double>(bytes) / static_cast<double>(primitives);
}

void add_benchmarks(const std::string& name, const std::shared_ptr<LazyFixture>& fixture) {
    for (const std::uint32_t threads : {1u, 0u}) {
        const std::string suffix = threads == 0 ? "threads:all" : "threads:1";
        benchmark::RegisterBenchmark(
            fmt::format("build/{}/{}", name, suffix).c_str(),
            [=](benchmark::State& state) { run_build(state, fixture->get(), threads); })
            ->UseRealTime()
            ->Unit(benchmark::kMillisecond);
        for (const Isa isa : supported_isas()) {
            const auto add_query = [&](const char* query_name,
                                       Summary (*query)(Fixture&, std::uint32_t)) {
                benchmark::RegisterBenchmark(
                    fmt::format("{}/{}/{}/{}", query_name, name, to_string(isa), suffix).c_str(),
                    [=](benchmark::State& state) {
                        run_query(state, fixture->get(), isa, threads, query);
                    })
                    ->UseRealTime()
                    ->Unit(benchmark::kMillisecond);
            };
            add_query("closest_hit", closest);
            add_query("occluded", any);
        }
    }
}

} // namespace

int main(int argument_count, char** arguments) {
    benchmark::Initialize(&argument_count, arguments);
    if (benchmark::ReportUnrecognizedArguments(argument_count, arguments))
        return 1;
    benchmark::AddCustomContext("machine", machine());
    const auto add = [](std::function<World()> make, const std::string& name) {
        add_benchmarks(name, std::make_shared<LazyFixture>(std::move(make)));
    };
    const World mesh = bunny_or_made_mesh();
    add([] { return make_spheres("spheres_10k", 10'000); }, "spheres_10k");
    add([] { return make_spheres("spheres_100k", 100'000); }, "spheres_100k");
    add([mesh] { return mesh; }, mesh.name);
    benchmark::RunSpecifiedBenchmarks();
}
