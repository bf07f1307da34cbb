#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "particles/flying.hpp"

// Balls in hollows: a half pipe of many facets, and grooves between two planes.

namespace {

using namespace flying;
using namespace lanecast;

constexpr float pipe_radius = 5, ball_radius = 0.05f;

/// The lower half of a pipe along y, of flat facets.
Scene half_pipe(std::uint32_t facets) {
    std::vector<Vec3> vertices;
    std::vector<Index3> triangles;
    for (std::uint32_t i = 0; i <= facets; ++i) {
        const double angle = std::numbers::pi * i / facets;
        for (const float y : {-5.0f, 5.0f})
            vertices.push_back({static_cast<float>(-pipe_radius * std::cos(angle)), y,
                                static_cast<float>(-pipe_radius * std::sin(angle))});
    }
    for (std::uint32_t k = 0; k < 2 * facets; k += 2) {
        triangles.push_back({k, k + 2, k + 1});
        triangles.push_back({k + 1, k + 2, k + 3});
    }
    Scene scene;
    scene.add(TriangleMesh{.vertices = vertices, .indices = triangles});
    scene.commit();
    return scene;
}

// Each facet counted as a whole contact: of 1,000 facets, a step crosses twelve, so three quarters
// of the steps were given up, and the ball was slower than its velocity.
TEST(ParticlesInAPipe, SwingAsInASmoothOne) {
    for (const std::uint32_t facets : {300u, 1000u, 3000u}) {
        const Scene scene = half_pipe(facets);
        std::vector<Particle> particles;
        for (int i = 0; i < 20; ++i) {
            const double angle = 0.3 + 0.01 * i, r = pipe_radius - ball_radius - 0.02;
            particles.push_back({.position = {static_cast<float>(-r * std::cos(angle)), 0.3f,
                                              static_cast<float>(-r * std::sin(angle))},
                                 .radius = ball_radius,
                                 .restitution = 0,
                                 .response = i % 2 == 0 ? Response::bounce : Response::slide});
        }
        std::vector<double> turned(particles.size(), 0.0);
        for (int step = 1; step <= 240; ++step) {
            const std::vector<Particle> before = particles;
            const StepSummary summary =
                advance(scene, columns(particles), {.gravity = {0, 0, -9.81f}});
            ASSERT_EQ(summary.out_of_impacts, 0u) << facets << " facets, step " << step;
            for (std::size_t i = 0; i < particles.size(); ++i)
                if (turned[i] == 0 && before[i].velocity.x > 0 && particles[i].velocity.x <= 0)
                    turned[i] = step / 60.0;
        }
        double mean = 0;
        for (const double seconds : turned) {
            ASSERT_GT(seconds, 0.0);
            mean += seconds / static_cast<double>(turned.size());
        }
        EXPECT_NEAR(mean, 2.43, 0.0243) << facets;
    }
}

// With gravity along a crease, energy grows by the lift off both surfaces: docs/semantics.md,
// "Energy", says how far.
TEST(ParticlesInAGroove, GainNoMoreEnergyThanStated) {
    constexpr double step_share = 0x1p-14;
    double worst = 0;
    for (const double degrees : {120.0, 90.0, 30.0, 10.0, 2.0, 1.0})
        for (const float along : {0.0f, 1.7f, 9.0f})
            for (const float aside : {0.0f, 0.5f}) // 1: parallel to a side
                for (const float radius : {0.0f, 0.05f}) {
                    const double half = degrees * std::numbers::pi / 360;
                    const auto s = static_cast<float>(std::sin(half));
                    const auto c = static_cast<float>(std::cos(half));
                    Scene scene;
                    scene.add(Planes{.normal = {0, c, s}, .offset = 0});
                    scene.add(Planes{.normal = {0, -c, s}, .offset = 0});
                    scene.commit();
                    const Vec3 gravity = {along, 9.8f * aside * s, -9.65f};
                    const auto energy = [&](const Particle& p) {
                        return 0.5 * dot(p.velocity, p.velocity) - dot(gravity, p.position);
                    };
                    std::vector<Particle> ball{{.position = {0, 0, (1.001f * radius + 1e-4f) / s},
                                                .velocity = {3, 0, 0},
                                                .radius = radius,
                                                .restitution = 0}};
                    const auto advance_by = [&](int steps) {
                        for (int step = 0; step < steps; ++step)
                            advance(scene, columns(ball), {.gravity = gravity});
                    };
                    advance_by(10);
                    const Particle first = ball[0];
                    advance_by(300);
                    const double path = double{ball[0].position.x} - double{first.position.x};
                    // The skin grows with the coordinates, and lifts the ball once.
                    const double lifted =
                        std::max(0.0, double{ball[0].position.z} - double{first.position.z});
                    const double gain = energy(ball[0]) - energy(first) - 9.65 * lifted;
                    const double bound =
                        step_share * std::sqrt(dot(gravity, gravity)) * path / std::sin(half);
                    EXPECT_LE(gain, bound) << degrees << " degrees, along " << along << ", aside "
                                           << aside << ", radius " << radius;
                    worst = std::max(worst, gain / bound);
                }
    EXPECT_GT(worst, 0.1); // the bound means something
}

// A point without a skin, in the crease of two walls, flew from one wall to the other and back,
// over gaps that rounding of its position left as they were. Its impacts were spent after a
// hundredth of the way, in one of 700 steps of random worlds.
TEST(ParticlesInAGroove, FlyAlongItHoweverThinTheirSkin) {
    Scene room;
    room.add(Planes{.normal = {-1, 0, 0}, .offset = -2});
    room.add(Planes{.normal = {0, 0, -1}, .offset = -2});
    room.commit();
    const Step step = {.seconds = 1.0f / 30.0f, .gravity = {1.62793f, 5.09302f, 8.4505f}};
    for (int i = 0; i < 1000; ++i) {
        Numbers numbers(static_cast<std::uint64_t>(i));
        const float gap = numbers.between(4e-6f, 2e-5f), other = numbers.between(4e-6f, 2e-5f);
        const float y = numbers.between(-2, 2), speed = numbers.between(1, 8);
        std::vector<Particle> points{{.position = {2 - gap, y, 2 - other},
                                      .velocity = {0, speed, 0},
                                      .radius = 0,
                                      .response = Response::slide}};
        advance(room, columns(points), step);
        const double way = step.seconds * (speed + 0.5 * step.seconds * step.gravity.y);
        EXPECT_NEAR(points[0].position.y, y + way, 0.01 * way) << i;
        EXPECT_EQ(points[0].flags, flag::hit) << i;
    }
}

} // namespace
