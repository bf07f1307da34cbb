#include <gtest/gtest.h>

#include <algorithm>
#include <new>
#include <vector>

#include <tbb/global_control.h>

#include "scene/answers.hpp"
#include "scene/counted_allocations.hpp"
#include "scene/rays.hpp"
#include "scene/worlds.hpp"

// Queries work in place: nothing is allocated per query, and nothing at all in the calling thread.

namespace {

using lanecast::Hit;
using lanecast::Options;
using lanecast::Traversal;
using worlds::RayBatch;
using worlds::World;

class Allocation : public testing::Test {
protected:
    /// Calls of operator new while `count` rays are asked for everything, by any thread.
    [[nodiscard]] std::size_t calls_for(std::size_t count, const Options& options) {
        const lanecast::Rays rays = rays_.columns(0, count);
        const lanecast::Hits hits = into(std::span(hits_).first(count));
        const lanecast::Output<bool> occluded = std::span(occluded_).first(count);
        const std::size_t before = counted_allocations::count();
        closest_hit(world_.scene, rays, hits, options);
        lanecast::occluded(world_.scene, rays, occluded, options);
        return counted_allocations::count() - before;
    }

    World world_ = worlds::mixed();
    RayBatch rays_ = worlds::rays_at(world_, 30'000, 60);
    std::vector<Hit> hits_ = std::vector<Hit>(rays_.size());
    std::vector<std::uint8_t> occluded_ = std::vector<std::uint8_t>(rays_.size());
};

TEST_F(Allocation, IsCounted) {
    const std::size_t before = counted_allocations::count();
    // A plain call: new-expressions, and the containers that use them, may be optimised away.
    ::operator delete(::operator new(10));
    EXPECT_EQ(counted_allocations::count() - before, 1u);
}

TEST_F(Allocation, DoesNotHappenInTheCallingThread) {
    worlds::on_every_isa([&] {
        for (const Traversal traversal : {Traversal::automatic, Traversal::single})
            for (const std::size_t count : {0u, 1u, 17u, 3'000u, 30'000u})
                EXPECT_EQ(calls_for(count, {.traversal = traversal, .threads = 1}), 0u)
                    << count << " rays";
        EXPECT_EQ(calls_for(300, {.traversal = Traversal::exhaustive, .threads = 1}), 0u);
    });
}

TEST_F(Allocation, DoesNotHappenForOneRay) {
    const tbb::global_control enough(tbb::global_control::max_allowed_parallelism, 4);
    EXPECT_EQ(calls_for(1, {.threads = 0}), 0u);
    EXPECT_EQ(calls_for(1, {.threads = 3}), 0u);
}

TEST_F(Allocation, DoesNotGrowWithTheBatch) {
    const tbb::global_control enough(tbb::global_control::max_allowed_parallelism, 4);
    for (const std::uint32_t threads : {0u, 2u, 3u}) {
        (void)calls_for(30'000, {.threads = threads}); // the scheduler's own first steps
        const std::size_t few = calls_for(3'000, {.threads = threads});
        const std::size_t many = calls_for(30'000, {.threads = threads});
        EXPECT_EQ(few, many) << threads << " threads";
    }
}

} // namespace
