#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "particles/flying.hpp"

// Surfaces against formulas: Newton's law of restitution, Coulomb's law of friction on a floor, on
// slopes and in a crease of two different surfaces, and responses that replace those of particles.

namespace {

using namespace flying;
using namespace lanecast;

constexpr float skin = 1e-4f, radius = 0.1f;
constexpr Step falling = {.seconds = 1.0f / 60, .gravity = {0, 0, -10}, .skin = skin};

Scene floor_with(const Surfaces& surface) {
    Scene scene;
    scene.add(Planes{.normal = {0, 0, 1}, .offset = 0, .surface = surface});
    scene.commit();
    return scene;
}

TEST(SurfaceLaws, RestitutionsAreMultiplied) {
    for (const float own : {0.0f, 0.3f, 0.8f, 1.0f, 3.0f})
        for (const float factor : {0.0f, 0.5f, 1.0f, 1.5f, 100.0f, 1e38f}) {
            std::vector<Particle> particles{{.position = {0, 0, 1},
                                             .velocity = {1, 0, -120},
                                             .radius = radius,
                                             .restitution = own}};
            advance(floor_with({.restitution = factor}), columns(particles), {.skin = skin});
            const double expected = std::min(1.0, std::min(1.0, double{own}) * double{factor});
            EXPECT_NEAR(double{particles[0].velocity.z}, 120 * expected, 1e-4)
                << own << ", " << factor;
        }
}

TEST(SurfaceLaws, FrictionsAreMultipliedOnFloorsAndSlopes) {
    for (const float own : {0.0f, 0.5f, 2.0f})
        for (const float factor : {0.0f, 0.2f, 1.0f, 3e38f}) {
            const Scene floor = floor_with({.friction = factor});
            std::vector<Particle> particles{{.position = {0, 0, radius + skin},
                                             .velocity = {8, 0, 0},
                                             .radius = radius,
                                             .restitution = 0,
                                             .friction = own}};
            for (int i = 0; i < 30; ++i)
                advance(floor, columns(particles), falling);
            const double lost = own == 0 ? 0.0 : double{own} * double{factor} * 10 * 0.5;
            EXPECT_NEAR(double{particles[0].velocity.x}, std::max(8 - lost, 0.0), 2e-3)
                << own << ", " << factor;
        }
    // On a slope, a particle stays if the product exceeds the tangent.
    const double angle = 0.4;
    const Vec3 normal = {static_cast<float>(std::sin(angle)), 0,
                         static_cast<float>(std::cos(angle))};
    for (const float factor : {0.4f, 0.9f, 1.2f}) {
        Scene slope;
        slope.add(Planes{.normal = normal, .offset = 0, .surface = {.friction = factor}});
        slope.commit();
        std::vector<Particle> particles{{.position = plus({}, radius + skin, normal),
                                         .radius = radius,
                                         .restitution = 0,
                                         .friction = 0.45f}};
        for (int i = 0; i < 60; ++i)
            advance(slope, columns(particles), falling);
        const double pull = std::sin(angle) - 0.45 * double{factor} * std::cos(angle);
        EXPECT_NEAR(length(particles[0].velocity), 10 * std::max(pull, 0.0), 0.02) << factor;
    }
}

// Along the crease of a floor and a wall, each surface takes its own friction times its own push.
TEST(SurfaceLaws, InACreaseEachSurfaceRubsByItsOwnPush) {
    for (const double angle : {0.5, 1.0, 1.5707963, 2.2}) // between the normals
        for (const auto& [on_floor, on_wall] :
             {std::pair{1.0f, 0.0f}, {0.0f, 1.0f}, {0.3f, 0.8f}, {0.5f, 0.5f}})
            for (const float own : {0.4f, 1.0f}) {
                const Vec3 wall = {0, static_cast<float>(std::sin(angle)),
                                   static_cast<float>(std::cos(angle))};
                Scene crease;
                crease.add(
                    Planes{.normal = {0, 0, 1}, .offset = 0, .surface = {.friction = on_floor}});
                crease.add(Planes{.normal = wall, .offset = 0, .surface = {.friction = on_wall}});
                crease.commit();
                // The push of each: floor (0, 0, 1) + push_of_wall wall = (0, 4, 10).
                const double push_of_wall = 4 / std::sin(angle);
                const double push_of_floor = 10 - push_of_wall * std::cos(angle);
                if (push_of_floor <= 0)
                    continue;
                const Step step = {.seconds = 1.0f / 60, .gravity = {0, -4, -10}, .skin = skin};
                // A displacement leads off the planes by 2^-14 of 20 / 60; gravity, of 4 across
                // the steeper one at least, takes this share of a step to bring it back.
                const double fall_share = std::sqrt(2 * 0x1p-14 * 20 / 60 / 4) * 60;
                // The centre is where both planes are touched.
                const double reach = double{radius} + double{skin};
                const double y = reach * (1 - std::cos(angle)) / std::sin(angle);
                std::vector<Particle> particles{
                    {.position = {0, static_cast<float>(y), static_cast<float>(reach)},
                     .velocity = {20, 0, 0},
                     .radius = radius,
                     .restitution = 0,
                     .friction = own}};
                advance(crease, columns(particles), step);
                const double per_step =
                    double{own} *
                    (double{on_floor} * push_of_floor + double{on_wall} * push_of_wall) / 60;
                const std::string where = std::to_string(angle) + ": " + std::to_string(on_floor) +
                                          ", " + std::to_string(on_wall);
                // Velocities near 20 are rounded to 2^-20.
                EXPECT_NEAR(double{particles[0].velocity.x}, 20 - per_step, 1e-3 * per_step + 1e-5)
                    << where;
                // Later steps begin with a fall back onto one of the planes: see "Approximations".
                for (int i = 1; i < 30; ++i)
                    advance(crease, columns(particles), step);
                EXPECT_NEAR(double{particles[0].velocity.x}, 20 - 30 * per_step,
                            30 * fall_share * double{own} / 6)
                    << where;
            }
}

TEST(SurfaceLaws, AResponseReplacesThatOfTheParticleInTheSameStep) {
    for (const Response own : {Response::bounce, Response::slide, Response::stick, Response::kill})
        for (const Response of_surface : {Response::bounce, Response::slide, Response::stick,
                                          Response::kill, Response::of_particle}) {
            const Scene scene = floor_with({.response = of_surface});
            std::vector<Particle> particles{{.position = {0, 0, 1},
                                             .velocity = {3, 0, -120},
                                             .radius = radius,
                                             .restitution = 0.5f,
                                             .response = own}};
            advance(scene, columns(particles), {.skin = skin});
            const Response counts = of_surface == Response::of_particle ? own : of_surface;
            const Particle& p = particles[0];
            EXPECT_EQ((p.flags & flag::stuck) != 0, counts == Response::stick);
            EXPECT_EQ((p.flags & flag::killed) != 0, counts == Response::kill);
            EXPECT_NEAR(double{p.velocity.z}, counts == Response::bounce ? 60 : 0, 1e-4);
            const bool goes_on = counts == Response::bounce || counts == Response::slide;
            EXPECT_EQ(p.velocity.x, goes_on ? 3.0f : 0.0f);
        }
}

TEST(SurfaceLaws, HoldForEachTriangleOfAMesh) {
    const std::vector<Vec3> vertices = {{-9, -9, 0}, {0, -9, 0}, {9, -9, 0},
                                        {-9, 9, 0},  {0, 9, 0},  {9, 9, 0}};
    const std::vector<Index3> indices = {{0, 1, 4}, {0, 4, 3}, {1, 2, 5}, {1, 5, 4}};
    const std::vector<float> restitution = {0.25f, 0.25f, 0.75f, 0.75f};
    const std::vector<std::uint32_t> response = {static_cast<std::uint32_t>(Response::of_particle),
                                                 static_cast<std::uint32_t>(Response::kill),
                                                 static_cast<std::uint32_t>(Response::of_particle),
                                                 static_cast<std::uint32_t>(Response::bounce)};
    Scene scene;
    scene.add(TriangleMesh{.vertices = vertices,
                           .indices = indices,
                           .surface = {.restitution = restitution, .response = response}});
    scene.commit();
    std::vector<Particle> particles;
    for (const Vec3 at : {Vec3{-2, -6, 1}, {-7, 6, 1}, {7, -6, 1}, {2, 6, 1}})
        particles.push_back({.position = at, .velocity = {0, 0, -120}, .radius = radius});
    advance(scene, columns(particles), {.skin = skin});
    EXPECT_NEAR(double{particles[0].velocity.z}, 30, 1e-4);
    EXPECT_NE(particles[1].flags & flag::killed, 0u);
    EXPECT_NEAR(double{particles[2].velocity.z}, 90, 1e-4);
    EXPECT_NEAR(double{particles[3].velocity.z}, 90, 1e-4);
}

// Two prototypes, one without surfaces, placed with and without surfaces of the instances.
TEST(SurfaceLaws, OfPartsAndInstancesAreMultipliedAndInstancesDecideTheResponse) {
    Scene rubber, wood, scene;
    rubber.add(Aabbs{.lo = {-1, -1, -1}, .hi = {1, 1, 0}});
    rubber.add(Aabbs{.lo = {4, -1, -1},
                     .hi = {6, 1, 0},
                     .surface = {.restitution = 0.5f, .response = Response::kill}});
    rubber.commit();
    wood.add(Aabbs{.lo = {-1, -1, -1}, .hi = {1, 1, 0}});
    wood.commit();
    constexpr auto of_particle = static_cast<std::uint32_t>(Response::of_particle);
    constexpr auto bounce = static_cast<std::uint32_t>(Response::bounce);
    const std::vector<float> restitution = {1.0f, 0.5f, 0.25f};
    const std::vector<std::uint32_t> response = {of_particle, bounce, of_particle};
    const std::vector<Vec3> left = {{0, 0, 0}, {0, 10, 0}, {0, 20, 0}},
                            right = {{100, 0, 0}, {100, 10, 0}, {100, 20, 0}};
    scene.add(wood, Instances{.position = right, .surface = {.restitution = restitution}});
    scene.add(rubber, Instances{.position = left,
                                .surface = {.restitution = restitution, .response = response}});
    scene.add(wood, Instances{.position = {200, 0, 0}});
    scene.commit();
    const auto thrown = [&](Vec3 at) {
        std::vector<Particle> particles{
            {.position = plus(at, 1, {0, 0, 1}), .velocity = {0, 0, -120}, .radius = radius}};
        advance(scene, columns(particles), {.skin = skin});
        return (particles[0].flags & flag::killed) != 0 ? -1.0 : double{particles[0].velocity.z};
    };
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_NEAR(thrown(left[i]), 120 * double{restitution[i]}, 1e-4) << i;
        EXPECT_NEAR(thrown(right[i]), 120 * double{restitution[i]}, 1e-4) << i;
    }
    EXPECT_EQ(thrown({5, 0, 0}), -1.0);
    EXPECT_NEAR(thrown({5, 10, 0}), 30, 1e-4);
    EXPECT_EQ(thrown({5, 20, 0}), -1.0);
    EXPECT_NEAR(thrown({200, 0, 0}), 120, 1e-4);
}

// A lift that is sticky takes the particle along in the step in which it is touched; one that kills
// does so at the place of the contact.
TEST(SurfaceLaws, HoldForInstancesThatMove) {
    Scene plate;
    plate.add(Aabbs{.lo = {-5, -5, -1}, .hi = {5, 5, 0}, .surface = {.restitution = 0.5f}});
    plate.commit();
    for (const Response response : {Response::of_particle, Response::stick, Response::kill}) {
        Scene scene;
        const IdRange lift =
            scene.add(plate, Instances{.position = {0, 0, 0},
                                       .surface = {.restitution = 0.5f, .response = response}});
        scene.commit();
        scene.move(lift, {.position = Vec3{0, 0, 1}});
        scene.commit();
        std::vector<Particle> particles{{.position = {0, 0, 0.5f}, .radius = radius}};
        advance(scene, columns(particles), {.seconds = 1.0f / 60, .skin = skin});
        const Particle& p = particles[0];
        EXPECT_EQ((p.flags & flag::stuck) != 0, response == Response::stick);
        EXPECT_EQ((p.flags & flag::killed) != 0, response == Response::kill);
        EXPECT_GE(p.position.z, 1.0f + radius);
        const bool bounces = response == Response::of_particle;
        // Relative to the lift, which rises at 60 m/s, a quarter of the speed remains.
        EXPECT_NEAR(double{p.velocity.z}, bounces ? 75 : 0, 1e-2);
    }
}

} // namespace
