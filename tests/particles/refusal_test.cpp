#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <functional>
#include <limits>

#include "particles/flying.hpp"

// Invalid calls are refused before anything is written. Invalid particles are left as they are.

namespace {

using namespace flying;
using namespace lanecast;

void expect_refused(const Step& step, const char* field, ErrorCode code = ErrorCode::bad_value) {
    const Scene scene = world_of(Planes{.normal = {0, 0, 1}, .offset = 0});
    std::vector<Particle> particles(2);
    particles[0].position = {0, 0, 5};
    particles[0].velocity = {1, 0, 0};
    const std::vector<Particle> before = particles;
    try {
        advance(scene, columns(particles), step);
        ADD_FAILURE() << field << " was taken";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), code) << error.what();
        EXPECT_EQ(error.field(), field) << error.what();
    }
    EXPECT_EQ(particles, before);
}

TEST(ParticleCalls, WithBadSettingsAreRefused) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const float infinity = std::numeric_limits<float>::infinity();
    for (const float bad : {nan, infinity, -1.0f}) {
        expect_refused({.seconds = bad}, "Step.seconds");
        expect_refused({.drag = bad}, "Step.drag");
        expect_refused({.skin = bad}, "Step.skin");
        expect_refused({.max_push_out_speed = bad}, "Step.max_push_out_speed");
        expect_refused({.rest_speed = bad}, "Step.rest_speed");
    }
    expect_refused({.gravity = {0, nan, 0}}, "Step.gravity");
    expect_refused({.max_impacts = 0}, "Step.max_impacts");
    const std::vector<Vec3> none;
    expect_refused({.shape_velocity = none}, "Step.shape_velocity", ErrorCode::wrong_length);
}

// After the removal of shapes at the end, a column with an element for each id was refused, because
// the end of the removed ids counted, and the error spoke of the count of a batch.
TEST(ParticleCalls, NeedAVelocityForEachIdThatExists) {
    Scene scene;
    for (int i = 0; i < 3; ++i)
        scene.add(Spheres{.center = Vec3{10.0f * static_cast<float>(i), 0, 0}, .radius = 1.0f});
    scene.remove(1u);
    scene.remove(2u);
    scene.add(Spheres{.center = Vec3{10, 0, 0}, .radius = 1.0f});
    scene.commit();
    std::vector<Particle> particles(1);
    const std::vector<Vec3> of_two(2), of_one(1);
    advance(scene, columns(particles), {.shape_velocity = of_two});
    try {
        advance(scene, columns(particles), {.shape_velocity = of_one});
        ADD_FAILURE();
    } catch (const Error& error) {
        EXPECT_STREQ(error.what(), "Step.shape_velocity has 1 elements, must have one for each id "
                                   "of the scene, the largest of which is 1");
    }
}

TEST(ParticleCalls, WithBadColumnsAreRefused) {
    const Scene scene = world_of(Planes{.normal = {0, 0, 1}, .offset = 0});
    std::vector<Vec3> positions(3), velocities(2);
    const auto expect_error = [&](const Particles& particles, ErrorCode code, const char* field,
                                  const Contacts& contacts = {}) {
        try {
            advance(scene, particles, {}, contacts);
            ADD_FAILURE() << field;
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), code) << error.what();
            EXPECT_EQ(error.field(), field) << error.what();
        }
    };
    expect_error({.velocity = velocities}, ErrorCode::missing_column, "Particles.position");
    expect_error({.position = positions}, ErrorCode::missing_column, "Particles.velocity");
    expect_error({.position = positions, .velocity = velocities}, ErrorCode::wrong_length,
                 "Particles.velocity");
    std::vector<std::uint32_t> short_of_one(1);
    expect_error({.position = positions, .velocity = positions}, ErrorCode::wrong_length,
                 "Contacts.id", {.id = short_of_one, .capacity = 2});
    Scene changed;
    changed.add(Spheres{.center = {0, 0, 0}, .radius = 1});
    std::vector<Particle> particles(1);
    EXPECT_THROW(advance(changed, columns(particles), {}), Error);
}

TEST(ParticleCalls, LeaveBadParticlesAsTheyAre) {
    const Scene scene = world_of(Planes{.normal = {0, 0, 1}, .offset = 0});
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const float infinity = std::numeric_limits<float>::infinity();
    const Particle good = {.position = {0, 0, 2}, .velocity = {0, 0, -3}};
    const std::vector<std::function<void(Particle&)>> faults = {
        [&](Particle& p) { p.position.y = nan; },
        [&](Particle& p) { p.position.x = infinity; },
        [&](Particle& p) { p.velocity.z = -infinity; },
        [&](Particle& p) {
            p.velocity.x = 3e38f;
            p.position.x = 3e38f;
        },
        [&](Particle& p) { p.radius = -0.5f; },
        [&](Particle& p) { p.radius = nan; },
        [&](Particle& p) { p.restitution = -1; },
        [&](Particle& p) { p.friction = infinity; },
        [&](Particle& p) { p.response = static_cast<Response>(5); }};
    std::vector<Particle> particles;
    for (const auto& fault : faults) {
        particles.push_back(good);
        particles.push_back(good);
        fault(particles.back());
    }
    const std::vector<Particle> before = particles;
    const StepSummary step = advance(scene, columns(particles), {.seconds = 1});
    EXPECT_EQ(step.invalid, faults.size());
    for (std::size_t i = 0; i < particles.size(); ++i) {
        if (i % 2 == 0) {
            EXPECT_EQ(particles[i], particles[0]) << "disturbed by its neighbour";
            EXPECT_NE(particles[i].flags & flag::hit, 0u);
            continue;
        }
        EXPECT_EQ(particles[i].flags, flag::invalid) << i / 2;
        EXPECT_EQ(std::memcmp(&particles[i].position, &before[i].position, 2 * sizeof(Vec3)), 0)
            << i / 2;
    }
}

TEST(ParticleCalls, TakeAShapeVelocityThatIsNotFiniteFor0) {
    const Scene scene = world_of(Planes{.normal = {0, 0, 1}, .offset = 0});
    std::vector<Particle> particles(1, {.position = {0, 0, 2}, .velocity = {0, 0, -3}});
    std::vector<Particle> over_a_lift = particles, expected = particles;
    const float nan = std::numeric_limits<float>::quiet_NaN();
    advance(scene, columns(expected), {.seconds = 1});
    advance(scene, columns(particles), {.seconds = 1, .shape_velocity = Vec3{0, nan, 1}});
    advance(scene, columns(over_a_lift), {.seconds = 1, .shape_velocity = Vec3{0, 0, 1}});
    EXPECT_EQ(particles, expected);
    EXPECT_NE(over_a_lift, expected);
}

TEST(ParticleCalls, WithoutParticlesDoNothing) {
    const Scene scene;
    std::vector<Vec3> none;
    const StepSummary step = advance(scene, {.position = none, .velocity = none}, {});
    EXPECT_EQ(step.particles, 0u);
}

TEST(ParticleCalls, RaiseASkinThatIsTooSmall) {
    const Scene scene = world_of(Spheres{.center = {0, 0, 0}, .radius = 10});
    std::vector<Particle> particles(5);
    for (Particle& particle : particles)
        particle.position = {0, 0, 20};
    EXPECT_EQ(advance(scene, columns(particles), {}).skin_raised, 0u);
    EXPECT_EQ(advance(scene, columns(particles), {.skin = 1e-9f}).skin_raised, 5u);
    EXPECT_EQ(advance(scene, columns(particles), {.skin = 0.1f}).skin_raised, 0u);
}

} // namespace
