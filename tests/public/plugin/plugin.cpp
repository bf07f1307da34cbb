#include <cstdint>
#include <thread>
#include <vector>

#include "lanecast/lanecast.hpp"

// A plugin that has lanecast inside. Its answers are a sum that must always be the same.

namespace {

using namespace lanecast;

/// A thread for each task. All of them end before the plugin is closed.
void run_on_threads(void*, std::uint32_t count, void (*task)(void*, std::uint32_t), void* data) {
    std::vector<std::thread> threads;
    for (std::uint32_t i = 0; i < count; ++i)
        threads.emplace_back(task, data, i);
    for (std::thread& thread : threads)
        thread.join();
}

constexpr Jobs own_jobs = {.run = run_on_threads, .context = nullptr, .threads = 3};

} // namespace

/// @param with_jobs  0: everything in the calling thread
extern "C" double use_plugin(int with_jobs) {
    const Options options = with_jobs != 0 ? Options{.jobs = &own_jobs} : Options{.threads = 1};
    std::vector<Vec3> centers, origins;
    for (int i = 0; i < 20'000; ++i)
        centers.push_back({static_cast<float>(i % 100), static_cast<float>(i / 100), 0});
    for (int i = 0; i < 50'000; ++i)
        origins.push_back({static_cast<float>(i % 300) / 3, static_cast<float>(i / 300), 9});
    Scene scene;
    scene.add(Spheres{.center = centers, .radius = 0.4f});
    scene.commit({.threads = options.threads, .jobs = options.jobs});
    std::vector<float> t(origins.size());
    closest_hit(scene, Rays{.origin = origins, .direction = Vec3{0, 0.1f, -1}}, {.t = t}, options);
    double sum = 0;
    for (const float value : t)
        sum += value < 100 ? double{value} : 0;
    release_scratch(); // before the plugin is closed
    return sum;
}
