// Raycasts of a game that keeps bodies and shots in its own structs. lanecast reads and writes the
// structs in place, with one call per frame. No body hits itself, because each shot ignores its
// shooter.

#include <cstdint>
#include <cstdio>
#include <vector>

#include "lanecast/lanecast.hpp"

using namespace lanecast;

struct Vector {
    float x, y, z;
};
struct Body {
    std::uint64_t entity;
    Vector place, velocity;
    float radius;
};
struct Shot {
    Vector from, along;
    float reach; // in multiples of `along`
    std::uint32_t shooter;
};
struct Result {
    float t;
    std::uint32_t id;
};

int main() {
    std::vector<Body> bodies;
    for (std::uint16_t i = 0; i < 100 * 100; ++i) // 100 x 100 bodies, 4 m apart
        bodies.push_back({i, {4.0f * (i % 100), 4.0f * (i / 100), 0}, {0, 0, 0.25f}, 1.0f});
    Scene scene;
    const IdRange ids = scene.add(
        Spheres{.center = field(bodies, &Body::place), .radius = field(bodies, &Body::radius)});

    std::vector<Shot> shots; // every third one reaches the neighbour
    for (std::size_t i = 0; i < bodies.size(); ++i)
        shots.push_back({bodies[i].place, {1, 0, 0}, i % 3 == 0 ? 100.0f : 2.5f, ids[i]});
    std::vector<Result> results(shots.size());

    for (int frame = 0; frame < 3; ++frame) {
        scene.update(ids, Spheres{.center = field(bodies, &Body::place)}); // keeps the radii
        scene.commit();
        const Summary summary =
            closest_hit(scene,
                        {.origin = field(shots, &Shot::from),
                         .direction = field(shots, &Shot::along),
                         .t_max = field(shots, &Shot::reach),
                         .ignore = field(shots, &Shot::shooter)},
                        {.t = field(results, &Result::t), .id = field(results, &Result::id)});
        std::printf("frame %d: %zu of %zu shots hit; body 0 hits body %u at %g\n", frame,
                    summary.hits, summary.queries, results[0].id - ids.first, results[0].t);
        for (Body& body : bodies)
            body.place.z += body.velocity.z;
    }
}
