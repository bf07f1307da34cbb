// A rotating lidar: all beams share one origin and one range, and each has its own direction. The
// result is one distance per beam.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "lanecast/lanecast.hpp"

using namespace lanecast;

int main() {
    // The ground in the layout of most mesh files: x y z x y z ..., and three indices per triangle.
    const std::vector<float> vertices = {-200, -200, 0, 200, -200, 0, 200, 200, 0, -200, 200, 0};
    const std::vector<std::uint32_t> indices = {0, 1, 2, 0, 2, 3};
    const std::vector<float> xs = {-40, -20, 0, 20, 40}; // signs along a road

    Scene world;
    const IdRange ground =
        world.add(TriangleMesh{.vertices = triples(vertices), .indices = triples(indices)});
    const IdRange signs = world.add(Aabbs{.lo = {xs, 9.5f, 1}, .hi = {xs, 10.5f, 3}}); // flat
    const IdRange house =
        world.add(Boxes{.center = {30, -15, 3},
                        .half_extents = {8, 5, 3},
                        .rotation = {0, 0, 0.38268343f, 0.9238795f}}); // 45 degrees
    world.add(Spheres{.center = {0, 0, 2}, .radius = 0.25f});          // the sensor's own housing
    world.commit();

    constexpr int rings = 16, steps = 900;
    constexpr float degree = 3.14159265f / 180.0f;
    std::vector<Vec3> directions;
    for (int ring = 0; ring < rings; ++ring) {
        const float up = static_cast<float>(2 * ring - 15) * degree;
        for (int step = 0; step < steps; ++step) {
            const float turn = 0.4f * static_cast<float>(step) * degree;
            directions.push_back(
                {std::cos(up) * std::cos(turn), std::cos(up) * std::sin(turn), std::sin(up)});
        }
    }

    // Directions have unit length, so t is the distance. The beams start outside of the housing.
    std::vector<float> range(directions.size());
    std::vector<std::uint32_t> id(directions.size());
    const Summary summary = closest_hit(
        world, {.origin = {0, 0, 2}, .direction = directions, .t_min = 0.5f, .t_max = 120.0f},
        {.t = range, .id = id});

    const auto count = [&](IdRange ids) {
        return std::count_if(id.begin(), id.end(), [&](auto i) { return ids.contains(i); });
    };
    std::printf("%zu beams: %zu echoes, %td from the ground, %td from signs, %td from the house\n",
                summary.queries, summary.hits, count(ground), count(signs), count(house));
    std::printf("lowest beam: %.2f m\n", range[0]);
}
