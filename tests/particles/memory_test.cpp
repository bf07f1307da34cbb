#include <gtest/gtest.h>

#include <new>

#include "particles/flying.hpp"
#include "scene/contract/counted_allocations.hpp"

// Steps use scratch memory that stays allocated between calls.

namespace {

using namespace flying;
using namespace lanecast;
using counted_allocations::Refusal;

Scene room() {
    Scene scene;
    for (const float side : {-1.0f, 1.0f})
        for (const Vec3 axis : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}})
            scene.add(Planes{.normal = plus({}, -side, axis), .offset = -1});
    scene.add(Spheres{.center = {0, 0, 0}, .radius = 0.3f});
    scene.commit();
    return scene;
}

std::vector<Particle> swarm(std::size_t count) {
    Numbers numbers(7);
    std::vector<Particle> particles(count);
    for (Particle& particle : particles)
        particle = {.position = plus({}, 0.6, numbers.direction()),
                    .velocity = numbers.in_cube(20),
                    .response = numbers.bits() % 7 == 0 ? Response::sensor : Response::bounce};
    return particles;
}

TEST(ParticleMemory, IsNotAllocatedOnceItIsThere) {
    const Scene scene = room();
    std::vector<Particle> particles = swarm(20'000);
    std::vector<std::uint32_t> ids(100'000);
    const auto step = [&] {
        return advance(scene, columns(particles), {.seconds = 0.05f},
                       {.id = ids, .capacity = ids.size()}, {.threads = 1});
    };
    for (int i = 0; i < 3; ++i)
        step();
    const std::size_t before = counted_allocations::count();
    for (int i = 0; i < 5; ++i)
        EXPECT_GT(step().contacts, 1000u);
    EXPECT_EQ(counted_allocations::count() - before, 0u);
    release_scratch();
}

TEST(ParticleMemory, ThatIsMissingIsSaidBeforeAnythingMoves) {
    release_scratch();
    const Scene scene = room();
    std::vector<Particle> particles = swarm(5'000);
    const std::vector<Particle> before = particles;
    {
        const Refusal refusal(1'000); // bytes
        EXPECT_THROW(advance(scene, columns(particles), {}, {}, {.threads = 1}), std::bad_alloc);
    }
    EXPECT_EQ(particles, before);
}

// If memory is short, tiles are small and sweeps run one by one, but the results are the same.
TEST(ParticleMemory, ThatIsShortChangesNothingButContacts) {
    const Scene scene = room();
    std::vector<Particle> particles = swarm(30'000), expected = particles;
    std::vector<std::uint32_t> found(particles.size()), expected_found(particles.size());
    const Step step = {.seconds = 0.05f};
    advance(scene, columns(expected), step, {.found = expected_found}, {.threads = 1});
    release_scratch();
    StepSummary sum;
    {
        const Refusal refusal(2'000'000); // room for about 10,000 particles
        sum = advance(scene, columns(particles), step, {.found = found}, {.threads = 1});
    }
    EXPECT_EQ(particles, expected);
    EXPECT_EQ(found, expected_found);
    EXPECT_GT(sum.contacts, 1000u);
    release_scratch();
}

} // namespace
