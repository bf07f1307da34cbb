// Worlds that move: a ferry carries balls across, turns and stops, and a gate sweeps the deck. A
// shape that moves is an instance: move() gives it the pose at the end of the next step, and
// advance() moves shapes and particles together, so that none passes a wall.

#include <cmath>
#include <cstdio>
#include <vector>

#include "lanecast/lanecast.hpp"

using namespace lanecast;

namespace {

/// A deck of 4 by 4 with a wall around it. Walls and deck have no thickness.
Scene make_ferry() {
    const std::vector<Vec3> corners{{-2, -2, 0}, {2, -2, 0}, {2, 2, 0}, {-2, 2, 0},
                                    {-2, -2, 1}, {2, -2, 1}, {2, 2, 1}, {-2, 2, 1}};
    const std::vector<Index3> triangles{{0, 1, 2}, {0, 2, 3}, {0, 1, 5}, {0, 5, 4}, {1, 2, 6},
                                        {1, 6, 5}, {2, 3, 7}, {2, 7, 6}, {3, 0, 4}, {3, 4, 7}};
    Scene ferry;
    ferry.add(TriangleMesh{.vertices = corners, .indices = triangles});
    ferry.commit();
    return ferry;
}

Scene make_gate() {
    Scene gate;
    gate.add(Boxes{.center = {0.9f, 0, 0.3f}, .half_extents = {0.9f, 0.02f, 0.25f}});
    gate.commit();
    return gate;
}

Quaternion about_z(float angle) { return {0, 0, std::sin(angle / 2), std::cos(angle / 2)}; }

} // namespace

int main() {
    constexpr float seconds = 1.0f / 60;
    Scene world;
    const IdRange ferry = world.add(make_ferry(), Instances{.position = Vec3{0, 0, 0}});
    const IdRange gate = world.add(make_gate(), Instances{.position = Vec3{0, 0, 0}});
    world.commit();

    std::vector<Vec3> places, velocities(1000);
    for (int i = 0; i < 1000; ++i)
        places.push_back({-1.7f + 0.38f * static_cast<float>(i % 10),
                          -1.7f + 0.38f * static_cast<float>(i / 10 % 10),
                          0.1f + 0.08f * static_cast<float>(i / 100)});

    Vec3 place = {};
    float heading = 0;
    for (int frame = 0; frame < 600; ++frame) {
        const float time = static_cast<float>(frame + 1) * seconds;
        place = {6 * time, 3 * std::sin(time), 0.2f * std::sin(3 * time)};
        heading = std::sin(0.7f * time);
        world.move(ferry, {.position = place, .rotation = about_z(heading)});
        world.move(gate, {.position = place, .rotation = about_z(1.5f * time)});
        world.commit();
        advance(world,
                {.position = places,
                 .velocity = velocities,
                 .radius = 0.03f,
                 .restitution = 0.3f,
                 .friction = 0.4f},
                {.seconds = seconds, .gravity = {0, 0, -9.81f}});
    }
    int aboard = 0;
    for (const Vec3& ball : places) {
        const float x = ball.x - place.x, y = ball.y - place.y;
        const float along = x * std::cos(heading) + y * std::sin(heading);
        const float across = y * std::cos(heading) - x * std::sin(heading);
        aboard += std::abs(along) < 2 && std::abs(across) < 2 && ball.z > place.z;
    }
    std::printf("%d of 1000 balls are still aboard after %.0f m\n", aboard, place.x);
}
