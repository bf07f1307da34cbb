// Sparks fly for half a second and bounce: off the floor, a pipe or a crate. They stay in the
// effect's own structs.

#include <cstdint>
#include <cstdio>
#include <vector>

#include "lanecast/lanecast.hpp"

using namespace lanecast;

constexpr float radius = 0.02f;
constexpr float skin = 1e-3f; // keeps sparks on the side that they come from: see Sweeps

struct Spark {
    Vec3 place, velocity;
    float seconds;      // still to fly in this frame
    std::uint32_t mask; // 0: has flown them
};

float dot(Vec3 a, Vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
Vec3 along(Vec3 from, float t, Vec3 way) {
    return {from.x + t * way.x, from.y + t * way.y, from.z + t * way.z};
}

struct Bounces {
    std::size_t all = 0, off_the_floor = 0;
};

// All sparks together, from touch to touch.
Bounces fly(const Scene& room, const IdRange& floor, std::vector<Spark>& sparks, float seconds) {
    for (Spark& spark : sparks) {
        spark.seconds = seconds;
        spark.mask = all_layers;
    }
    Bounces bounces;
    std::vector<Impact> impacts(sparks.size());
    for (int touch = 0; touch < 8; ++touch) { // more than that come to rest
        sweep(room,
              {.center = field(sparks, &Spark::place),
               .displacement = field(sparks, &Spark::velocity), // per second
               .radius = radius + skin,
               .t_max = field(sparks, &Spark::seconds), // so t is in seconds, too
               .mask = field(sparks, &Spark::mask)},
              into(impacts), {.start_overlap = StartOverlap::leaving});
        for (std::size_t i = 0; i < sparks.size(); ++i) {
            Spark& spark = sparks[i];
            if (const Impact& impact = impacts[i]) {
                spark.place = along(spark.place, impact.t, spark.velocity);
                spark.place = along(spark.place, skin / 2, impact.normal);
                spark.seconds -= impact.t;
                const float into_it = dot(spark.velocity, impact.normal);
                spark.velocity = along(spark.velocity, -1.5f * into_it, impact.normal); // half lost
                ++bounces.all;
                bounces.off_the_floor += floor.contains(impact.id);
            } else if (spark.mask != 0) {
                spark.place = along(spark.place, spark.seconds, spark.velocity);
                spark.mask = 0;
            }
        }
    }
    return bounces;
}

int main() {
    Scene room;
    const IdRange floor = room.add(Planes{.normal = {0, 0, 1}, .offset = 0});
    room.add(Capsules{.a = {-5, 4, 1}, .b = {5, 4, 1}, .radius = 0.5f}); // the pipe
    room.add(Boxes{.center = {3, 0, 0.5f}, .half_extents = {0.5f, 2, 0.5f}});
    room.commit();

    std::vector<Spark> sparks; // from one point to all sides, up and down
    for (int i = -20; i <= 20; ++i)
        for (int k = -20; k <= 20; ++k)
            sparks.push_back({.place = {0, 0, 0.75f},
                              .velocity = {2.0f * static_cast<float>(i),
                                           2.0f * static_cast<float>(k), i % 2 ? 2.0f : -10.0f},
                              .seconds = 0,
                              .mask = 0});
    Bounces bounces;
    for (int frame = 0; frame < 30; ++frame) {
        for (Spark& spark : sparks)
            spark.velocity.z -= 9.81f / 60;
        const Bounces more = fly(room, floor, sparks, 1.0f / 60);
        bounces.all += more.all;
        bounces.off_the_floor += more.off_the_floor;
    }
    std::size_t below = 0;
    for (const Spark& spark : sparks)
        below += spark.place.z < radius;
    std::printf("%zu bounces of %zu sparks, %zu off the floor, none below it: %s\n", bounces.all,
                sparks.size(), bounces.off_the_floor, below == 0 ? "yes" : "no");
}
