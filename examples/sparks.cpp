// Sparks fly for half a second and bounce off the floor, a pipe and a crate. They are stored in the
// structs of the effect, which advance() updates in place.

#include <cstdint>
#include <cstdio>
#include <vector>

#include "lanecast/lanecast.hpp"

using namespace lanecast;

constexpr float radius = 0.02f;

struct Spark {
    Vec3 place, velocity;
};

int main() {
    Scene room;
    const IdRange floor = room.add(Planes{.normal = {0, 0, 1}, .offset = 0});
    room.add(Capsules{.a = {-5, 4, 1}, .b = {5, 4, 1}, .radius = 0.5f}); // the pipe
    room.add(Boxes{.center = {3, 0, 0.5f}, .half_extents = {0.5f, 2, 0.5f}});
    room.commit();

    std::vector<Spark> sparks; // from one point in all directions, up and down
    for (int i = -20; i <= 20; ++i)
        for (int k = -20; k <= 20; ++k)
            sparks.push_back({.place = {0, 0, 0.75f},
                              .velocity = {2.0f * static_cast<float>(i),
                                           2.0f * static_cast<float>(k), i % 2 ? 2.0f : -10.0f}});
    std::size_t bounces = 0, off_the_floor = 0;
    std::vector<std::uint32_t> touched(4 * sparks.size());
    for (int frame = 0; frame < 30; ++frame) {
        const StepSummary step = advance(room,
                                         {.position = field(sparks, &Spark::place),
                                          .velocity = field(sparks, &Spark::velocity),
                                          .radius = radius,
                                          .restitution = 0.5f},
                                         {.seconds = 1.0f / 60, .gravity = {0, 0, -9.81f}},
                                         {.id = touched, .capacity = touched.size()});
        bounces += step.contacts;
        for (std::size_t i = 0; i < step.contacts - step.truncated; ++i)
            off_the_floor += floor.contains(touched[i]);
    }
    std::size_t below = 0;
    for (const Spark& spark : sparks)
        below += spark.place.z < radius;
    std::printf("%zu bounces of %zu sparks, %zu off the floor, none below it: %s\n", bounces,
                sparks.size(), off_the_floor, below == 0 ? "yes" : "no");
}
