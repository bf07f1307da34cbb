#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <new>

#include "particles/flying.hpp"

// Steps must not depend on the earlier contents of scratch memory. A particle that was blocked
// while it was pushed out of an overlap once took the velocity of its shape from uninitialized
// memory. A ball at rest flew off at 374 units per second, and bits depended on the ISA and on
// earlier computations.

namespace {

std::atomic<int> poison = 0;

void* allocate(std::size_t size, std::size_t alignment) {
    const std::size_t whole = (size + alignment) / alignment * alignment; // not 0
    void* memory = std::aligned_alloc(alignment, whole);
    if (memory == nullptr)
        throw std::bad_alloc();
    std::memset(memory, poison.load(), whole);
    return memory;
}

[[gnu::noinline]] void give_back(void* memory) noexcept { std::free(memory); }

} // namespace

void* operator new(std::size_t size) { return allocate(size, alignof(std::max_align_t)); }
void* operator new(std::size_t size, std::align_val_t alignment) {
    return allocate(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { give_back(memory); }
void operator delete(void* memory, std::size_t) noexcept { give_back(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { give_back(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { give_back(memory); }

namespace {

using namespace flying;
using namespace lanecast;

/// A floor and a plane that leans over it, a solid of each kind, and an instance of triangles.
Scene wedge() {
    const std::vector<Vec3> corners{{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}};
    const std::vector<Index3> triangles{{0, 1, 2}, {0, 2, 3}};
    Scene tile;
    tile.add(TriangleMesh{.vertices = corners, .indices = triangles});
    tile.commit();
    Scene scene;
    scene.add(Planes{.normal = {0, 0, 1}, .offset = 0.0f});
    scene.add(Planes{.normal = {0.6f, 0, -0.8f}, .offset = 4.45f});
    for (const Shapes& shapes : shapes_with_a_top())
        scene.add(shapes);
    scene.add(tile, Instances{.position = {5, 0, 1}});
    scene.commit();
    return scene;
}

/// Particles that fly, fall, slide, stick out of the wedge or start in an overlap, side by side.
std::vector<Particle> crowd() {
    Numbers numbers(3);
    std::vector<Particle> particles(1000);
    for (std::size_t i = 0; i < particles.size(); ++i) {
        Particle& p = particles[i];
        p = {.position = {numbers.between(-9, 9), numbers.between(-5, 5), numbers.between(0, 2)},
             .velocity = numbers.in_cube(3),
             .radius = 0.1f,
             .restitution = numbers.between(0, 1),
             .friction = numbers.between(0, 1),
             .response = static_cast<Response>(numbers.bits() % 5)};
        if (i % 7 == 0)
            p = {.position = {9, numbers.between(-1, 1), 0.5f}, .radius = 0.6f};
    }
    return particles;
}

struct Outcome {
    std::vector<Particle> particles;
    std::vector<std::uint32_t> ids;
    std::vector<Vec3> normals;
    friend bool operator==(const Outcome&, const Outcome&) = default;
};

Outcome outcome(const Scene& scene, bool shapes_move) {
    release_scratch();
    Outcome o = {crowd(), std::vector<std::uint32_t>(20'000), std::vector<Vec3>(20'000)};
    std::vector<Vec3> belt(64, Vec3{1, 0, 0}); // more than the number of ids
    Step step = {.seconds = 0.1f, .gravity = {0, 0, -9.81f}};
    if (shapes_move)
        step.shape_velocity = belt;
    for (int i = 0; i < 5; ++i)
        advance(scene, columns(o.particles), step,
                {.id = o.ids, .normal = o.normals, .capacity = o.ids.size()});
    return o;
}

TEST(ParticlesInPoisonedMemory, MoveAsInAnyOther) {
    const Scene scene = wedge();
    for (const Isa isa : supported_isas()) {
        set_isa(isa);
        for (const bool shapes_move : {false, true}) {
            poison = 0;
            const Outcome clean = outcome(scene, shapes_move);
            for (const int byte : {0xFF, 0x7F, 0x42, 0x01}) { // NaN, large, ordinary, tiny
                poison = byte;
                EXPECT_EQ(outcome(scene, shapes_move), clean)
                    << to_string(isa) << ", byte " << byte;
            }
        }
    }
}

} // namespace
