#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "particles/moving/bodies.hpp"

// Particles that run out of room or out of contacts, and particles that stick or are killed, go
// with the instance to the end of the step.

namespace {

using namespace flying;
using namespace lanecast;
using namespace moving;

constexpr float skin = 1e-3f, radius = 0.05f;

Scene slab() {
    Scene scene;
    scene.add(Aabbs{.lo = {-9, -9, -9}, .hi = {9, 9, 0}});
    scene.commit();
    return scene;
}

TEST(ParticlesInAPress, NeverPassTheCeiling) {
    for (const double speed : {0.01, 0.1, 1.0}) {
        Scene scene;
        Body lift(scene, slab());
        const std::vector<Vec3> corners{{-3, -3, 1}, {3, -3, 1}, {3, 3, 1}, {-3, 3, 1}};
        const std::vector<Index3> triangles{{0, 1, 2}, {0, 2, 3}};
        scene.add(TriangleMesh{.vertices = corners, .indices = triangles});
        scene.commit();
        Numbers numbers(1);
        std::vector<Particle> particles(100);
        for (Particle& particle : particles) {
            const Vec3 at = numbers.in_cube(1.2f);
            particle = {.position = {at.x, at.y, 0.1f + 0.3f * (1 + at.z)},
                        .radius = radius,
                        .restitution = 0};
        }
        std::size_t through = 0, pressed = 0, silent = 0;
        double height = 0;
        const auto move_lift = [&](double by) {
            height += by;
            lift.move_to({0, 0, static_cast<float>(height)}, {});
            scene.commit();
            advance(scene, columns(particles), {.gravity = falling, .skin = skin});
        };
        while (height < 1.2) {
            move_lift(speed);
            for (const Particle& particle : particles) {
                through += double{particle.position.z} > 1 - double{radius};
                const double gap = lift.place_at_end(particle.position).z - double{radius};
                pressed += gap < 0;
                silent += gap < 0 && (particle.flags & flag::blocked) == 0;
            }
        }
        EXPECT_EQ(through, 0u) << speed;
        EXPECT_GE(pressed, particles.size()) << speed;
        EXPECT_EQ(silent, 0u) << speed;
        while (height > 0)
            move_lift(-speed);
        for (int i = 0; i < 60; ++i)
            move_lift(0);
        for (const Particle& particle : particles) {
            EXPECT_LT(double{particle.position.z}, 1 - double{radius}) << speed;
            EXPECT_GT(lift.place_at_end(particle.position).z, double{radius}) << speed;
        }
    }
}

struct LastContact {
    Vector place; ///< centre of the particle, in the frame of the instance
    std::uint32_t flags = 0;
    Vector end; ///< likewise, at the end of the step
};

/// Moves one particle a step and follows its last contact.
LastContact follow(const Scene& scene, const Body& body, std::vector<Particle>& particles,
                   std::uint32_t max_impacts) {
    constexpr std::size_t most = 512;
    std::vector<Vec3> points(most), normals(most);
    std::vector<float> times(most);
    const StepSummary step =
        advance(scene, columns(particles), {.max_impacts = max_impacts, .skin = skin},
                {.time = times, .point = points, .normal = normals, .capacity = most});
    EXPECT_GT(step.contacts, 0u);
    EXPECT_LE(step.contacts, most);
    const std::size_t last = step.contacts - 1;
    const double f = double{times[last]} / double{seconds};
    const Vector center =
        exact(points[last]) + (double{radius} + double{skin}) * exact(normals[last]);
    return {reference::pose_between(body.from, body.to, f).to_body(center), particles[0].flags,
            body.place_at_end(particles[0].position)};
}

// The time of a contact is rounded to float, and the instance moves by up to 2 meanwhile.
constexpr double rounding = 64 * e * 4;

TEST(ParticlesOutOfImpacts, AreTakenToTheEndOfTheStep) {
    for (const double turn : {0.0, 0.3})
        for (const std::uint32_t max_impacts : {1u, 4u})
            for (int k = 0; k < 50; ++k) {
                Numbers numbers(static_cast<std::uint64_t>(k));
                Scene scene;
                Body box(scene, make_room(1));
                scene.commit();
                box.move_to({0.5f, 0.2f, 0.8f}, about({1, 2, 3}, turn));
                scene.commit();
                std::vector<Particle> particles{{.position = numbers.in_cube(0.5f),
                                                 .velocity = plus({}, 3000, numbers.direction()),
                                                 .radius = radius}};
                const LastContact last = follow(scene, box, particles, max_impacts);
                ASSERT_NE(last.flags & flag::out_of_impacts, 0u) << k;
                // The instance raises the skin by the length of the path in its frame.
                const double raised = 16 * e * (1 + 3000 * double{seconds});
                ASSERT_LT(reference::length(last.end - last.place), raised + rounding)
                    << turn << " " << k;
            }
}

TEST(ParticlesThatStick, RideToTheEndOfTheStepAndStay) {
    for (const Response response : {Response::stick, Response::kill})
        for (const double turn : {0.0, 0.3}) {
            Scene scene;
            Body lift(scene, make_plate(2));
            scene.commit();
            lift.move_to({0.5f, 0.2f, 1}, about({1, 2, 3}, turn));
            scene.commit();
            std::vector<Particle> particles{
                {.position = {0.3f, 0.2f, 0.4f}, .radius = radius, .response = response}};
            const LastContact last = follow(scene, lift, particles, 4);
            ASSERT_NE(last.flags & (flag::stuck | flag::killed), 0u);
            EXPECT_LT(reference::length(last.end - last.place), rounding) << turn;
            EXPECT_EQ(particles[0].velocity, Vec3{});
            const Particle before = particles[0];
            for (int i = 0; i < 5; ++i) {
                lift.move_to({0.5f, 0.2f, 1.5f + static_cast<float>(i)}, {});
                scene.commit();
                advance(scene, columns(particles), {.gravity = falling, .skin = skin});
                EXPECT_EQ(particles[0], before) << i;
            }
        }
}

// The sweep that takes a particle to the end of the step ignored the instance, but in place of the
// shapes that the particle ignores. So a shelf that the particle ignores stopped it.
TEST(ParticlesThatStick, RidePastShapesThatTheyIgnore) {
    Scene scene;
    Body lift(scene, slab());
    const IdRange shelves = scene.add(Aabbs{.lo = {-1, -1, 0.6f}, .hi = {1, 1, 0.7f}, .count = 1});
    scene.commit();
    lift.move_to({0, 0, 1}, {});
    scene.commit();
    for (const bool is_ignored : {false, true}) {
        std::vector<Particle> particles{{.position = {0, 0, 0.3f},
                                         .radius = radius,
                                         .response = Response::stick,
                                         .ignore = is_ignored ? shelves[0] : no_id}};
        advance(scene, columns(particles), {.skin = skin});
        EXPECT_EQ((particles[0].flags & flag::blocked) == 0, is_ignored);
        EXPECT_NEAR(double{particles[0].position.z},
                    (is_ignored ? 1 + double{radius} : 0.6 - double{radius}) +
                        (is_ignored ? 1 : -1) * double{skin},
                    double{skin} / 4);
    }
}

/// A wheel with four paddles.
Scene paddles() {
    Scene scene;
    scene.add(Aabbs{.lo = {-0.95f, -0.05f, -1}, .hi = {0.95f, 0.05f, 1}});
    scene.add(Aabbs{.lo = {-0.05f, -0.95f, -1}, .hi = {0.05f, 0.95f, 1}});
    scene.commit();
    return scene;
}

double distance_to_paddles(Vector at) {
    const reference::Box boxes[] = {reference::box_between({-0.95, -0.05, -1}, {0.95, 0.05, 1}),
                                    reference::box_between({-0.05, -0.95, -1}, {0.05, 0.95, 1})};
    return std::min(reference::signed_distance(boxes[0], at),
                    reference::signed_distance(boxes[1], at));
}

// Two wheels mesh between four walls and squeeze particles in the corners. They turn by so little
// that the bound of "Places are kept" is below a quarter of the skin.
TEST(ParticlesBetweenGears, AreFlaggedInTheStepInWhichTheyLeak) {
    constexpr double turn = 0.002;
    constexpr float gap = 6e-3f;
    Scene scene;
    const Scene wheel = paddles();
    const Quaternion eighth = about({0, 0, 1}, std::numbers::pi / 4);
    for (const float side : {-1.0f, 1.0f}) {
        scene.add(Planes{.normal = Vec3{0, -side, 0}, .offset = -0.4f});
        scene.add(Planes{.normal = Vec3{-side, 0, 0}, .offset = -0.4f - side * 0.75f});
    }
    Body left(scene, wheel), right(scene, wheel, {1.5f, 0, 0}, eighth);
    scene.commit();
    Numbers numbers(9);
    std::vector<Particle> particles;
    while (particles.size() < 300) {
        const Vec3 at = plus({0.75f, 0, 0}, 0.34, numbers.in_cube(1));
        if (distance_to_paddles(left.place_at_end(at)) > 0.06 &&
            distance_to_paddles(right.place_at_end(at)) > 0.06)
            particles.push_back(
                {.position = at, .radius = radius, .restitution = 0.3f, .friction = 2});
    }
    std::vector<bool> was_in(particles.size());
    std::size_t leaked = 0, silent = 0, contacts = 0;
    for (int i = 1; i <= 1600; ++i) {
        left.move_to({}, about({0, 0, 1}, turn * i));
        right.move_to({1.5f, 0, 0}, about({0, 0, 1}, std::numbers::pi / 4 - turn * i));
        scene.commit();
        contacts += advance(scene, columns(particles), {.max_impacts = 8, .skin = gap}).contacts;
        for (std::size_t k = 0; k < particles.size(); ++k) {
            const bool is_in =
                std::min(distance_to_paddles(left.place_at_end(particles[k].position)),
                         distance_to_paddles(right.place_at_end(particles[k].position))) <
                double{radius};
            leaked += is_in && !was_in[k];
            silent += is_in && !was_in[k] &&
                      (particles[k].flags & (flag::blocked | flag::out_of_impacts)) == 0;
            was_in[k] = is_in;
        }
    }
    EXPECT_EQ(silent, 0u);
    EXPECT_GT(leaked, 0u);
    EXPECT_GT(contacts, particles.size());
}

// The nearest velocity that leads into neither surface exists as soon as their normals are not
// exactly opposite. Below a ceiling that was tilted by 1e-5, a ball on a lift of 0.5 m/s flew off
// at 50 km/s.
TEST(ParticlesBetweenSurfacesThatCloseIn, AreSqueezedAndNotShotOff) {
    for (const float angle : {0.0f, 1e-7f, 1e-5f, 1e-3f}) {
        Scene scene;
        const IdRange lift = scene.add(slab(), Instances{.position = Vec3{0, 0, 0}});
        scene.add(slab(),
                  Instances{.position = Vec3{0, 0, 0.25f},
                            .rotation = Quaternion{0, std::cos(angle), 0, std::sin(angle)}});
        scene.commit();
        std::vector<Particle> ball{{.position = {0, 0, 0.105f}, .radius = 0.1f, .restitution = 0}};
        float height = 0;
        double fastest = 0;
        for (int step = 0; step < 12; ++step) {
            height += 0.5f / 60;
            scene.move(lift, {.position = Vec3{0, 0, height}});
            scene.commit();
            advance(scene, columns(ball), {.skin = skin});
            fastest = std::max(fastest, length(ball[0].velocity));
        }
        EXPECT_GE(fastest, 0.49) << angle;
        EXPECT_LE(fastest, 0.51) << angle;
        EXPECT_LT(std::abs(ball[0].position.x), 1) << angle;
        EXPECT_NE(ball[0].flags & flag::blocked, 0u) << angle;
    }
}

} // namespace
