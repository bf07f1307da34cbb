// Moving shapes: a lift carries a ball up, and a bat strikes it off. update() and commit() move the
// shapes, and Step::shape_velocity sets their velocities.

#include <cstdio>
#include <vector>

#include "lanecast/lanecast.hpp"

using namespace lanecast;

int main() {
    constexpr float seconds = 1.0f / 60;
    Scene world;
    const auto lift = [](float height) {
        return Boxes{.center = {0, 0, height - 0.1f}, .half_extents = {1, 1, 0.1f}};
    };
    const auto bat = [](float x) {
        return Capsules{.a = {x, -1, 3.2f}, .b = {x, 1, 3.2f}, .radius = 0.1f};
    };
    const IdRange lift_ids = world.add(lift(0)), bat_ids = world.add(bat(-9));
    std::vector<Vec3> speeds(2); // by id

    Vec3 place[] = {{0, 0, 0.2f}}, velocity[] = {{}};
    float height = 0, x = -9;
    for (int frame = 0; frame < 240; ++frame) {
        const float rise = height < 3 ? 1.5f : 0.0f, swing = frame > 150 ? 12.0f : 0.0f;
        height += rise * seconds;
        x += swing * seconds;
        world.update(lift_ids, lift(height));
        world.update(bat_ids, bat(x));
        world.commit();
        speeds[lift_ids[0]] = {0, 0, rise};
        speeds[bat_ids[0]] = {swing, 0, 0};
        advance(world,
                {.position = place, .velocity = velocity, .radius = 0.2f, .restitution = 0.5f},
                {.seconds = seconds, .gravity = {0, 0, -9.81f}, .shape_velocity = speeds});
        if (frame == 149)
            std::printf("lifted to %.2f, ", place[0].z);
    }
    std::printf("struck off at %.1f m/s\n", velocity[0].x);
}
