// A spherical walker heads straight for its goal through a hall. It slides along walls and pillars
// that block its path.

#include <cmath>
#include <cstdio>

#include "lanecast/lanecast.hpp"

using namespace lanecast;

int main() {
    Scene hall;
    hall.add(Planes{.normal = {0, 0, 1}, .offset = 0});
    hall.add(Aabbs{.lo = {4, -1, 0}, .hi = {4.5f, 6, 3}});   // a wall across the path
    hall.add(Aabbs{.lo = {0, 6, 0}, .hi = {4.5f, 6.5f, 3}}); // and a wall along it
    hall.add(Cylinders{.a = {2, 0.1f, 0}, .b = {2, 0.1f, 3}, .radius = 0.5f}); // a pillar
    hall.commit();

    constexpr float radius = 0.4f;
    Vec3 place[] = {{0, 0, 0.41f}}, velocity[] = {{}};
    const Vec3 goal = {8, -3, 0};
    for (int frame = 0; frame < 600; ++frame) {
        const float x = goal.x - place[0].x, y = goal.y - place[0].y;
        const float speed = 2.0f / std::fmax(std::hypot(x, y), 0.1f);
        velocity[0] = {x * speed, y * speed, 0};
        advance(hall,
                {.position = place,
                 .velocity = velocity,
                 .radius = radius,
                 .response = Response::slide},
                {.seconds = 1.0f / 60});
        if (frame % 60 == 59)
            std::printf("after %2d s at (%.2f, %.2f)\n", (frame + 1) / 60, place[0].x, place[0].y);
    }
    std::printf("%s the goal\n",
                std::hypot(goal.x - place[0].x, goal.y - place[0].y) < 0.1f ? "at" : "not at");
}
