#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <numeric>
#include <utility>

#include "kernels/pairwise/pairwise_answers.hpp"
#include "particles/flying.hpp"
#include "scene/worlds/worlds.hpp"

// A hundred steps among all kinds of shapes and instances have the same bits on every ISA, with any
// number of threads, in any order of the particles, and with or without the BVH.

namespace {

using namespace flying;
using namespace lanecast;

enum class Of { one_surface, many_surfaces };

Scene playground(Of of = Of::one_surface) {
    Scene scene;
    Numbers numbers(31);
    std::vector<Vec3> a(40), b(40), c(40);
    for (std::size_t i = 0; i < a.size(); ++i) {
        a[i] = numbers.in_cube(6);
        b[i] = plus(a[i], 1, numbers.in_cube(1));
        c[i] = plus(a[i], 1, numbers.in_cube(1));
    }
    std::vector<float> factors(a.size());
    std::vector<Response> responses(a.size(), Response::of_particle);
    for (std::size_t i = 0; i < factors.size(); ++i)
        factors[i] = 0.05f * static_cast<float>(i);
    for (std::size_t i = 0; i < responses.size(); i += 4)
        responses[i] = static_cast<Response>(i / 4 % 4);
    const Surfaces surface =
        of == Of::one_surface
            ? Surfaces{}
            : Surfaces{.restitution = 0.8f, .friction = factors, .response = responses};
    scene.add(Spheres{.center = a, .radius = 0.4f, .surface = surface});
    scene.add(Boxes{.center = b,
                    .half_extents = {0.3f, 0.2f, 0.5f},
                    .rotation = Quaternion{0.1f, 0.7f, 0.7f, 0.1f},
                    .surface = surface});
    scene.add(Capsules{.a = c, .b = b, .radius = 0.1f, .mask = 2, .surface = surface});
    scene.add(Cylinders{.a = a, .b = c, .radius = 0.2f, .surface = surface});
    scene.add(Cones{.base = b, .apex = a, .radius = 0.3f, .surface = surface});
    scene.add(Triangles{.v0 = a, .v1 = b, .v2 = c, .surface = surface});
    scene.add(Lines{.point = {0, 0, 3}, .direction = {1, 0.2f, 0}});
    for (const float side : {-1.0f, 1.0f})
        for (const Vec3 axis : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}})
            scene.add(Planes{.normal = plus({}, -side, axis), .offset = -7});
    Scene prototype;
    prototype.add(Aabbs{.lo = {-1, -1, -0.1f}, .hi = {1, 1, 0.1f}});
    prototype.add(Spheres{.center = {0, 0, 0.5f},
                          .radius = 0.5f,
                          .surface = {.friction = of == Of::one_surface ? 1.0f : 0.3f}});
    prototype.commit();
    scene.add(prototype, Instances{.position = std::span(c).first(10),
                                   .rotation = Quaternion{0.5f, 0.5f, 0.5f, 0.5f},
                                   .scale = 0.7f});
    scene.commit();
    return scene;
}

std::vector<Particle> some_particles() {
    Numbers numbers(37);
    std::vector<Particle> particles(1500);
    for (std::size_t i = 0; i < particles.size(); ++i) {
        particles[i] = {.position = numbers.in_cube(6.5f),
                        .velocity = numbers.in_cube(i % 3 == 0 ? 100.0f : 5.0f),
                        .radius = i % 4 == 0 ? 0.0f : numbers.between(0.01f, 0.3f),
                        .restitution = numbers.between(0, 1),
                        .friction = numbers.between(0, 1),
                        .response = static_cast<Response>(i % 13 < 5 ? i % 13 : i % 2),
                        .mask = i % 5 == 0 ? 1u : all_layers,
                        .ignore = i % 7 == 0 ? static_cast<std::uint32_t>(i % 90) : no_id};
    }
    particles[3].position.x = NAN;
    particles[4].velocity.z = INFINITY;
    particles[5].radius = -1;
    particles[6].response = static_cast<Response>(9);
    return particles;
}

std::uint64_t hash_of(const void* bytes, std::size_t size, std::uint64_t hash) {
    const auto* const at = static_cast<const unsigned char*>(bytes);
    for (std::size_t i = 0; i < size; ++i)
        hash = (hash ^ at[i]) * 0x100000001B3u; // FNV-1a
    return hash;
}

struct Flown {
    std::vector<Particle> particles;
    std::uint64_t contacts = 0; ///< hash of all contacts
    StepSummary last;
};

Flown run(const Scene& scene, std::vector<Particle> particles, const Options& options, int steps) {
    Flown result = {.particles = std::move(particles), .contacts = 0xCBF29CE484222325u, .last = {}};
    std::vector<Vec3> moving(400);
    for (std::size_t i = 0; i < moving.size(); i += 3)
        moving[i] = {0.5f, 0, static_cast<float>(i % 5)};
    std::vector<std::uint32_t> who(8000), id(8000);
    std::vector<Vec3> normal(8000), point(8000);
    std::vector<float> time(8000);
    for (int i = 0; i < steps; ++i) {
        const Step step = {.seconds = 0.02f,
                           .gravity = {0, 0, -10},
                           .drag = 0.1f,
                           .skin = i % 2 == 0 ? 0.0f : 1e-3f,
                           .shape_velocity = i % 4 == 3 ? Input<Vec3>(moving) : Input<Vec3>()};
        result.last = advance(scene, columns(result.particles), step,
                              {.particle = who,
                               .time = time,
                               .id = id,
                               .point = point,
                               .normal = normal,
                               .capacity = who.size()},
                              options);
        const std::size_t rows = std::min(result.last.contacts, who.size());
        result.contacts = hash_of(who.data(), rows * sizeof who[0], result.contacts);
        result.contacts = hash_of(id.data(), rows * sizeof id[0], result.contacts);
        result.contacts = hash_of(normal.data(), rows * sizeof normal[0], result.contacts);
        result.contacts = hash_of(point.data(), rows * sizeof point[0], result.contacts);
        result.contacts = hash_of(time.data(), rows * sizeof time[0], result.contacts);
    }
    return result;
}

bool same(const std::vector<Particle>& a, const std::vector<Particle>& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof a[0]) == 0;
}

TEST(ParticlesAreTheSame, OnEveryIsaWithAnyThreadsAndWithoutTheTree) {
    const Scene scene = playground();
    constexpr int steps = 100;
    const hostile::IsaGuard guard;
    set_isa(supported_isas().front());
    const Flown expected = run(scene, some_particles(), {.threads = 1}, steps);
    EXPECT_EQ(expected.last.invalid, 4u);
    for (const Isa isa : supported_isas()) {
        set_isa(isa);
        const Flown now = run(scene, some_particles(), {.threads = 2}, steps);
        EXPECT_TRUE(same(now.particles, expected.particles)) << to_string(isa);
        EXPECT_EQ(now.contacts, expected.contacts) << to_string(isa);
    }
    const Flown exhaustive = run(scene, some_particles(), {.traversal = Traversal::exhaustive}, 25);
    const Flown by_tree = run(scene, some_particles(), {}, 25);
    EXPECT_TRUE(same(exhaustive.particles, by_tree.particles));
    EXPECT_EQ(exhaustive.contacts, by_tree.contacts);
    // The same with g++ and clang++, on x86 and Arm. It changes with docs/semantics.md,
    // "Particles".
    std::uint64_t hash = 0xCBF29CE484222325u;
    for (const Particle& particle : expected.particles) // ignore_count is the last member
        hash = hash_of(&particle, offsetof(Particle, ignore_count), hash);
    EXPECT_EQ(hash, 0xF0128DFB72D84AB3u);
}

TEST(ParticlesAreTheSame, AmongShapesWithManySurfaces) {
    const Scene scene = playground(Of::many_surfaces);
    constexpr int steps = 25;
    const hostile::IsaGuard guard;
    set_isa(supported_isas().front());
    const Flown expected = run(scene, some_particles(), {.threads = 1}, steps);
    EXPECT_FALSE(
        same(run(playground(), some_particles(), {}, steps).particles, expected.particles));
    for (const Isa isa : supported_isas())
        for (const Traversal traversal : {Traversal::automatic, Traversal::exhaustive}) {
            set_isa(isa);
            const Flown now =
                run(scene, some_particles(), {.traversal = traversal, .threads = 2}, steps);
            EXPECT_TRUE(same(now.particles, expected.particles)) << to_string(isa);
            EXPECT_EQ(now.contacts, expected.contacts) << to_string(isa);
        }
    std::uint64_t hash = 0xCBF29CE484222325u; // as above
    for (const Particle& particle : expected.particles)
        hash = hash_of(&particle, offsetof(Particle, ignore_count), hash);
    EXPECT_EQ(hash, 0x0E9ACFD2A5207254u);
}

// Without shape_velocity, because a shape that moves is tested once more for all particles.
TEST(ParticlesAreTheSame, IfTheyIgnoreShapesOrTheShapesAreNotThere) {
    const Scene scene = playground();
    const auto ids = static_cast<std::uint32_t>(scene.size());
    constexpr int steps = 3;
    const std::pair<std::uint32_t, std::uint32_t> ranges[] = {
        {0, 0},     {0, 1},       {10, 3},        {10, 4},       {10, 5},       {0, 1000},
        {100, ~0u}, {ids - 1, 1}, {ids - 10, 99}, {no_id, 1000}, {no_id - 2, 9}};
    for (const auto& [first, count] : ranges) {
        Scene without = playground();
        for (std::uint32_t id = first; id < ids && id - first < count; ++id)
            without.remove(IdRange{id, 1});
        without.commit();
        std::vector<Particle> particles = some_particles();
        for (Particle& particle : particles)
            particle.ignore = no_id;
        Flown expected = run(without, particles, {}, steps);
        for (std::vector<Particle>* const all : {&particles, &expected.particles}) {
            for (Particle& particle : *all) {
                particle.ignore = first;
                particle.ignore_count = count;
            }
        }
        const Flown now = run(scene, particles, {}, steps);
        EXPECT_TRUE(same(now.particles, expected.particles)) << first << ", " << count;
        EXPECT_EQ(now.contacts, expected.contacts) << first << ", " << count;
    }
}

TEST(ParticlesAreTheSame, InAnyOrderAndAlone) {
    const Scene scene = playground();
    const std::vector<Particle> particles = some_particles();
    const Flown expected = run(scene, particles, {}, 20);
    std::vector<std::size_t> order(particles.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    Numbers numbers(41);
    for (std::size_t i = order.size(); i-- > 1;)
        std::swap(order[i], order[numbers.bits() % (i + 1)]);
    std::vector<Particle> mixed;
    for (const std::size_t i : order)
        mixed.push_back(particles[i]);
    const Flown now = run(scene, mixed, {}, 20);
    for (std::size_t k = 0; k < order.size(); ++k)
        ASSERT_EQ(std::memcmp(&now.particles[k], &expected.particles[order[k]], sizeof(Particle)),
                  0)
            << "particle " << order[k];
    for (const std::size_t i : {7u, 11u, 100u, 1499u}) {
        const Flown alone = run(scene, {particles[i]}, {}, 20);
        EXPECT_EQ(std::memcmp(alone.particles.data(), &expected.particles[i], sizeof(Particle)), 0)
            << "particle " << i;
    }
}

} // namespace
