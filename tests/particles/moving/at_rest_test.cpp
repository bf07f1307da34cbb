#include <gtest/gtest.h>

#include <vector>

#include "particles/moving/bodies.hpp"

// Particles at rest, without gravity, are only tested against instances whose motion may reach
// them. If more than 512 instances move, the library tests all particles instead, which shows
// whether it skipped one too many.

namespace {

using namespace flying;
using namespace lanecast;
using namespace moving;

/// Particles at rest after a step among instances that sweep through them.
/// @param others  number of instances that move far away
std::vector<Particle> stand_among(std::uint64_t seed, std::size_t others, bool with_tree) {
    Numbers numbers(seed);
    Scene far, prototype, scene;
    far.add(Spheres{.center = {0, 0, 0}, .radius = 0.1f});
    far.commit();
    prototype.add(Aabbs{.lo = {-1, -0.05f, -0.05f}, .hi = {1, 0.05f, 0.05f}});
    prototype.add(Triangles{.v0 = {0, 0, 0}, .v1 = {0, 1, 0}, .v2 = {0, 0, 3}});
    prototype.commit();
    std::vector<Body> bodies;
    for (int i = 0; i < 20; ++i)
        bodies.emplace_back(scene, prototype, numbers.in_cube(6), Quaternion{},
                            numbers.between(0.2f, 2));
    for (std::size_t i = 0; i < others; ++i)
        bodies.emplace_back(scene, far, Vec3{1000, static_cast<float>(i), 0});
    scene.commit();
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const Vec3 place = rounded(bodies[i].from.position);
        if (i < 20)
            bodies[i].move_to(plus(place, i % 2 == 0 ? 0 : 4, numbers.in_cube(1)),
                              about(numbers.direction(), double{numbers.between(0, 1.5f)}));
        else
            bodies[i].move_to(plus(place, 1, {1, 0, 0}), {});
    }
    scene.commit();
    std::vector<Particle> particles(5000);
    for (Particle& particle : particles)
        particle = {.position = numbers.in_cube(8),
                    .radius = numbers.bits() % 2 == 0 ? 0.0f : numbers.between(0, 0.3f)};
    advance(scene, columns(particles), {}, {},
            {.traversal = with_tree ? Traversal::automatic : Traversal::exhaustive});
    return particles;
}

TEST(ParticlesAtRest, AreTouchedByWhateverReachesThem) {
    std::size_t touched = 0;
    for (const std::uint64_t seed : {1u, 2u, 3u, 4u}) {
        const std::vector<Particle> few = stand_among(seed, 0, true);
        for (const Particle& particle : few)
            touched += particle.velocity != Vec3{};
        EXPECT_EQ(few, stand_among(seed, 0, false)) << seed;
        EXPECT_EQ(few, stand_among(seed, 600, true)) << seed;
        EXPECT_EQ(few, stand_among(seed, 600, false)) << seed;
    }
    EXPECT_GT(touched, 300u);
}

} // namespace
