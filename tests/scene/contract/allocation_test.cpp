#include <gtest/gtest.h>

#include <new>
#include <tuple>

#include <tbb/global_control.h>

#include "scene/engines/counted_questions.hpp"

// Queries work in place: the number of allocations does not grow with the batch, and the calling
// thread makes none.

namespace {

using lanecast::Options;
using lanecast::Traversal;
using worlds::World;

/// A question and its queries; counts the allocations of a call.
template <class Question>
struct Asked {
    Question question;
    worlds::Batch<typename Question::Query> batch;

    Asked(const Question& asked, const World& world, std::size_t count)
        : question(asked), batch(worlds::queries_at<typename Question::Query>(world, count, 60)) {}

    [[nodiscard]] std::size_t calls_for(const World& world, std::size_t count,
                                        const Options& options) const {
        return counted_allocations::while_asked(question, world.scene, batch, count, options);
    }
};

class Allocation : public testing::Test {
protected:
    /// Number of calls of operator new for `count` queries of each question, summed over all
    /// questions.
    [[nodiscard]] std::size_t calls_for(std::size_t count, const Options& options) const {
        const auto calls = [&](const auto&... asked) {
            return (asked.calls_for(world_, count, options) + ...);
        };
        return std::apply(calls, asked_);
    }

    World world_ = worlds::mixed();
    static constexpr std::size_t most = 7'000;
    std::tuple<Asked<worlds::ClosestHit>, Asked<worlds::Occluded>, Asked<worlds::AllHits>,
               Asked<worlds::Sweep>, Asked<worlds::Overlaps>, Asked<worlds::AllOverlaps>,
               Asked<worlds::ClosestPoint>>
        asked_{{{}, world_, most}, {{}, world_, most}, {{{}, {66}}, world_, most},
               {{}, world_, most}, {{}, world_, most}, {{{}, {66}}, world_, most},
               {{}, world_, most}};
};

TEST_F(Allocation, IsCounted) {
    const std::size_t before = counted_allocations::count();
    // A direct call, because compilers may optimise away new-expressions and the containers that
    // use them.
    ::operator delete(::operator new(10));
    EXPECT_EQ(counted_allocations::count() - before, 1u);
}

TEST_F(Allocation, DoesNotHappenInTheCallingThread) {
    (void)calls_for(most, {.threads = 1}); // allocates scratch memory, which the library keeps
    worlds::on_every_isa([&] {
        for (const std::size_t count : {0u, 1u, 17u, 7'000u})
            EXPECT_EQ(calls_for(count, {.threads = 1}), 0u) << count << " queries";
        EXPECT_EQ(calls_for(100, {.traversal = Traversal::exhaustive, .threads = 1}), 0u);
    });
}

TEST_F(Allocation, DoesNotHappenForOneQuery) {
    const tbb::global_control enough(tbb::global_control::max_allowed_parallelism, 4);
    EXPECT_EQ(calls_for(1, {.threads = 0}), 0u);
    EXPECT_EQ(calls_for(1, {.threads = 3}), 0u);
}

TEST_F(Allocation, DoesNotGrowWithTheBatch) {
    const tbb::global_control enough(tbb::global_control::max_allowed_parallelism, 4);
    for (const std::uint32_t threads : {0u, 2u, 3u}) {
        (void)calls_for(most, {.threads = threads}); // allocations of the scheduler's first use
        const std::size_t few = calls_for(3'000, {.threads = threads});
        const std::size_t many = calls_for(most, {.threads = threads});
        EXPECT_EQ(few, many) << threads << " threads";
    }
}

} // namespace
