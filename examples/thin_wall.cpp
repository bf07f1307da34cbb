// Tunnelling: a ball flies at a wall one millimetre thick, at 60 steps per second. An overlap test
// after each step often misses the wall; the sweeps of advance() always hit it.

#include <cstdio>

#include "lanecast/lanecast.hpp"

using namespace lanecast;

int main() {
    Scene world;
    world.add(Boxes{.center = {0, 0, 0}, .half_extents = {0.0005f, 5, 5}});
    world.commit();
    constexpr float radius = 0.01f, seconds = 1.0f / 60;

    std::printf("   speed  discrete  swept\n");
    int tunnelled = 0, through = 0;
    for (const float speed : {1.0f, 2.0f, 5.0f, 10.0f, 100.0f, 1000.0f}) {
        bool seen = false;
        for (Vec3 place = {-3.007f, 0, 0}; place.x < 3 && !seen; place.x += speed * seconds) {
            bool overlap = false;
            overlaps(world, {.center = place, .radius = radius}, std::span(&overlap, 1));
            seen = overlap;
        }
        Vec3 place[] = {{-3.007f, 0, 0}}, velocity[] = {{speed, 0, 0}};
        for (float way = 0; way < 6; way += speed * seconds)
            advance(world, {.position = place, .velocity = velocity, .radius = radius},
                    {.seconds = seconds});
        const bool stopped = place[0].x < 0;
        std::printf("%8g  %8s  %5s\n", speed, seen ? "hit" : "THROUGH",
                    stopped ? "hit" : "THROUGH");
        tunnelled += !seen;
        through += !stopped;
    }
    std::printf("through the wall: %d of 6 looks, %d of 6 sweeps\n", tunnelled, through);
}
