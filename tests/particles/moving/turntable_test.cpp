#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "particles/moving/bodies.hpp"

// A turntable takes particles along by friction alone.

namespace {

using namespace flying;
using namespace lanecast;
using namespace moving;

constexpr float skin = 1e-3f, radius = 0.02f;

/// A turntable, and particles that touch it, from the middle to the edge.
class Turntable {
public:
    Turntable() {
        scene_.commit();
        for (int i = 0; i <= 40; ++i)
            particles.push_back(
                {.position = {0.05f * static_cast<float>(i), 0, radius + 1.001f * skin},
                 .radius = radius,
                 .restitution = 0});
    }
    void turn(double angle, float friction) {
        for (Particle& particle : particles)
            particle.friction = friction;
        angle_ += angle;
        table_.move_to({}, about({0, 0, 1}, angle_));
        scene_.commit();
        advance(scene_, columns(particles), {.gravity = falling, .skin = skin});
    }

    std::vector<Particle> particles;

private:
    Scene scene_;
    Body table_{scene_, make_plate(4)};
    double angle_ = 0;
};

// A particle that rests on the table moves along chords, each as long as the way of its place in
// the step, divided by the time.
TEST(ParticlesOnATurntable, TurnWithItWhereFrictionSuffices) {
    constexpr double friction = 0.9;
    for (const double angle : {0.003, 0.01, 0.03, 0.1}) {
        Turntable table;
        const double omega = angle / double{seconds};
        for (int i = 0; i < 120; ++i)
            table.turn(angle, static_cast<float>(friction));
        std::size_t held = 0;
        for (const Particle& particle : table.particles) {
            const double rho = std::hypot(double{particle.position.x}, double{particle.position.y});
            if (friction * 9.81 < 1.05 * omega * omega * rho)
                continue;
            ++held;
            EXPECT_NEAR(length(particle.velocity), omega * rho, 0.01 * omega * rho + 1e-4) << angle;
            EXPECT_NEAR(particle.position.z, double{radius} + double{skin}, double{skin} / 2);
        }
        EXPECT_GE(held, angle < 0.05 ? 20u : 3u) << angle;
    }
}

TEST(ParticlesOnATurntable, StayWhereTheyAreWithoutFriction) {
    Turntable table;
    table.turn(0.05, 0); // falls to the skin
    const std::vector<Particle> before = table.particles;
    for (int i = 0; i < 300; ++i)
        table.turn(0.05, 0);
    for (std::size_t i = 0; i < before.size(); ++i) {
        EXPECT_EQ(table.particles[i].position.x, before[i].position.x) << i;
        EXPECT_EQ(table.particles[i].position.y, before[i].position.y) << i;
        EXPECT_NEAR(table.particles[i].position.z, before[i].position.z, double{skin} / 4) << i;
        EXPECT_EQ(table.particles[i].velocity.x, 0) << i;
        EXPECT_EQ(table.particles[i].velocity.y, 0) << i;
    }
}

} // namespace
