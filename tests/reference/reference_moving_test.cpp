#include <algorithm>
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "reference/moving_bodies.hpp"

// The reference of moving bodies against motions that are known in closed form.

namespace {

using namespace reference;

constexpr double radius = 0.02, skin = 1e-3, reach = radius + skin;
constexpr ParticleStep falling = {.gravity = {0, 0, -9.81}, .skin = skin};
constexpr ParticleStep weightless = {.skin = skin};

double distance_between(Vector a, Vector b) { return length(a - b); }

World plate(double half) {
    const Vector a = {-half, -half, 0}, b = {half, -half, 0}, c = {half, half, 0},
                 d = {-half, half, 0};
    return {Triangle{a, b, c}, Triangle{a, c, d}};
}

/// The six faces of a cube, two triangles each.
World room(double half) {
    World faces;
    for (int axis = 0; axis < 3; ++axis)
        for (const double side : {-half, half}) {
            const auto corner = [&](double u, double v) {
                const double c[] = {side, u * half, v * half};
                return Vector{c[(3 - axis) % 3], c[(4 - axis) % 3], c[(5 - axis) % 3]};
            };
            faces.emplace_back(Triangle{corner(-1, -1), corner(1, -1), corner(1, 1)});
            faces.emplace_back(Triangle{corner(-1, -1), corner(1, 1), corner(-1, 1)});
        }
    return faces;
}

Body still(World shapes) { return {std::move(shapes), {}, {}}; }

/// The step before becomes the past.
void finish(Body& body, Particle& particle, const BodyOutcome& outcome) {
    body.from = body.to;
    particle.position = outcome.position;
    particle.velocity = outcome.velocity;
}

TEST(MovingBodies, HaveAPoseBetweenPoses) {
    const Vector z = {0, 0, 1};
    const Pose from = {{1, 2, 3}, {}}, to = {{3, 2, 3}, rotation_about(z, 1.2)};
    const Pose half = pose_between(from, to, 0.5);
    EXPECT_LT(distance_between(half.to_world({1, 0, 0}), {2 + std::cos(0.6), 2 + std::sin(0.6), 3}),
              1e-15);
    EXPECT_LT(distance_between(half.to_body(half.to_world({4, 5, 6})), {4, 5, 6}), 1e-14);
    Pose other = to; // the same rotation by the other quaternion
    other.rotation = {0, 0, -to.rotation.z, -to.rotation.w};
    EXPECT_LT(distance_between(pose_between(from, other, 0.3).to_world({1, 0, 0}),
                               pose_between(from, to, 0.3).to_world({1, 0, 0})),
              1e-15);
}

TEST(MovingBodies, LetWhatTouchesNothingFall) {
    const Particle particle = {.position = {0, 0, 5}, .velocity = {1, 2, 3}, .radius = radius};
    const BodyOutcome end = advance_among({still(plate(1))}, particle, falling);
    const double s = falling.seconds;
    EXPECT_LT(distance_between(end.position, {s, 2 * s, 5 + 3 * s - 0.5 * 9.81 * s * s}), 1e-12);
    EXPECT_NEAR(end.velocity.z, 3 - 9.81 * s, 1e-12);
    EXPECT_TRUE(end.contacts.empty());
}

TEST(MovingBodies, CarryWhatRestsOnThem) {
    Body lift = still(plate(1));
    Particle particle = {.position = {0.2, 0.3, reach + 1e-6}, .radius = radius, .restitution = 0};
    double height = 0;
    for (int step = 0; step < 40; ++step) {
        const double speed = step < 10 ? 0 : step < 25 ? 2 : -1;
        height += speed * falling.seconds;
        lift.to.position.z = height;
        const BodyOutcome end = advance_among({lift}, particle, falling, 100);
        EXPECT_FALSE(end.squeezed);
        EXPECT_GE(end.position.z - height, 0.999999 * reach) << step;
        if (step == 24 || step < 10) { // it takes a while to fall after the lift has turned round
            EXPECT_NEAR(end.position.z - height, reach, 1e-5) << step;
            EXPECT_NEAR(end.velocity.z, speed, 1e-2) << step;
        }
        finish(lift, particle, end);
    }
}

TEST(MovingBodies, StrikeAsBatsDo) {
    for (const double restitution : {0.0, 0.5, 1.0}) {
        Body bat = still(plate(1));
        bat.from.position.z = -0.5;
        bat.to.position.z = 0.5; // 60 units a second
        const Particle particle = {
            .position = {0.1, 0.2, 0}, .radius = radius, .restitution = restitution};
        const BodyOutcome end = advance_among({bat}, particle, weightless);
        ASSERT_EQ(end.contacts.size(), 1u);
        EXPECT_NEAR(end.contacts[0].time, 0.5 - reach, 1e-9);
        EXPECT_NEAR(end.contacts[0].speed, 60, 1e-9);
        EXPECT_NEAR(end.velocity.z, (1 + restitution) * 60, 1e-9);
        EXPECT_NEAR(end.position.z, (1 + restitution) * (0.5 + reach),
                    restitution == 0 ? 1.0 : 1e-6);
        EXPECT_GT(end.position.z, 0.5 + 0.999 * reach);
    }
}

/// In a piece of time the plate moves by a hundred thousand times the reach of the point.
TEST(MovingBodies, PassNoPointBetweenTwoPieces) {
    Body bat = still(plate(1));
    bat.from.position.z = -0.47; // beside the point at every end of a piece
    bat.to.position.z = 0.53;
    const Particle point = {.position = {0.1, 0.2, 0}, .restitution = 1};
    const BodyOutcome end = advance_among({bat}, point, {.skin = 1e-6}, 10);
    EXPECT_NEAR(end.velocity.z, 120, 1e-9);
    EXPECT_GT(end.position.z, 0.53);
}

TEST(MovingBodies, TurnWhatRubsOnThem) {
    const Vector z = {0, 0, 1};
    for (const double friction : {0.0, 0.8}) {
        Body table = still(plate(2));
        Particle particle = {
            .position = {0.5, 0, reach}, .radius = radius, .restitution = 0, .friction = friction};
        const double turn = 0.03, omega = turn / falling.seconds; // 1.8 per second
        for (int step = 1; step <= 60; ++step) {
            table.to.rotation = rotation_about(z, turn * step);
            finish(table, particle, advance_among({table}, particle, falling, 50));
        }
        if (friction == 0) {
            EXPECT_LT(distance_between(particle.position, {0.5, 0, reach}), 1e-4);
        } else {
            const double rho = std::hypot(particle.position.x, particle.position.y);
            EXPECT_NEAR(length(particle.velocity), omega * rho, 0.01 * omega * rho);
        }
    }
}

TEST(MovingBodies, KeepInsideWhatIsInside) {
    std::mt19937 random(1);
    const auto uniform = [&](double reach_of_it) {
        return std::uniform_real_distribution<double>(-reach_of_it, reach_of_it)(random);
    };
    const Vector axis = normalised({1, 2, 3});
    for (const double turn : {0.0, 0.1, 0.3}) {
        for (int i = 0; i < 4; ++i) {
            Body box = still(room(0.5));
            Particle particle = {.position = {uniform(0.4), uniform(0.4), uniform(0.4)},
                                 .velocity = {uniform(2), uniform(2), uniform(2)},
                                 .radius = radius,
                                 .restitution = 0.3,
                                 .friction = 0.3};
            for (int step = 1; step <= 30; ++step) {
                box.to = {{0.3 * std::sin(0.1 * step), 0.05 * step, 0.2 * std::sin(0.23 * step)},
                          rotation_about(axis, turn * step)};
                const BodyOutcome end = advance_among({box}, particle, falling, 100);
                finish(box, particle, end);
                const Vector y = box.from.to_body(particle.position);
                ASSERT_LT(std::max({std::fabs(y.x), std::fabs(y.y), std::fabs(y.z)}),
                          0.5 - 0.999 * reach)
                    << "turn " << turn << ", particle " << i << ", step " << step;
            }
        }
    }
}

TEST(MovingBodies, SqueezeWhatHasNoRoom) {
    Body lift = still(plate(1)), ceiling = still(plate(1));
    ceiling.from.position.z = ceiling.to.position.z = 0.1;
    lift.to.position.z = 0.09; // leaves 0.01
    const Particle particle = {.position = {0, 0, 0.05}, .radius = radius, .restitution = 0};
    EXPECT_TRUE(advance_among({lift, ceiling}, particle, weightless).squeezed);
    lift.to.position.z = 0.05; // leaves 0.05
    EXPECT_FALSE(advance_among({lift, ceiling}, particle, weightless).squeezed);
}

} // namespace
