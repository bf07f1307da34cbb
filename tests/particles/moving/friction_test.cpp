#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "particles/moving/bodies.hpp"

// Friction on instances that accelerate, and belts on instances that move: the motion and
// shape_velocity add up, and the push of a lift presses the particle onto it.

namespace {

using namespace flying;
using namespace lanecast;
using namespace moving;

constexpr float skin = 1e-3f, radius = 0.1f;

Scene platform() {
    Scene scene;
    scene.add(Aabbs{.lo = {-500, -500, -0.5f}, .hi = {500, 500, 0}});
    scene.commit();
    return scene;
}

Particle at_rest_on_it(float friction) {
    return {.position = {0, 0, radius + skin},
            .radius = radius,
            .restitution = 0,
            .friction = friction};
}

// By Coulomb's law, friction accelerates by at most `friction` times the push per mass, which is
// gravity plus the acceleration of the lift.
TEST(ParticlesOnACart, AccelerateAsCoulombSays) {
    constexpr double friction = 0.3;
    for (const double forwards : {1.0, 2.8, 3.2, 20.0})
        for (const double upwards : {0.0, 5.0, -4.0}) {
            Scene scene;
            Body cart(scene, platform());
            scene.commit();
            std::vector<Particle> particles{at_rest_on_it(static_cast<float>(friction))};
            constexpr int steps = 120;
            Vector place, speed;
            for (int i = 0; i < steps; ++i) {
                speed = speed + (1.0 / 60) * Vector{forwards, 0, upwards};
                place = place + (1.0 / 60) * speed;
                cart.move_to(rounded(place), {});
                scene.commit();
                advance(scene, columns(particles), {.gravity = falling, .skin = skin});
            }
            const double expected = std::min(forwards, friction * (9.81 + upwards)) * steps / 60;
            // Besides the push, friction counts all of gravity in the step in which the lift begins
            // to fall, and the 2^-14 of the relative velocity by which displacements lead off.
            // Positions of the cart, up to 40, are rounded, and a difference counts 60 times.
            const double error = friction * std::max(0.0, -upwards) / 60 +
                                 friction * 0x1p-14 * forwards * steps / 60 + 60 * 40 * e;
            EXPECT_NEAR(double{particles[0].velocity.x}, expected, error)
                << forwards << ", " << upwards;
            EXPECT_NEAR(double{particles[0].velocity.z}, speed.z, 60 * 40 * e)
                << forwards << ", " << upwards;
        }
}

TEST(ParticlesOnABelt, TakeTheVelocityOfTheBeltAndOfTheInstance) {
    const std::vector<Vec3> belt{{2, 1, 0}};
    for (const Vec3 speed : {Vec3{0, 0, 1}, Vec3{0, 0, -1}, Vec3{3, 0, 0}, Vec3{1, -2, 0.5f}})
        for (const float friction : {0.0f, 0.8f}) {
            Scene scene;
            Body lift(scene, platform());
            scene.commit();
            std::vector<Particle> particles{at_rest_on_it(friction)};
            for (int i = 1; i <= 180; ++i) {
                lift.move_to(plus({}, i / 60.0, speed), {});
                scene.commit();
                advance(scene, columns(particles),
                        {.gravity = falling, .skin = skin, .shape_velocity = belt});
            }
            const bool drags = friction > 0;
            const Vector expected = {drags ? double{speed.x} + 2 : 0,
                                     drags ? double{speed.y} + 1 : 0, double{speed.z}};
            EXPECT_LT(reference::length(exact(particles[0].velocity) - expected), 60 * 10 * e)
                << speed.x << ", " << speed.z << ", " << friction;
            // Without friction, it rests if it has no velocity at all.
            EXPECT_EQ((particles[0].flags & flag::resting) != 0, drags || speed.z == 0)
                << speed.x << ", " << speed.z << ", " << friction;
        }
}

} // namespace
