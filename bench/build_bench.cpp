/// Measures the time of commit() for building and refitting, alternating with Embree if it was
/// found, the memory of a built scene, and the time of Scene::load(). Prints a Markdown table.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "lanecast/isa.hpp"

#include "build/embree_build.hpp"
#include "support/machine.hpp"
#include "support/repetition.hpp"
#include "support/worlds.hpp"

namespace {

using namespace lanecast;
using namespace lanecast::bench;

struct Settings {
    std::string filter;
    std::string isa;
    std::uint32_t threads = 1;
    std::size_t repetitions = 7;
};

/// Single-thread runs report CPU time, because other processes disturb it less than wall time.
double seconds_of(const Settings& settings, const std::function<void()>& work) {
    const auto clock = settings.threads == 1 ? thread_seconds : wall_seconds;
    const double start = clock();
    work();
    return clock() - start;
}

/// Seconds of both contestants in each repetition.
struct Duel {
    std::vector<double> ours, theirs;
};

void print(const std::string& row, const Duel& duel, const std::string& remark) {
    const bool alone = duel.theirs.empty();
    fmt::print("| {} | {:.2f} | {} | {} | {} |\n", row, 1e3 * median(duel.ours),
               alone ? "" : fmt::format("{:.2f}", 1e3 * median(duel.theirs)),
               alone ? "" : fmt::format("{:.2f}", median_ratio(duel.theirs, duel.ours)), remark);
    std::fflush(stdout);
}

Duel build(const World& world, Build how, const Settings& settings, std::string& remark) {
    std::optional<EmbreeBuild> embree;
    if (EmbreeBuild::exists)
        embree.emplace(world, settings.threads);
    const auto quality =
        how == Build::fast ? EmbreeBuild::Quality::low : EmbreeBuild::Quality::medium;
    Duel duel;
    std::size_t bytes = 0;
    for (std::size_t i = 0; i <= settings.repetitions; ++i) {
        Scene scene;
        world.add_to(scene);
        const double ours =
            seconds_of(settings, [&] { scene.commit(how, {.threads = settings.threads}); });
        const double theirs = embree ? seconds_of(settings, [&] { embree->build(quality); }) : 0.0;
        if (i == 0)
            continue; // warms up
        duel.ours.push_back(ours);
        if (embree)
            duel.theirs.push_back(theirs);
        bytes = scene.memory_bytes();
    }
    const auto per_shape = [&](std::size_t all) {
        return static_cast<double>(all) / static_cast<double>(world.size());
    };
    remark = fmt::format("{:.1f} bytes each", per_shape(bytes));
    if (embree)
        remark += fmt::format("; Embree {:.1f}", per_shape(embree->memory_bytes()));
    return duel;
}

/// Scales the mesh a little, so that every vertex moves.
std::vector<Vec3> moved(const World& world, std::size_t step) {
    std::vector<Vec3> vertices = world.vertices;
    const float scale = 1.0f + 0.01f * static_cast<float>(step % 3);
    for (Vec3& v : vertices)
        v = {v.x * scale, v.y, v.z * scale};
    return vertices;
}

Duel refit(const World& world, const Settings& settings) {
    std::optional<EmbreeBuild> embree;
    if (EmbreeBuild::exists)
        embree.emplace(world, settings.threads);
    Scene scene;
    world.add_to(scene);
    const IdRange mesh = {0, static_cast<std::uint32_t>(world.size())};
    scene.commit(Build::balanced, {.threads = settings.threads});
    Duel duel;
    for (std::size_t i = 0; i <= 3 * settings.repetitions; ++i) {
        const std::vector<Vec3> vertices = moved(world, i);
        const double ours = seconds_of(settings, [&] {
            scene.update(mesh, TriangleMesh{.vertices = vertices});
            scene.commit(Build::balanced, {.threads = settings.threads});
        });
        const double theirs = embree ? seconds_of(settings, [&] { embree->refit(vertices); }) : 0.0;
        if (i == 0)
            continue; // creates Embree's refittable scene
        duel.ours.push_back(ours);
        if (embree)
            duel.theirs.push_back(theirs);
    }
    return duel;
}

/// Loads a saved scene, alternating with reading its file into new memory.
Duel load(const World& world, const Settings& settings, std::string& remark) {
    const std::string path =
        (std::filesystem::temp_directory_path() / "lanecast_build_bench.lanecast").string();
    {
        Scene scene;
        world.add_to(scene);
        scene.commit(Build::balanced, {.threads = settings.threads});
        scene.save(path);
    }
    const auto size = static_cast<std::size_t>(std::filesystem::file_size(path));
    Duel duel;
    std::vector<double> reads;
    for (std::size_t i = 0; i <= settings.repetitions; ++i) {
        const double ours = seconds_of(settings, [&] { (void)Scene::load(path); });
        const double reading = seconds_of(settings, [&] {
            const std::unique_ptr<char[]> memory(new char[size]); // not zeroed
            std::ifstream(path, std::ios::binary)
                .read(memory.get(), static_cast<std::streamsize>(size));
        });
        if (i == 0)
            continue; // warms up
        duel.ours.push_back(ours);
        reads.push_back(reading);
    }
    std::filesystem::remove(path);
    remark = fmt::format("{:.1f} MB, {:.2f} times reading the file",
                         1e-6 * static_cast<double>(size), median_ratio(duel.ours, reads));
    return duel;
}

void run(const Settings& settings) {
    if (settings.threads == 1)
        pin_thread();
    if (!settings.isa.empty())
        set_isa(parse_isa(settings.isa));
    fmt::print("{}; {}, {} thread(s), medians of {}\n\n"
               "| world | ours, ms | Embree, ms | Embree / ours | |\n"
               "| --- | --- | --- | --- | --- |\n",
               machine(), to_string(active_isa()), settings.threads, settings.repetitions);
    using Make = std::function<World()>;
    const std::vector<std::pair<std::string, Make>> worlds = {
        {"bunny", bunny_or_made_mesh},
        {"spheres_100k", [] { return make_spheres("spheres_100k", 100'000); }},
        {"spheres_1m", [] { return make_spheres("spheres_1m", 1'000'000); }},
        {"terrain_2m", [] { return make_terrain("terrain_2m", 1024); }},
        {"mixed_100k", [] { return make_mixed("mixed_100k", 100'000, 0.4f); }},
    };
    for (const auto& [name, make] : worlds) {
        const auto wanted = [&, &world_name = name](const char* kind) {
            return (world_name + kind).find(settings.filter) != std::string::npos;
        };
        if (!wanted("_balanced") && !wanted("_fast") && !wanted("_refit") && !wanted("_load"))
            continue;
        const World world = make();
        std::string remark;
        for (const auto& [how, kind] :
             {std::pair{Build::balanced, "_balanced"}, std::pair{Build::fast, "_fast"}})
            if (wanted(kind)) {
                const Duel duel = build(world, how, settings, remark);
                print(name + kind, duel, remark);
            }
        if (wanted("_refit") && !world.indices.empty())
            print(name + "_refit", refit(world, settings), "");
        if (wanted("_load")) {
            const Duel duel = load(world, settings, remark);
            print(name + "_load", duel, remark);
        }
    }
}

} // namespace

int main(int argument_count, char** arguments) {
    Settings settings;
    CLI::App app("building, refitting and loading, against Embree where there is one");
    app.add_option("--filter", settings.filter, "only rows with this in their name");
    app.add_option("--isa", settings.isa, "the ISA that lanecast uses");
    app.add_option("--threads", settings.threads)->capture_default_str();
    app.add_option("--repetitions", settings.repetitions)->capture_default_str();
    CLI11_PARSE(app, argument_count, arguments);
    try {
        run(settings);
    } catch (const std::exception& error) {
        fmt::print(stderr, "{}\n", error.what());
        return 2;
    }
}
