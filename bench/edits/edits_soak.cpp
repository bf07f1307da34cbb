/// Edits a scene for hours, and reports over time: commits, rays, memory. Rays must have the
/// answers of a scene that is built anew.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "lanecast/isa.hpp"
#include "lanecast/scene_queries.hpp"

#include "edits/crowd.hpp"
#include "support/batches.hpp"
#include "support/repetition.hpp"

namespace {

using namespace lanecast;
using namespace lanecast::bench;

struct Settings {
    double seconds = 3600, every = 10;
    std::size_t spheres = 100'000, rays = 100'000;
    std::string isa;
};

template <class Work>
double seconds_of(const Work& work) {
    const double start = thread_seconds();
    work();
    return thread_seconds() - start;
}

/// One frame: few or many spheres, near or far.
void edit(Crowd& crowd, Random& random) {
    const std::size_t all = crowd.size();
    const float dice = random.between(0, 1);
    crowd.move(all / 100);
    if (dice < 0.5f) {
        crowd.remove(all / 1000);
        crowd.add(all / 1000);
    } else if (dice < 0.8f) {
        crowd.move_anywhere(all / 500);
    } else if (dice < 0.9f) {
        crowd.add(all / 200); // and removes as many below
    } else if (dice < 0.999f) {
        crowd.move_neighbours(all / 50);
    } else {
        crowd.touch_all();
    }
    if (crowd.size() > all)
        crowd.remove(crowd.size() - all);
}

struct Answers {
    std::vector<float> t;
    std::vector<std::uint32_t> id;
    bool operator==(const Answers&) const = default;
};

/// Casts the rays. @returns the time per ray
double cast(const Scene& scene, const RayBatch& rays, Answers& answers) {
    answers.t.resize(rays.size());
    answers.id.resize(rays.size());
    std::vector<double> seconds;
    for (int repetition = 0; repetition < 5; ++repetition) {
        seconds.push_back(seconds_of([&] {
            closest_hit(scene, rays.view(), {.t = answers.t, .id = answers.id}, {.threads = 1});
        }));
    }
    return median(seconds) / static_cast<double>(rays.size());
}

void run(const Settings& settings) {
    pin_thread();
    if (!settings.isa.empty())
        set_isa(parse_isa(settings.isa));
    SceneStage stage;
    Crowd crowd(stage, settings.spheres);
    Random random(5);
    const RayBatch rays = incoherent_rays(crowd.bounds(), settings.rays);
    fmt::print("seconds,frames,commit_median_ms,commit_worst_ms,build_ms,ray_us,ray_after_build_us,"
               "bytes_per_shape,bytes_per_shape_after_build\n");
    const double start = wall_seconds();
    for (std::size_t frames = 0; wall_seconds() < start + settings.seconds;) {
        const double next = wall_seconds() + settings.every;
        std::vector<double> commits;
        do {
            edit(crowd, random);
            commits.push_back(seconds_of([&] { crowd.commit(); }));
        } while (wall_seconds() < next);
        frames += commits.size();

        std::vector<std::byte> bytes;
        stage.scene().save(bytes);
        Scene built = Scene::load(bytes);
        const double build = seconds_of([&] { built.rebuild(Build::balanced, {.threads = 1}); });
        Answers ours, anew;
        const double ray = cast(stage.scene(), rays, ours), after = cast(built, rays, anew);
        const auto shapes = static_cast<double>(crowd.size());
        fmt::print("{:.0f},{},{:.4f},{:.4f},{:.4f},{:.4f},{:.4f},{:.1f},{:.1f}\n",
                   wall_seconds() - start, frames, 1e3 * median(commits),
                   1e3 * *std::max_element(commits.begin(), commits.end()), 1e3 * build, 1e6 * ray,
                   1e6 * after, static_cast<double>(stage.scene().memory_bytes()) / shapes,
                   static_cast<double>(built.memory_bytes()) / shapes);
        std::fflush(stdout);
        if (ours != anew)
            throw std::runtime_error("a ray has another answer after a build");
    }
}

} // namespace

int main(int argument_count, char** arguments) {
    Settings settings;
    CLI::App app("edits a scene and prints, as CSV, how commits, rays and memory develop");
    app.add_option("--seconds", settings.seconds, "duration")->capture_default_str();
    app.add_option("--every", settings.every, "seconds of edits per row")->capture_default_str();
    app.add_option("--spheres", settings.spheres)->capture_default_str();
    app.add_option("--rays", settings.rays, "per row")->capture_default_str();
    app.add_option("--isa", settings.isa, "the ISA that lanecast uses");
    CLI11_PARSE(app, argument_count, arguments);
    try {
        run(settings);
    } catch (const std::exception& error) {
        fmt::print(stderr, "{}\n", error.what());
        return 1;
    }
}
