#include <gtest/gtest.h>

#include <cstdio>

#include "particles/flying.hpp"

// Responses of particles at surfaces, against formulas.

namespace {

using namespace flying;
using namespace lanecast;

constexpr float skin = 1e-3f;

TEST(Particles, FlyStraightWhereNothingIs) {
    const Scene nothing;
    std::vector<Particle> particles(3);
    particles[1].position = {1, 2, 3};
    particles[1].velocity = {4, 5, 6};
    const StepSummary step = advance(nothing, columns(particles), {.seconds = 0.5f});
    EXPECT_EQ(particles[1].position, (Vec3{3, 4.5f, 6}));
    EXPECT_EQ(particles[1].velocity, (Vec3{4, 5, 6}));
    EXPECT_EQ(particles[1].flags, 0u);
    EXPECT_EQ(step.particles, 3u);
    EXPECT_EQ(step.moved, 1u);
    EXPECT_EQ(step.contacts, 0u);
}

TEST(Particles, ReachTheTerminalSpeedOfLinearDrag) {
    const Scene nothing;
    std::vector<Particle> particles(1);
    for (int i = 0; i < 2000; ++i)
        advance(nothing, columns(particles),
                {.seconds = 0.01f, .gravity = {0, 0, -10}, .drag = 2.0f});
    EXPECT_NEAR(particles[0].velocity.z, -5.0f, 5e-5f);
}

TEST(Particles, BounceOffEachShapeAsAMirrorWould) {
    const auto shapes = shapes_with_a_top();
    for (std::size_t kind = 0; kind < shapes.size(); ++kind)
        for (const float restitution : {1.0f, 0.5f, 0.0f})
            for (const Vec3 velocity : {Vec3{0, 0, -4}, Vec3{3, 0, -4}, Vec3{-1, 2, -3}}) {
                SCOPED_TRACE(names[kind]);
                const Scene scene = world_of(shapes[kind]);
                constexpr float radius = 0.25f;
                const Vec3 top = {0, 0, 1 + radius + skin};
                std::vector<Particle> particles(1);
                particles[0] = {.position = plus(top, -0.25, velocity),
                                .velocity = velocity,
                                .radius = radius,
                                .restitution = restitution};
                const StepSummary step =
                    advance(scene, columns(particles), {.seconds = 0.375f, .skin = skin});
                const Vec3 after = {velocity.x, velocity.y, -restitution * velocity.z};
                // The path of a particle that slides leads off the surface by 2^-14 of its length.
                const double leads_off = restitution == 0 ? 3e-4 : 0;
                EXPECT_LE(length(minus(particles[0].velocity, after)), 2e-5);
                EXPECT_LE(length(minus(particles[0].position, plus(top, 0.125, after))),
                          1e-5 + 0.125 * leads_off);
                EXPECT_EQ(step.contacts, 1u);
                EXPECT_EQ(particles[0].flags & flag::hit, flag::hit);
            }
}

TEST(Particles, BounceBetweenTwoWallsAThousandTimes) {
    Scene room;
    room.add(Planes{.normal = {1, 0, 0}, .offset = 0});
    room.add(Planes{.normal = {-1, 0, 0}, .offset = -2});
    room.commit();
    std::vector<Particle> particles(1);
    particles[0] = {.position = {1, 0, 0}, .velocity = {10, 0.003f, 0}, .radius = 0.5f};
    std::size_t contacts = 0;
    const double gap = 2.0 - 2.0 * (0.5 + skin);
    int steps = 0;
    for (; contacts < 1000; ++steps)
        contacts += advance(room, columns(particles),
                            {.seconds = 1.0f / 64, .max_impacts = 8, .skin = skin})
                        .contacts;
    // The position is a triangular wave of the distance travelled.
    const double way = std::fmod(10.0 * steps / 64 + gap / 2, 2 * gap);
    const double x = 0.5 + skin + (way < gap ? way : 2 * gap - way);
    EXPECT_NEAR(particles[0].position.x, x, 1000 * 5e-6);
    EXPECT_NEAR(std::abs(particles[0].velocity.x), 10.0, 1e-3);
    EXPECT_NEAR(particles[0].position.y, 0.003 * steps / 64, 1e-4);
    std::printf("after %zu bounces: off by %.2g\n", contacts, particles[0].position.x - x);
}

/// Normal of a plane through the origin that rises to the left at an angle.
Vec3 normal_of_slope(double angle) {
    return {static_cast<float>(std::sin(angle)), 0, static_cast<float>(std::cos(angle))};
}

TEST(Particles, SlideDownASlopeByCoulombsLaw) {
    for (const double angle : {0.3, 0.7, 1.2})
        for (const double friction : {0.0, 0.1, 0.25}) {
            const Vec3 normal = normal_of_slope(angle);
            const Scene scene = world_of(Planes{.normal = normal, .offset = 0});
            std::vector<Particle> particles(1);
            particles[0] = {.position = plus({}, 0.5 + skin, normal),
                            .radius = 0.5f,
                            .restitution = 0.0f,
                            .friction = static_cast<float>(friction)};
            constexpr int steps = 500;
            for (int i = 0; i < steps; ++i)
                advance(scene, columns(particles),
                        {.seconds = 0.01f, .gravity = {0, 0, -10}, .skin = skin});
            const double acceleration = 10 * (std::sin(angle) - friction * std::cos(angle));
            const double seconds = steps * 0.01;
            EXPECT_NEAR(length(particles[0].velocity), acceleration * seconds,
                        2e-3 * acceleration * seconds)
                << angle << " " << friction;
            const double height = dot(particles[0].position, normal);
            EXPECT_GE(height, 0.5);
            EXPECT_LE(height, 0.51); // the skin grows with the distance from the origin
        }
}

TEST(Particles, SlideAlongWallsCreasesAndNotOutOfCorners) {
    Scene corner; // a corner of a room, towards +x +y -z
    corner.add(Planes{.normal = {-1, 0, 0}, .offset = -1});
    corner.add(Planes{.normal = {0, -1, 0}, .offset = -1});
    corner.add(Planes{.normal = {0, 0, 1}, .offset = -1});
    corner.commit();
    const auto slid = [&](Vec3 from, Vec3 velocity, float seconds) {
        std::vector<Particle> particles(1);
        particles[0] = {.position = from, .velocity = velocity, .response = Response::slide};
        advance(corner, columns(particles), {.seconds = seconds, .skin = skin});
        return particles[0];
    };
    const float wall = 1.0f - 0.1f - skin;
    const Particle along_wall = slid({wall, -10, 0}, {5, 2, 0}, 1);
    EXPECT_NEAR(along_wall.position.x, wall, 1e-3);
    EXPECT_NEAR(along_wall.position.y, -8, 1e-3);
    EXPECT_NEAR(along_wall.velocity.y, 2, 1e-3);
    const Particle along_crease = slid({wall, wall, 5}, {5, 4, -2}, 1);
    EXPECT_NEAR(along_crease.position.z, 3, 1e-3);
    EXPECT_LE(length(minus(along_crease.velocity, {0, 0, -2})), 1e-2);
    const Particle in_corner = slid({0, 0, 0}, {5, 4, -3}, 1);
    EXPECT_NEAR(in_corner.position.x, wall, 1e-3);
    EXPECT_NEAR(in_corner.position.y, wall, 1e-3);
    EXPECT_NEAR(in_corner.position.z, -wall, 1e-3);
    EXPECT_EQ(in_corner.velocity, (Vec3{0, 0, 0}));
}

TEST(Particles, StickAreKilledAndPass) {
    const Scene floor = world_of(Planes{.normal = {0, 0, 1}, .offset = 0});
    const auto dropped = [&](Response response, int steps) {
        std::vector<Particle> particles(1);
        particles[0] = {.position = {0, 0, 1}, .velocity = {1, 0, -2}, .response = response};
        for (int i = 0; i < steps; ++i)
            advance(floor, columns(particles),
                    {.seconds = 1, .gravity = {0.5f, 0, 0}, .skin = skin});
        return particles[0];
    };
    const Particle stuck = dropped(Response::stick, 1), later = dropped(Response::stick, 5);
    EXPECT_EQ(stuck, later);
    EXPECT_EQ(stuck.velocity, (Vec3{0, 0, 0}));
    EXPECT_NEAR(stuck.position.z, 0.1f + skin, 1e-5f);
    EXPECT_EQ(stuck.flags, flag::hit | flag::stuck);
    const Particle killed = dropped(Response::kill, 3);
    EXPECT_EQ(killed.position, stuck.position);
    EXPECT_EQ(killed.flags, flag::hit | flag::killed);
    const Particle sensor = dropped(Response::sensor, 1);
    EXPECT_EQ(sensor.position.z, -1.0f);
    EXPECT_EQ(sensor.flags, flag::hit);
}

TEST(Particles, OfSensorsReportWhatTheyBeginToTouch) {
    Scene beads;
    const std::vector<Vec3> places = {{3, 0, 0}, {1, 0, 0}, {2, 0, 0}, {9, 0, 0}, {0, 0, 0}};
    beads.add(Spheres{.center = places, .radius = 0.25f});
    beads.commit();
    std::vector<Particle> particles(1);
    particles[0] = {.velocity = {8, 0, 0}, .response = Response::sensor}; // starts in the last bead
    std::vector<std::uint32_t> ids(8, no_id), particle(8);
    std::vector<float> times(8);
    const StepSummary step =
        advance(beads, columns(particles), {.seconds = 1, .max_impacts = 8},
                {.particle = particle, .time = times, .id = ids, .capacity = ids.size()});
    EXPECT_EQ(step.contacts, 3u);
    EXPECT_EQ(ids, (std::vector<std::uint32_t>{1, 2, 0, no_id, no_id, no_id, no_id, no_id}));
    EXPECT_NEAR(times[0], 0.65f / 8, 1e-4f); // minus the skin
    EXPECT_NEAR(times[1], 1.65f / 8, 1e-4f);
    EXPECT_EQ(particles[0].position, (Vec3{8, 0, 0}));
}

TEST(Particles, ArePushedOutNoFasterThanAllowed) {
    const Scene ball = world_of(Spheres{.center = {0, 0, 0}, .radius = 1});
    std::vector<Particle> particles(1);
    particles[0] = {.position = {0, 0.5f, 0}, .radius = 0.25f};
    int steps = 0;
    for (float before = 0.5f; steps < 20; ++steps, before = particles[0].position.y) {
        const StepSummary step = advance(ball, columns(particles),
                                         {.seconds = 0.1f, .skin = skin, .max_push_out_speed = 2});
        EXPECT_LE(particles[0].position.y - before, 0.2001f);
        EXPECT_EQ(particles[0].velocity, (Vec3{0, 0, 0}));
        if (step.pushed_out == 0)
            break;
        EXPECT_NE(particles[0].flags & flag::inside, 0u);
    }
    EXPECT_EQ(steps, 4); // 0.751 in steps of 0.2
    EXPECT_NEAR(particles[0].position.y, 1.25f + skin, 1e-5f);
    EXPECT_EQ(particles[0].position.x, 0.0f);
}

TEST(Particles, ThatAreInTheWayOfEachOthersPushAreBlocked) {
    Scene press; // a gap that is too narrow
    press.add(Aabbs{.lo = {-5, -5, -2}, .hi = {5, 5, 0}});
    press.add(Aabbs{.lo = {-5, -5, 0.15f}, .hi = {5, 5, 2}});
    press.commit();
    std::vector<Particle> particles(1);
    particles[0] = {.position = {0, 0, 0.05f}};
    for (int i = 0; i < 10; ++i)
        advance(press, columns(particles), {.seconds = 0.1f, .skin = skin});
    EXPECT_NE(particles[0].flags & flag::blocked, 0u);
    EXPECT_GE(particles[0].position.z, 0.0f);
    EXPECT_LE(particles[0].position.z, 0.15f);
}

// A push off a leaning wall was dropped because it leads into the floor. Particles that slid along
// a groove lost some of their clearance to rounding errors in each step, never got it back, and one
// went through.
TEST(Particles, ArePushedOffALeaningWallAlongTheFloor) {
    Scene corner;
    corner.add(Planes{.normal = {0.8f, 0, -0.6f}, .offset = 0}); // the only overlap
    corner.add(Planes{.normal = {0, 0, 1}, .offset = 0});
    corner.commit();
    constexpr float radius = 0.25f, beside = (radius + 0.6f * radius) / 0.8f; // touches both
    std::vector<Particle> particles(1);
    particles[0] = {.position = {beside - 0.1f, 0.3f, radius + skin}, .radius = radius};
    StepSummary step;
    for (int i = 0; i < 10; ++i)
        step = advance(corner, columns(particles), {.seconds = 0.1f, .skin = skin});
    EXPECT_EQ(particles[0].flags & (flag::inside | flag::blocked), 0u);
    EXPECT_GE(particles[0].position.x, beside);
    EXPECT_NEAR(particles[0].position.z, radius + skin, 0.1f * skin);
    EXPECT_EQ(particles[0].velocity, (Vec3{0, 0, 0}));
}

TEST(Particles, AreCarriedByALiftAndStruckByABat) {
    Scene lift;
    const auto deck = [](float height) {
        return Boxes{.center = {0, 0, height - 0.5f}, .half_extents = {2, 2, 0.5f}};
    };
    const IdRange ids = lift.add(deck(0));
    lift.commit();
    for (const float speed : {2.0f, -1.0f}) {
        std::vector<Particle> particles(1);
        particles[0] = {.position = {0, 0, 0.2f}, .restitution = 0.0f};
        constexpr int steps = 200;
        float height = 0;
        for (int i = 0; i < steps; ++i) {
            height += speed * 0.01f;
            lift.update(ids, deck(height));
            lift.commit();
            advance(lift, columns(particles),
                    {.seconds = 0.01f,
                     .gravity = {0, 0, -10},
                     .skin = skin,
                     .shape_velocity = Vec3{0, 0, speed}});
        }
        EXPECT_NEAR(particles[0].position.z - height, 0.1f + skin, 0.025f) << speed;
        EXPECT_NEAR(particles[0].velocity.z, speed, 0.15f);
        lift.update(ids, deck(0));
        lift.commit();
    }
    // An elastic ball that hits a moving wall gains twice the speed of the wall.
    std::vector<Particle> particles(1);
    particles[0] = {.position = {0, 0, 1}, .velocity = {0, 0, -3}};
    advance(lift, columns(particles), {.seconds = 1, .shape_velocity = Vec3{0, 0, 5}});
    EXPECT_NEAR(particles[0].velocity.z, 13.0f, 1e-4f);
}

TEST(Particles, NameTheirContactsInTheOrderOfParticleAndTime) {
    Scene room;
    for (const float side : {-1.0f, 1.0f})
        for (const Vec3 axis : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}})
            room.add(Planes{.normal = plus({}, -side, axis), .offset = -1});
    room.commit();
    Numbers numbers(3);
    std::vector<Particle> particles(20000);
    for (Particle& particle : particles)
        particle = {.position = numbers.in_cube(0.8f), .velocity = numbers.in_cube(20)};
    const auto run = [&](std::size_t capacity, std::vector<std::uint32_t>& found,
                         std::vector<std::uint32_t>& who, std::vector<float>& when,
                         std::vector<float>& speed) {
        std::vector<Particle> copy = particles;
        who.assign(capacity, no_id);
        when.assign(capacity, -1);
        speed.assign(capacity, -1);
        found.assign(copy.size(), 77);
        return advance(room, columns(copy), {.seconds = 0.2f, .max_impacts = 16},
                       {.particle = who,
                        .time = when,
                        .normal_speed = speed,
                        .found = found,
                        .capacity = capacity});
    };
    std::vector<std::uint32_t> found, who, few;
    std::vector<float> when, speed;
    const StepSummary step = run(200000, found, who, when, speed);
    ASSERT_GT(step.contacts, 20000u);
    EXPECT_EQ(step.truncated, 0u);
    std::size_t row = 0;
    for (std::size_t i = 0; i < particles.size(); ++i)
        for (std::uint32_t k = 0; k < found[i]; ++k, ++row) {
            ASSERT_EQ(who[row], i);
            ASSERT_GT(speed[row], 0.0f);
            if (k != 0) {
                ASSERT_GE(when[row], when[row - 1]);
            }
        }
    EXPECT_EQ(row, step.contacts);
    EXPECT_EQ(who[row], no_id);
    const StepSummary cut = run(1000, found, few, when, speed);
    EXPECT_EQ(cut.contacts, step.contacts);
    EXPECT_EQ(cut.truncated, step.contacts - 1000);
    EXPECT_TRUE(std::equal(few.begin(), few.end(), who.begin()));
}

// An elastic ball that ran along a floor under a leaning wall stopped dead: if the bounce off one
// plane led into the other, the velocity before the bounce was projected, not the one after it.
TEST(Particles, BounceBackOutOfAWedge) {
    Scene scene;
    const float half = std::sqrt(0.5f);
    scene.add(Planes{.normal = {0, 0, 1}, .offset = 0});
    scene.add(Planes{.normal = {-half, 0, -half}, .offset = -1});
    scene.commit();
    std::vector<Particle> particles(1);
    particles[0] = {.position = {0, 0, 0.1001f}, .velocity = {3, 0, 0}, .restitution = 1};
    double slowest = 3;
    for (int i = 0; i < 60; ++i) {
        advance(scene, columns(particles), {.seconds = 1.0f / 60});
        slowest = std::min(slowest, length(particles[0].velocity));
    }
    EXPECT_LT(particles[0].velocity.x, -1);
    EXPECT_GT(slowest, 2);
}

// Beside an edge the contact point was the foot on the plane of the face, off the box.
TEST(Particles, TouchPointsOfTheShape) {
    Scene scene;
    scene.add(Aabbs{.lo = {1, -1, 0}, .hi = {2, 0, 1}});
    scene.commit();
    std::vector<Particle> particles(1);
    particles[0] = {.position = {0.995f, -0.5f, 1.6f},
                    .velocity = {0, 0, -20},
                    .radius = 0.38f,
                    .response = Response::slide};
    std::vector<Vec3> point(1);
    const StepSummary step =
        advance(scene, columns(particles), {}, {.point = point, .capacity = point.size()});
    ASSERT_EQ(step.contacts, 1u);
    EXPECT_EQ(point[0], (Vec3{1, -0.5f, 1}));
}

TEST(Responses, ByThemselvesDoWhatAdvanceDoes) {
    const std::vector<Vec3> velocities = {{1, 2, -3}, {1, 2, 3}, {0, 0, -1}};
    std::vector<Vec3> after(3);
    Summary sum =
        reflect({.velocity = velocities, .normal = {0, 0, 1}, .restitution = 0.5f}, after);
    EXPECT_EQ(after, (std::vector<Vec3>{{1, 2, 1.5f}, {1, 2, 3}, {0, 0, 0.5f}}));
    EXPECT_EQ(sum.hits, 2u);
    // Friction takes at most the tangential part.
    reflect({.velocity = velocities, .normal = {0, 0, 1}, .restitution = 0, .friction = 10}, after);
    EXPECT_EQ(after[0], (Vec3{0, 0, 0}));

    sum = slide({.velocity = velocities, .normal = {0, 0, 1}}, after);
    EXPECT_LE(length(minus(after[0], {1, 2, 0})), 1e-3);
    EXPECT_GT(after[0].z, 0.0f);
    EXPECT_EQ(after[1], velocities[1]);
    EXPECT_EQ(after[2], (Vec3{0, 0, 0}));
    EXPECT_EQ(sum.hits, 2u);
    slide({.velocity = {-1, -2, -3}, .normal = {0, 0, 1}, .second = {1, 0, 0}},
          std::span(after).first(1));
    EXPECT_LE(length(minus(after[0], {0, -2, 0})), 1e-3);
    slide({.velocity = {-1, -2, -3}, .normal = {0, 0, 1}, .second = {1, 0, 0}, .third = {0, 1, 0}},
          std::span(after).first(1));
    EXPECT_EQ(after[0], (Vec3{0, 0, 0}));

    std::vector<Vec3> in_place = velocities;
    sum = push_out(
        {.velocity = in_place, .normal = {0, 0, 1}, .depth = 4, .seconds = 2, .max_speed = 1.5f},
        in_place);
    EXPECT_EQ(in_place, (std::vector<Vec3>{{1, 2, 1.5f}, {1, 2, 3}, {0, 0, 1.5f}}));
    EXPECT_EQ(sum.hits, 2u);

    const std::vector<Vec3> bad = {{NAN, 0, 0}, {1, 0, 0}};
    std::vector<Vec3> out(2, Vec3{9, 9, 9});
    sum = reflect({.velocity = bad, .normal = {0, 0, 1}}, out);
    EXPECT_EQ(out, (std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}}));
    EXPECT_EQ(sum.invalid, 1u);
}

// pushed_out counted particles that are killed in an overlap, which nothing pushes.
TEST(ParticlesInAnOverlap, AreNotPushedIfItStopsThem) {
    const Scene scene = world_of(Aabbs{.lo = {-1, -1, -1}, .hi = {1, 1, 0}});
    for (const Response response : {Response::kill, Response::stick, Response::bounce}) {
        std::vector<Particle> particles{{.position = {0, 0, 0.05f},
                                         .velocity = {0, 0, -1},
                                         .radius = 0.1f,
                                         .response = response}};
        const StepSummary step = advance(scene, columns(particles), {.seconds = 0.1f});
        const bool is_pushed = response == Response::bounce;
        EXPECT_EQ(step.pushed_out, is_pushed ? 1u : 0u);
        EXPECT_EQ(particles[0].position.z > 0.09f, is_pushed);
    }
}

} // namespace
