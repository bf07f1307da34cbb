// A game keeps bodies and shots in structs of its own. lanecast reads and writes them where they
// are: one call per frame, and nobody hits himself.

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
    float reach; // in lengths of `along`
    std::uint32_t shooter;
};
struct Result {
    float t;
    std::uint32_t id;
};

int main() {
    std::vector<Body> bodies;
    for (std::uint16_t i = 0; i < 100 * 100; ++i) // a hundred rows of a hundred, 4 m apart
        bodies.push_back({i, {4.0f * (i % 100), 4.0f * (i / 100), 0}, {0, 0, 0.25f}, 1.0f});
    Scene scene;
    const IdRange ids = scene.add(
        Spheres{.center = field(bodies, &Body::place), .radius = field(bodies, &Body::radius)});

    std::vector<Shot> shots; // every third one reaches as far as the neighbour
    for (std::size_t i = 0; i < bodies.size(); ++i)
        shots.push_back({bodies[i].place, {1, 0, 0}, i % 3 == 0 ? 100.0f : 2.5f, ids[i]});
    std::vector<Result> results(shots.size());

    for (int frame = 0; frame < 3; ++frame) {
        scene.update(ids, Spheres{.center = field(bodies, &Body::place)}); // same radii
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
