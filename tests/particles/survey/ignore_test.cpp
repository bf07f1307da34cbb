#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "particles/flying.hpp"

namespace {

using namespace flying;
using namespace lanecast;

constexpr float seconds = 1.0f / 60;
constexpr Vec3 gravity = {0, 0, -9.81f};

// Particles::ignore was lost if a step had shape_velocity, which makes it test the shapes at the
// start once more: the ball ran into the box that it should have passed through.
TEST(ParticlesThatIgnore, PassThroughShapesThatMove) {
    const std::vector<float> sides = {0.3f, 0.21f, 0.2f}; // the last is the deepest
    Vec3 place_without_velocities = {};
    for (const float strike : {NAN, 0.0f, -5.0f})
        for (const std::size_t boxes : {1u, 3u}) { // NAN: shape_velocity is left out
            Scene scene;
            scene.add(Planes{.normal = {0, 0, 1}, .offset = 0});
            const IdRange ignored =
                scene.add(Aabbs{.lo = {std::span(sides).last(boxes), -5, -1}, .hi = {3, 5, 3}});
            scene.commit();
            std::vector<Particle> particles(1);
            particles[0] = {.position = {0, 0, 0.2501f},
                            .radius = 0.25f,
                            .restitution = 0,
                            .ignore = ignored.first,
                            .ignore_count = ignored.count};
            std::vector<Vec3> velocities(1 + boxes, Vec3{strike, 0, 0});
            velocities[0] = {0, 0, 0};
            Step step = {.seconds = seconds, .gravity = gravity};
            if (!std::isnan(strike))
                step.shape_velocity = velocities;
            std::size_t touches = 0;
            for (int i = 0; i < 100; ++i) {
                if (i == 50)
                    particles[0].velocity.x = 1;
                std::vector<std::uint32_t> ids(8);
                const StepSummary summary =
                    advance(scene, columns(particles), step, {.id = ids, .capacity = ids.size()});
                touches += static_cast<std::size_t>(std::count_if(
                    ids.begin(),
                    ids.begin() +
                        static_cast<std::ptrdiff_t>(std::min(summary.contacts, ids.size())),
                    [&](std::uint32_t id) { return ignored.contains(id); }));
            }
            EXPECT_EQ(touches, 0u) << strike;
            EXPECT_NEAR(particles[0].position.x, 50.0f / 60, 1e-3f) << strike;
            EXPECT_EQ(particles[0].velocity.z, 0.0f) << strike;
            if (std::isnan(strike) && boxes == 1)
                place_without_velocities = particles[0].position;
            EXPECT_EQ(particles[0].position, place_without_velocities) << strike;
        }
}

// The test for a second shape at the start ignores the first one, but not the ids after it.
TEST(ParticlesThatIgnore, AreStruckByOtherShapes) {
    Scene scene;
    scene.add(Planes{.normal = {0, 0, 1}, .offset = 0});
    scene.add(Aabbs{.lo = {-3, -5, -1}, .hi = {-0.2502f, 5, 3}}); // moves into the ball
    const IdRange ignored = scene.add(Spheres{.center = {50, 0, 0}, .radius = 1, .count = 7});
    scene.commit();
    std::vector<Vec3> velocities(scene.size());
    velocities[1] = {5, 0, 0};
    const Step step = {.seconds = seconds, .gravity = gravity, .shape_velocity = velocities};
    for (const std::uint32_t count : {1u, 2u, 5u, ignored.count}) {
        std::vector<Particle> particles(1);
        particles[0] = {.position = {0, 0, 0.2502f},
                        .radius = 0.25f,
                        .restitution = 0,
                        .ignore = ignored.first + ignored.count - count,
                        .ignore_count = count};
        advance(scene, columns(particles), step);
        EXPECT_EQ(particles[0].velocity.x, 5.0f) << count;
    }
}

} // namespace
