// Clearance of a robot arm: one call finds how close its joints come to the obstacles around it, in
// all poses of a planned motion. A negative distance is a collision.

#include <cmath>
#include <cstdio>
#include <vector>

#include "lanecast/lanecast.hpp"

using namespace lanecast;

int main() {
    Scene cell;
    cell.add(Planes{.normal = {0, 0, 1}, .offset = 0}); // the floor
    const IdRange fence = cell.add(Planes{.normal = {-1, 0, 0}, .offset = -2});
    const IdRange posts =
        cell.add(Cylinders{.a = {0.9f, 1.2f, 0}, .b = {0.9f, 1.2f, 2}, .radius = 0.1f});
    const IdRange cable = cell.add(Lines{.point = {0, 0, 2.5f}, .direction = {1, 1, 0}});
    cell.commit();

    // The arm turns by 90 degrees in 100 steps; each step has a shoulder, an elbow and a hand.
    std::vector<Vec3> joints;
    for (int step = 0; step <= 100; ++step) {
        const float turn = 1.5707963f * static_cast<float>(step) / 100.0f;
        const float c = std::cos(turn), s = std::sin(turn);
        joints.push_back({0, 0, 1});
        joints.push_back({0.75f * c, 0.75f * s, 1.5f});
        joints.push_back({1.5f * c, 1.5f * s, 1});
    }

    std::vector<ClosestPoint> nearest(joints.size());
    closest_point(cell, {.position = joints}, into(nearest));

    std::size_t worst = 0;
    for (std::size_t i = 0; i < nearest.size(); ++i)
        if (nearest[i].distance < nearest[worst].distance)
            worst = i;
    const ClosestPoint& closest = nearest[worst];
    const char* what = posts.contains(closest.id)   ? "the post"
                       : fence.contains(closest.id) ? "the fence"
                       : cable.contains(closest.id) ? "the cable"
                                                    : "the floor";
    std::printf("least clearance: %.3f m at step %zu, joint %zu, from %s at (%.2f, %.2f, %.2f)\n",
                closest.distance, worst / 3, worst % 3, what, closest.point.x, closest.point.y,
                closest.point.z);

    // Counts the joints that come closer than 10 cm to an obstacle, without output columns.
    const Summary summary = closest_point(cell, {.position = joints, .max_distance = 0.1f}, {});
    std::printf("%zu of %zu places are nearer than 10 cm to something\n", summary.hits,
                summary.queries);
}
