// A pool that is written in C runs lanecast's tasks.
#include "jobs_in_c.h"

#include <cstdio>
#include <vector>

#include "lanecast/lanecast.hpp"

int main() {
    using namespace lanecast;
    std::uint32_t tasks = 0;
    const Jobs jobs = {.run = run_on_threads, .context = &tasks, .threads = 4};

    std::vector<Vec3> vertices;
    std::vector<Index3> triangles;
    constexpr std::uint32_t side = 200;
    for (std::uint32_t i = 0; i < side * side; ++i) {
        vertices.push_back({float(i % side), float(i / side), float(i * 7 % 5)});
        if (i % side != side - 1 && i / side != side - 1)
            triangles.insert(triangles.end(),
                             {{i, i + 1, i + side}, {i + 1, i + side + 1, i + side}});
    }
    Scene scene;
    scene.add(TriangleMesh{.vertices = vertices, .indices = triangles});
    scene.commit({.jobs = &jobs});
    const std::uint32_t in_commit = tasks;

    std::vector<Vec3> eyes;
    for (std::uint32_t i = 0; i < 100'000; ++i)
        eyes.push_back({float(i % 199) + 0.3f, float(i / 199 % 199) + 0.3f, 9});
    std::vector<std::uint8_t> hit(eyes.size());
    const Summary seen =
        occluded(scene, {.origin = eyes, .direction = Vec3{0.1f, 0.2f, -1}}, hit, {.jobs = &jobs});
    std::printf("%zu of %zu rays hit; commit and query ran as tasks: %s\n", seen.hits, seen.queries,
                in_commit > 0 && tasks > in_commit ? "yes" : "no");
}
