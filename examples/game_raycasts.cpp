// Raycasts of a game that keeps bodies and shots in its own structs. lanecast reads and writes the
// structs in place, with one call per frame. No body hits itself, because each shot ignores its
// shooter. Answers lead back to the game's own objects without a lookup: `index` is the body, and
// `user` is the word that the game gave it.

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
    std::uint32_t material;
};
struct Shot {
    Vector from, along;
    float reach; // in multiples of `along`
    std::uint32_t shooter;
};
struct Result {
    std::uint32_t body, material;
    Vector point, normal;
};

int main() {
    std::vector<Body> bodies;
    for (std::uint16_t i = 0; i < 100 * 100; ++i) // 100 x 100 bodies, 4 m apart
        bodies.push_back({i, {4.0f * (i % 100), 4.0f * (i / 100), 0}, {0, 0, 0.25f}, 1.0f, i % 7u});
    Scene scene;
    const IdRange ids = scene.add(Spheres{.center = field(bodies, &Body::place),
                                          .radius = field(bodies, &Body::radius),
                                          .user = field(bodies, &Body::material)});

    std::vector<Shot> shots; // every third one reaches the neighbour
    for (std::size_t i = 0; i < bodies.size(); ++i)
        shots.push_back({bodies[i].place, {1, 0, 0}, i % 3 == 0 ? 100.0f : 2.5f, ids[i]});
    std::vector<Result> results(shots.size());

    for (int frame = 0; frame < 3; ++frame) {
        scene.update(ids, Spheres{.center = field(bodies, &Body::place)}); // keeps the radii
        scene.commit();
        const Summary summary = closest_hit(scene,
                                            {.origin = field(shots, &Shot::from),
                                             .direction = field(shots, &Shot::along),
                                             .t_max = field(shots, &Shot::reach),
                                             .ignore = field(shots, &Shot::shooter)},
                                            {.index = field(results, &Result::body),
                                             .user = field(results, &Result::material),
                                             .normal = field(results, &Result::normal),
                                             .point = field(results, &Result::point)});
        std::printf("frame %d: %zu of %zu shots hit; body 0 hits body %u, of material %u, at "
                    "(%g, %g, %g)\n",
                    frame, summary.hits, summary.queries, results[0].body, results[0].material,
                    results[0].point.x, results[0].point.y, results[0].point.z);
        for (Body& body : bodies)
            body.place.z += body.velocity.z;
    }
}
