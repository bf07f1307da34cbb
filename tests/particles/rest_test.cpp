#include <gtest/gtest.h>

#include <cstdio>
#include <string>

#include "particles/flying.hpp"

// A particle at rest stays at rest: it does not sink, tremble or creep.

namespace {

using namespace flying;
using namespace lanecast;

constexpr float skin = 1e-4f;
constexpr int steps = 10'000 / LANECAST_FEWER_QUERIES;
constexpr Vec3 gravity = {0, 0, -10};

/// How far a particle gets in ten thousand steps, after 200 steps in which it settles.
double drift(const Scene& scene, const Particle& particle, const std::string& where) {
    std::vector<Particle> particles = {particle};
    const Step step = {.seconds = 1.0f / 60, .gravity = gravity, .skin = skin};
    for (int i = 0; i < 200; ++i)
        advance(scene, columns(particles), step);
    const Vec3 place = particles[0].position;
    double farthest = 0;
    std::size_t out_of_impacts = 0;
    for (int i = 0; i < steps; ++i) {
        const StepSummary summary = advance(scene, columns(particles), step);
        out_of_impacts += summary.out_of_impacts;
        farthest = std::max(farthest, length(minus(particles[0].position, place)));
        EXPECT_EQ(summary.resting, 1u) << where << ", step " << i;
        if (summary.resting != 1)
            break;
    }
    EXPECT_EQ(out_of_impacts, 0u) << where;
    EXPECT_EQ(particles[0].velocity, (Vec3{0, 0, 0})) << where;
    EXPECT_LE(length(minus(place, particle.position)), 0.01) << where << ": it left before";
    std::printf("%s: drift %.3g\n", where.c_str(), farthest);
    return farthest;
}

Particle resting_at(Vec3 position, float friction = 0.5f) {
    return {.position = position, .radius = 0.25f, .restitution = 0.5f, .friction = friction};
}

TEST(ParticlesAtRest, StayOnEachShapesTop) {
    const auto shapes = shapes_with_a_top();
    for (std::size_t kind = 0; kind < shapes.size(); ++kind)
        EXPECT_EQ(drift(world_of(shapes[kind]), resting_at({0, 0, 1.2501f}), names[kind]), 0.0);
}

TEST(ParticlesAtRest, StayOnASlopeWithFrictionEnough) {
    for (const double angle : {0.1, 0.3, 0.45}) {
        const Vec3 normal = {static_cast<float>(std::sin(angle)), 0,
                             static_cast<float>(std::cos(angle))};
        const Scene slope = world_of(Planes{.normal = normal, .offset = 0});
        EXPECT_EQ(drift(slope, resting_at(plus({}, 0.2502, normal)), "slope"), 0.0);
    }
}

TEST(ParticlesAtRest, StayInWedgesPitsAndOnEdges) {
    Scene wedge;
    wedge.add(Planes{.normal = {1, 0, 1.5f}, .offset = 0});
    wedge.add(Planes{.normal = {-1, 0, 0.75f}, .offset = 0});
    wedge.commit();
    Scene pit;
    for (const double turn : {0.1, 2.2, 4.3})
        pit.add(Planes{.normal = Vec3{static_cast<float>(std::cos(turn)),
                                      static_cast<float>(std::sin(turn)), 0.7f},
                       .offset = 0});
    pit.commit();
    const Scene edge = world_of(Boxes{.center = {0, 0, 0},
                                      .half_extents = {1, 4, 1},
                                      .rotation = Quaternion{0, 0.38268343f, 0, 0.92387953f}});
    for (const float friction : {0.0f, 0.5f}) {
        // The sphere first settles where it touches all planes.
        std::vector<Particle> particles = {resting_at({0, 0, 2}, friction)};
        for (int i = 0; i < 2000; ++i)
            advance(wedge, columns(particles),
                    {.seconds = 1.0f / 60, .gravity = gravity, .skin = skin});
        EXPECT_LE(drift(wedge, particles[0], "wedge"), skin);
        particles = {resting_at({0, 0, 2}, friction)};
        for (int i = 0; i < 2000; ++i)
            advance(pit, columns(particles),
                    {.seconds = 1.0f / 60, .gravity = gravity, .skin = skin});
        EXPECT_LE(drift(pit, particles[0], "pit"), skin);
    }
    EXPECT_EQ(drift(edge, resting_at({0, 0, 1.41421356f + 0.2501f}), "edge"), 0.0);
}

TEST(ParticlesAtRest, ComeToRestOnHillsOfTriangles) {
    Numbers numbers(5);
    std::vector<Vec3> vertices;
    std::vector<Index3> indices;
    constexpr std::uint32_t cells = 24;
    for (std::uint32_t i = 0; i <= cells; ++i)
        for (std::uint32_t k = 0; k <= cells; ++k)
            vertices.push_back({static_cast<float>(i) - cells / 2.0f,
                                static_cast<float>(k) - cells / 2.0f, numbers.between(-0.4f, 0)});
    for (std::uint32_t i = 0; i < cells; ++i)
        for (std::uint32_t k = 0; k < cells; ++k) {
            const std::uint32_t at = i * (cells + 1) + k;
            indices.push_back({at, at + cells + 1, at + 1});
            indices.push_back({at + 1, at + cells + 1, at + cells + 2});
        }
    Scene hills;
    hills.add(TriangleMesh{.vertices = vertices, .indices = indices});
    hills.commit();
    std::vector<Particle> particles(500);
    for (Particle& particle : particles) {
        particle = resting_at(numbers.in_cube(8), 0.9f);
        particle.position.z = 1;
    }
    const Step step = {.seconds = 1.0f / 60, .gravity = gravity, .skin = skin};
    StepSummary last;
    std::size_t out_of_impacts = 0;
    for (int i = 0; i < 3000; ++i) {
        last = advance(hills, columns(particles), step);
        out_of_impacts += last.out_of_impacts;
    }
    EXPECT_GE(last.resting, 495u);
    EXPECT_LE(out_of_impacts, 500u * 3000u / 100u);
    std::printf("hills: %zu of 500 at rest, out of impacts in %.3g of steps\n", last.resting,
                static_cast<double>(out_of_impacts) / (500 * 3000));
}

// If there were four or more planes, the last three were kept, so a plane that was dropped no
// longer held what another one brought back. Planes within 7 degrees of each other counted as one.
// Balls that touched an edge and an adjacent face, both within rounding error, repeated the same
// sweep until their impacts were spent. In real meshes, up to 1.8 % of all steps ran out of
// impacts.
TEST(ParticlesAtRest, LieInPitsOfManyFaces) {
    for (const std::uint32_t faces : {4u, 5u, 6u, 9u})
        for (const double height : {0.03, 0.2, 1.0, 4.0}) {
            std::vector<Vec3> vertices = {{0, 0, 0}};
            std::vector<Index3> indices;
            Numbers numbers(faces);
            for (std::uint32_t i = 0; i < faces; ++i) {
                const double turn =
                    6.283185307179586 / faces * (i + double{numbers.between(0, 0.6f)});
                vertices.push_back({static_cast<float>(9 * std::cos(turn)),
                                    static_cast<float>(9 * std::sin(turn)),
                                    static_cast<float>(9 * height)});
                indices.push_back({0, i + 1, (i + 1) % faces + 1});
            }
            Scene pit;
            pit.add(TriangleMesh{.vertices = vertices, .indices = indices});
            pit.commit();
            std::vector<Particle> particles(40);
            for (Particle& particle : particles) {
                const Vec3 side = numbers.in_cube(0.5f);
                particle = {.position = {side.x, side.y, static_cast<float>(4 * height) + 1},
                            .radius = numbers.between(0, 0.5f),
                            .restitution = 0.3f,
                            .friction = 0.4f};
            }
            const Step step = {.seconds = 1.0f / 60, .gravity = gravity, .skin = skin};
            std::size_t out_of_impacts = 0;
            StepSummary last;
            for (int i = 0; i < 1500; ++i) {
                last = advance(pit, columns(particles), step);
                out_of_impacts += last.out_of_impacts;
            }
            SCOPED_TRACE(std::to_string(faces) + " faces, as steep as " + std::to_string(height));
            EXPECT_EQ(last.resting, particles.size());
            EXPECT_LE(out_of_impacts, particles.size() * 1500 / 1000);
        }
}

TEST(Particles, NeverGainEnergy) {
    Numbers numbers(11);
    Scene scene;
    std::vector<Vec3> centers(60), half(60);
    for (std::size_t i = 0; i < centers.size(); ++i) {
        centers[i] = numbers.in_cube(3);
        half[i] = {numbers.between(0.1f, 0.5f), numbers.between(0.1f, 0.5f),
                   numbers.between(0.1f, 0.5f)};
    }
    scene.add(Spheres{.center = std::span(centers).first(30), .radius = 0.4f});
    scene.add(Boxes{.center = std::span(centers).last(30),
                    .half_extents = std::span(half).last(30),
                    .rotation = Quaternion{0.5f, 0.5f, -0.5f, 0.5f}});
    for (const float side : {-1.0f, 1.0f})
        for (const Vec3 axis : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}})
            scene.add(Planes{.normal = plus({}, -side, axis), .offset = -4});
    scene.commit();
    for (const float drag : {0.0f, 0.5f})
        for (const float restitution : {0.0f, 0.6f, 1.0f})
            for (const Response response : {Response::bounce, Response::slide}) {
                std::vector<Particle> particles;
                while (particles.size() < 400) {
                    const Vec3 place = numbers.in_cube(3.5f);
                    ClosestPoint nearest;
                    closest_point(scene, {.position = place}, into(nearest));
                    if (nearest.distance > 0.12f)
                        particles.push_back({.position = place,
                                             .velocity = numbers.in_cube(20),
                                             .restitution = restitution,
                                             .friction = numbers.between(0, 0.5f),
                                             .response = response});
                }
                const auto energy = [&](const Particle& p) {
                    return 0.5 * dot(p.velocity, p.velocity) - dot(gravity, p.position);
                };
                std::vector<double> before(particles.size()), first;
                for (const Particle& particle : particles)
                    first.push_back(energy(particle));
                for (int step = 0; step < 300; ++step) {
                    for (std::size_t i = 0; i < particles.size(); ++i)
                        before[i] = energy(particles[i]);
                    std::vector<std::uint32_t> found(particles.size());
                    advance(scene, columns(particles),
                            {.seconds = 0.02f, .gravity = gravity, .drag = drag}, {.found = found});
                    for (std::size_t i = 0; i < particles.size(); ++i) {
                        // 4 e for each contact, rounding errors of positions, and two heights:
                        // displacements lead off surfaces by 2^-14 of their length, and pushes lift
                        // particles that have sunk into their skin of a thousandth of the radius.
                        const double speed = length(particles[i].velocity);
                        const double own_skin = double{particles[i].radius} / 1000;
                        const double roundings =
                            (8e-7 * (speed * speed + 1) + 1e-5) * (found[i] + 1) +
                            10 * (0x1p-14 * 0.02 * (speed + 0.2) + own_skin / 2) * (found[i] != 0);
                        ASSERT_LE(energy(particles[i]), before[i] + roundings)
                            << "step " << step << ", particle " << i << ", " << found[i]
                            << " contacts";
                    }
                }
                // The heights by which displacements lead off do not accumulate.
                for (std::size_t i = 0; i < particles.size(); ++i)
                    EXPECT_LE(energy(particles[i]), first[i] + 1e-3) << "particle " << i;
            }
}

// A particle that was still on its way was flagged as resting when a neighbour in the same vector
// finished, so the flag depended on the batch and on the ISA.
TEST(Rest, IsFlaggedWithoutRegardToTheNeighbours) {
    Scene scene;
    const std::vector<Vec3> normals = {{1, -1, 0}, {-1, 2, 0}, {-2, 1, 0.25f}, {-2, 2, 0}};
    const std::vector<float> offsets = {-2, 0, -2, -1};
    scene.add(Planes{.normal = normals, .offset = offsets});
    scene.commit();
    const auto flags_of_last = [&](std::vector<Vec3> at, std::vector<Vec3> velocity) {
        std::vector<std::uint32_t> flags(at.size());
        advance(scene,
                {.position = at,
                 .velocity = velocity,
                 .radius = 0.5f,
                 .friction = 0.25f,
                 .response = Response::slide,
                 .flags = flags},
                {.seconds = 1, .gravity = {0, 0, -1}});
        return flags.back();
    };
    const std::uint32_t alone = flags_of_last({{-3, -2, 2}}, {{1, -2, 1}});
    EXPECT_EQ(alone & flag::resting, 0u);
    EXPECT_EQ(flags_of_last({{2, -1, 0}, {-3, -2, 2}}, {{-1, 3, -2}, {1, -2, 1}}), alone);
}

} // namespace
