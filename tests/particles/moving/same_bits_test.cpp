#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <utility>
#include <vector>

#include "kernels/pairwise/pairwise_answers.hpp"
#include "particles/flying.hpp"
#include "scene/worlds/worlds.hpp"

// Steps among instances that travel and turn have the same bits on every ISA, with any number of
// threads, in parts and in any order of the particles, with or without the BVH, and with or without
// columns of contacts.

namespace {

using namespace flying;
using namespace lanecast;

constexpr std::uint64_t no_bytes = 0xCBF29CE484222325u;

std::uint64_t hash_of(const void* bytes, std::size_t size, std::uint64_t hash) {
    const auto* const at = static_cast<const unsigned char*>(bytes);
    for (std::size_t i = 0; i < size; ++i)
        hash = (hash ^ at[i]) * 0x100000001B3u; // FNV-1a
    return hash;
}

/// A rotation by up to `half_tangent` of half the angle. It needs no function of the C library.
Quaternion turn_of(Numbers& numbers, float half_tangent) {
    const Vec3 v = plus({}, double{half_tangent}, numbers.in_cube(1));
    const double size = std::sqrt(1 + dot(v, v));
    const auto part = [&](float x) { return static_cast<float>(double{x} / size); };
    return {part(v.x), part(v.y), part(v.z), part(1)};
}

/// Shapes of all kinds in instances. Most of them move; some turn; three of ten stand still,
/// as the walls around them do.
class Playground {
public:
    Playground() {
        Scene solids, mesh, unbounded;
        solids.add(Aabbs{.lo = {-1, -1, -0.1f}, .hi = {1, 1, 0.1f}});
        solids.add(Spheres{.center = {0, 0, 0.5f}, .radius = 0.5f});
        solids.add(Cones{.base = {0, 0, 0}, .apex = {0, 1, 0}, .radius = 0.4f});
        solids.add(Boxes{.center = {0, 0.5f, 0.5f},
                         .half_extents = {0.3f, 0.2f, 0.5f},
                         .rotation = Quaternion{0.1f, 0.7f, 0.7f, 0.1f}});
        solids.commit();
        const std::vector<Vec3> corners{{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}};
        const std::vector<Index3> triangles{{0, 1, 2}, {0, 2, 3}};
        mesh.add(TriangleMesh{.vertices = corners, .indices = triangles});
        mesh.add(Capsules{.a = {-1, 0, 0}, .b = {1, 0, 0}, .radius = 0.1f});
        mesh.add(Cylinders{.a = {0, 0, 0}, .b = {0, 0, 1}, .radius = 0.2f});
        mesh.commit();
        unbounded.add(Planes{.normal = {0, 0, 1}, .offset = -7});
        unbounded.add(Lines{.point = {0, 0, 3}, .direction = {1, 0.2f, 0}});
        unbounded.commit();
        for (std::size_t i = 0; i < 24; ++i)
            places_.push_back(numbers_.in_cube(4));
        rotations_.assign(places_.size(), {});
        const std::span places(places_);
        scene.add(solids, {.position = places.first(12)});
        scene.add(mesh, {.position = places.subspan(12, 11)});
        scene.add(unbounded, {.position = places.last(1)});
        for (const float side : {-1.0f, 1.0f})
            for (const Vec3 axis : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}})
                scene.add(Planes{.normal = plus({}, -double{side}, axis), .offset = -6});
        scene.commit();
        places_.back() = {};
    }
    void begin_step() {
        std::vector<std::uint32_t> ids;
        std::vector<Vec3> places;
        std::vector<Quaternion> rotations;
        for (std::uint32_t id = 0; id < 24; ++id) {
            if (id % 10 > 6)
                continue;
            const double way = id % 2 == 0 ? 0.02 : 0.4;
            places_[id] = plus(places_[id], way, numbers_.in_cube(1));
            if (id % 3 != 0)
                rotations_[id] = turn_of(numbers_, id % 3 == 1 ? 0.05f : 0.2f);
            ids.push_back(id);
            places.push_back(places_[id]);
            rotations.push_back(rotations_[id]);
        }
        scene.move(ids, {.position = places, .rotation = rotations});
        scene.commit();
    }
    Scene scene;

private:
    Numbers numbers_{31};
    std::vector<Vec3> places_;
    std::vector<Quaternion> rotations_;
};

std::vector<Particle> some_particles() {
    Numbers numbers(37);
    std::vector<Particle> particles(1500);
    for (std::size_t i = 0; i < particles.size(); ++i)
        particles[i] = {.position = numbers.in_cube(5),
                        .velocity = numbers.in_cube(i % 3 == 0 ? 100.0f : 5.0f),
                        .radius = i % 4 == 0 ? 0.0f : numbers.between(0.01f, 0.3f),
                        .restitution = numbers.between(0, 1),
                        .friction = numbers.between(0, 1),
                        .response = static_cast<Response>(i % 13 < 5 ? i % 13 : i % 2),
                        .ignore = i % 7 == 0 ? static_cast<std::uint32_t>(i % 30) : no_id};
    return particles;
}

struct Run {
    Options options = {};
    std::size_t parts = 1; ///< calls of advance() for each step
    bool wants_contacts = true;
};

struct Flown {
    std::vector<Particle> particles;
    std::uint64_t contacts = no_bytes; ///< hash of all contacts
    std::size_t touches = 0;
};

Flown fly(std::vector<Particle> particles, const Run& run, int steps = 60) {
    Playground playground;
    Flown result = {.particles = std::move(particles)};
    const std::vector<Vec3> belts(30, Vec3{0.5f, 0, 0.1f});
    std::vector<std::uint32_t> who(20'000), ids(20'000), parts(20'000);
    std::vector<Vec3> normals(20'000), points(20'000);
    std::vector<float> times(20'000), speeds(20'000);
    for (int i = 0; i < steps; ++i) {
        playground.begin_step();
        const Step step = {.seconds = 0.02f,
                           .gravity = {0, 0, -10},
                           .drag = 0.1f,
                           .skin = i % 2 == 0 ? 0.0f : 1e-3f,
                           .shape_velocity = i % 4 == 3 ? Input<Vec3>(belts) : Input<Vec3>()};
        const std::size_t size = result.particles.size() / run.parts + 1;
        for (std::size_t first = 0; first < result.particles.size(); first += size) {
            const auto begin = result.particles.begin() + static_cast<std::ptrdiff_t>(first);
            const auto count =
                static_cast<std::ptrdiff_t>(std::min(size, result.particles.size() - first));
            std::vector<Particle> part(begin, begin + count);
            if (!run.wants_contacts) {
                result.touches +=
                    advance(playground.scene, columns(part), step, {}, run.options).contacts;
                std::copy(part.begin(), part.end(), begin);
                continue;
            }
            const StepSummary summary = advance(playground.scene, columns(part), step,
                                                {.particle = who,
                                                 .time = times,
                                                 .id = ids,
                                                 .part = parts,
                                                 .point = points,
                                                 .normal = normals,
                                                 .normal_speed = speeds,
                                                 .capacity = who.size()},
                                                run.options);
            std::copy(part.begin(), part.end(), begin);
            const std::size_t rows = summary.contacts;
            EXPECT_LE(rows, who.size());
            result.touches += rows;
            for (std::size_t k = 0; k < rows; ++k)
                who[k] += static_cast<std::uint32_t>(first);
            const auto add = [&](const auto& column) {
                for (std::size_t k = 0; k < rows; ++k) // by row: parts of the batch make the same
                    result.contacts ^= hash_of(&column[k], sizeof column[k],
                                               no_bytes + who[k] + 5000 * static_cast<unsigned>(i));
            };
            add(times);
            add(ids);
            add(parts);
            add(points);
            add(normals);
            add(speeds);
        }
    }
    return result;
}

bool same(const std::vector<Particle>& a, const std::vector<Particle>& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof a[0]) == 0;
}

TEST(ParticlesAmongMovingInstances, AreTheSameOnEveryIsaWithAnyThreadsAndWithoutTheTree) {
    const hostile::IsaGuard guard;
    set_isa(supported_isas().front());
    const Flown expected = fly(some_particles(), {.options = {.threads = 1}});
    EXPECT_GT(expected.touches, some_particles().size() * 4);
    for (const Isa isa : supported_isas()) {
        set_isa(isa);
        const Flown now = fly(some_particles(), {.options = {.threads = 2}});
        EXPECT_TRUE(same(now.particles, expected.particles)) << to_string(isa);
        EXPECT_EQ(now.contacts, expected.contacts) << to_string(isa);
        const Flown exhaustive =
            fly(some_particles(), {.options = {.traversal = Traversal::exhaustive}});
        EXPECT_TRUE(same(exhaustive.particles, expected.particles)) << to_string(isa);
        EXPECT_EQ(exhaustive.contacts, expected.contacts) << to_string(isa);
    }
    // The same with g++ and clang++, on x86 and Arm. It changes with docs/semantics.md,
    // "Moving shapes".
    std::uint64_t hash = no_bytes;
    for (const Particle& particle : expected.particles)
        hash = hash_of(&particle, sizeof particle, hash);
    EXPECT_EQ(hash, 0x5DB7AE355922F48Du);
}

TEST(ParticlesAmongMovingInstances, AreTheSameInPartsAndWithoutContacts) {
    const Flown expected = fly(some_particles(), {});
    for (const std::size_t parts : {2u, 7u, 100u}) {
        const Flown now = fly(some_particles(), {.parts = parts});
        EXPECT_TRUE(same(now.particles, expected.particles)) << parts;
        EXPECT_EQ(now.contacts, expected.contacts) << parts;
    }
    for (const std::size_t parts : {1u, 3u}) {
        const Flown now = fly(some_particles(), {.parts = parts, .wants_contacts = false});
        EXPECT_TRUE(same(now.particles, expected.particles)) << parts;
        EXPECT_EQ(now.touches, expected.touches) << parts;
    }
}

TEST(ParticlesAmongMovingInstances, AreTheSameInAnyOrderAndAlone) {
    const std::vector<Particle> particles = some_particles();
    const Flown expected = fly(particles, {});
    std::vector<std::size_t> order(particles.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    Numbers numbers(41);
    for (std::size_t i = order.size(); i-- > 1;)
        std::swap(order[i], order[numbers.bits() % (i + 1)]);
    std::vector<Particle> mixed;
    for (const std::size_t i : order)
        mixed.push_back(particles[i]);
    const Flown now = fly(mixed, {});
    for (std::size_t k = 0; k < order.size(); ++k)
        ASSERT_EQ(std::memcmp(&now.particles[k], &expected.particles[order[k]], sizeof(Particle)),
                  0)
            << "particle " << order[k];
    for (const std::size_t i : {7u, 11u, 100u, 1499u}) {
        const Flown alone = fly({particles[i]}, {});
        EXPECT_EQ(std::memcmp(alone.particles.data(), &expected.particles[i], sizeof(Particle)), 0)
            << "particle " << i;
    }
}

// The skin grew with the length of the path in the frame of the instance, but boxes did not: of
// 4,000 particles on paths of 3e5 that graze a box, 118 were touched only without the BVH.
TEST(ParticlesAmongMovingInstances, AreTheSameOnLongPaths) {
    Scene cube, scene;
    cube.add(Aabbs{.lo = {-0.55f, -0.55f, -0.55f}, .hi = {0.55f, 0.55f, 0.55f}});
    cube.commit();
    scene.add(Spheres{.center = {50, 0, 0}, .radius = 1});
    const IdRange id = scene.add(cube, Instances{.position = Vec3{0, 0, 0}});
    scene.commit();
    float side = 1;
    for (const float turn : {0.0f, 0.1f})
        for (const float path : {10.0f, 3e3f, 3e4f, 3e5f, 5e6f, 1e9f}) {
            side = -side; // each move begins where the one before ends
            scene.move(id, {.position = Vec3{0.07f * side, 0.18f, 0},
                            .rotation = Quaternion{turn * side, 0, 0, std::sqrt(1 - turn * turn)}});
            scene.commit();
            std::vector<Particle> particles;
            for (int i = 0; i < 4000; ++i)
                particles.push_back({.position = {static_cast<float>(i % 61) / 20 - 1.5f,
                                                  static_cast<float>(i / 61) / 22 - 1.5f, 1.2f},
                                     .velocity = {0.3f * path, 0.2f * path, -path},
                                     .radius = 0.09f});
            std::vector<Particle> others = particles;
            const StepSummary a = advance(scene, columns(particles), {.seconds = 1});
            const StepSummary b = advance(scene, columns(others), {.seconds = 1}, {},
                                          {.traversal = Traversal::exhaustive});
            EXPECT_GE(a.contacts, 1000u) << path;
            EXPECT_EQ(a.contacts, b.contacts) << path << ", " << turn;
            EXPECT_EQ(particles, others) << path << ", " << turn;
        }
}

} // namespace
