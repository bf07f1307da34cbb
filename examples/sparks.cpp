// Sparks fly for a tenth of a second and bounce once: off the floor, a pipe or a crate. They stay
// in the effect's own structs.

#include <cstdio>
#include <vector>

#include "lanecast/lanecast.hpp"

using namespace lanecast;

struct Spark {
    Vec3 place, velocity;
};

float dot(Vec3 a, Vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
Vec3 along(Vec3 from, float t, Vec3 way) {
    return {from.x + t * way.x, from.y + t * way.y, from.z + t * way.z};
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
                                           2.0f * static_cast<float>(k), i % 2 ? 2.0f : -10.0f}});

    constexpr float seconds = 0.1f;
    std::vector<Impact> impacts(sparks.size());
    const Summary summary = sweep(room,
                                  {.center = field(sparks, &Spark::place),
                                   .displacement = field(sparks, &Spark::velocity), // per second
                                   .radius = 0.02f,
                                   .t_max = seconds}, // so t is in seconds, too
                                  into(impacts));

    std::size_t off_the_floor = 0;
    for (std::size_t i = 0; i < sparks.size(); ++i) {
        Spark& spark = sparks[i];
        const Impact& impact = impacts[i];
        const float t = impact ? impact.t : seconds;
        spark.place = along(spark.place, t, spark.velocity);
        if (impact) {
            const float into_it = dot(spark.velocity, impact.normal);
            spark.velocity = along(spark.velocity, -1.5f * into_it, impact.normal); // half is lost
            spark.place = along(spark.place, seconds - t, spark.velocity);
            off_the_floor += floor.contains(impact.id);
        }
    }
    std::printf("%zu of %zu sparks bounced, %zu off the floor; the first is now at z = %.3f\n",
                summary.hits, summary.queries, off_the_floor, sparks[0].place.z);
}
