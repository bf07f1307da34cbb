#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstring>
#include <limits>
#include <optional>
#include <thread>
#include <tuple>
#include <vector>

#include <tbb/global_control.h>

#include "core/forced_traversal.hpp"
#include "host/batch/scratch.hpp"
#include "kernels/fewer_queries.hpp"
#include "scene/engines/counted_questions.hpp"

// Streams use scratch memory that calls share and keep. Without scratch memory the results are the
// same.

namespace {

using counted_allocations::Refusal;
using lanecast::Options;
using lanecast::release_scratch;
using lanecast::Traversal;
using lanecast::host::CheckedOutScratch;
using worlds::Answers;
using worlds::Batch;
using worlds::with_traversal;
using worlds::World;

constexpr std::size_t any_size = std::numeric_limits<std::size_t>::max();
constexpr std::size_t no_scratch = 256 * 1024; ///< less than the scratch memory of one query

/// A question that streams support, its queries, and the results of one query at a time.
template <class Question>
struct Asked {
    Question question;
    Batch<typename Question::Query> batch;
    Answers<typename Question::Record> expected;

    Asked(const World& world, std::size_t count)
        : batch(worlds::queries_at<typename Question::Query>(world, count, 61)),
          expected(
              ask(question, world.scene, batch, with_traversal({}, lanecast::forced::single, 1))) {}

    /// Queries a part of the batch.
    /// @param bytes_allowed largest allocation that the calling thread may make
    [[nodiscard]] auto answers(const World& world, std::size_t first, std::size_t size,
                               const Options& options, std::size_t bytes_allowed = any_size) const {
        auto room = room_for(question, size);
        const hostile::Queries queries = batch.columns(first, size);
        const Refusal refusal(bytes_allowed);
        room.summary = question.ask(world.scene, columns_for(question, queries), room, options);
        return room;
    }

    void expect_same_answers(const World& world, const Options& options,
                             std::size_t bytes_allowed = any_size) const {
        SCOPED_TRACE(Question::name);
        EXPECT_EQ(difference(answers(world, 0, batch.size(), options, bytes_allowed), expected),
                  "");
    }

    /// Number of wrong records in a part of the batch.
    [[nodiscard]] std::size_t wrong(const World& world, std::size_t first, std::size_t size,
                                    const Options& options,
                                    std::size_t bytes_allowed = any_size) const {
        const auto part = answers(world, first, size, options, bytes_allowed);
        std::size_t count = 0;
        for (std::size_t k = 0; k < size; ++k)
            count += worlds::same(part.records[k], expected.records[first + k]) ? 0 : 1;
        return count;
    }

    [[nodiscard]] std::size_t allocations(const World& world, std::size_t size,
                                          const Options& options) const {
        return counted_allocations::while_asked(question, world.scene, batch, size, options);
    }
};

// Questions with rows of one result, so that record i belongs to query i.
struct OneHit : worlds::AllHits {
    OneHit() : AllHits{{}, {1}} {}
};
struct OneOverlap : worlds::AllOverlaps {
    OneOverlap() : AllOverlaps{{}, {1}} {}
};

class StreamMemory : public testing::Test {
protected:
    ~StreamMemory() override { release_scratch(); }

    /// Calls visit(asked) for each question.
    template <class Visit>
    void for_each_question(Visit visit) const {
        std::apply([&](const auto&... asked) { (visit(asked), ...); }, asked_);
    }

    static constexpr std::size_t whole_count = 6'000;
    // Enough for several parts if there are several threads.
    const std::size_t count_ = hostile::fewer(whole_count);
    tbb::global_control enough_{tbb::global_control::max_allowed_parallelism, 4};
    World world_ = worlds::mixed();
    std::tuple<Asked<worlds::ClosestHit>, Asked<worlds::Occluded>, Asked<worlds::Sweep>,
               Asked<worlds::Overlaps>, Asked<worlds::ClosestPoint>, Asked<OneHit>,
               Asked<OneOverlap>>
        asked_{{world_, count_}, {world_, count_}, {world_, count_}, {world_, count_},
               {world_, count_}, {world_, count_}, {world_, count_}};
};

constexpr Traversal streams[] = {lanecast::forced::stream, Traversal::automatic};

TEST_F(StreamMemory, IsNotNeededForAnswers) {
    worlds::on_every_isa([&] {
        for (const Traversal traversal : streams)
            for (const std::uint32_t threads : {1u, 2u})
                for_each_question([&](const auto& asked) {
                    release_scratch();
                    const std::size_t before = Refusal::count();
                    EXPECT_NO_THROW(asked.expect_same_answers(
                        world_, {.traversal = traversal, .threads = threads}, no_scratch));
                    // With two threads, the other thread may have been faster. On `plain`, and for
                    // few queries, automatic choice takes an engine that needs no scratch memory,
                    // or needs it once per part.
                    if (threads == 1 && (traversal == lanecast::forced::stream ||
                                         (count_ == whole_count &&
                                          lanecast::active_isa() != lanecast::Isa::plain))) {
                        EXPECT_EQ(Refusal::count() - before, 1u);
                    }
                });
    });
}

TEST_F(StreamMemory, MayBeRefusedToSomeThreads) {
    release_scratch();
    std::atomic<std::size_t> wrong = 0;
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < 5; ++t)
        threads.emplace_back([&, t] {
            for (std::size_t i = 0; i < 6; ++i)
                for_each_question([&](const auto& asked) {
                    const std::size_t size = hostile::fewer(1'000 + 600 * t + 200 * i);
                    wrong += asked.wrong(world_, 17 * t, size,
                                         {.traversal = streams[i % 2], .threads = 1},
                                         t < 3 ? no_scratch : any_size);
                });
        });
    for (std::thread& thread : threads)
        thread.join();
    EXPECT_EQ(wrong, 0u);
}

TEST_F(StreamMemory, IsAllocatedOnce) {
    worlds::on_every_isa([&] {
        for_each_question([&](const auto& asked) {
            release_scratch();
            const Options stream = {.traversal = lanecast::forced::stream, .threads = 1};
            EXPECT_EQ(asked.allocations(world_, count_, stream), 1u);
            for (const std::size_t size : {std::size_t{1}, std::size_t{15}, std::size_t{16},
                                           std::size_t{100}, hostile::fewer(5000), count_})
                EXPECT_EQ(asked.allocations(world_, size, stream), 0u) << size << " queries";
        });
        // Scratch memory of one question serves all other questions.
        for_each_question([&](const auto& asked) {
            for (const Traversal traversal : streams)
                EXPECT_EQ(asked.allocations(world_, count_, {.traversal = traversal, .threads = 1}),
                          0u);
        });
    });
}

TEST_F(StreamMemory, GrowsWithTheLargestBatchOnly) {
    const auto& rays = std::get<0>(asked_);
    const Options stream = {.traversal = lanecast::forced::stream, .threads = 1};
    release_scratch();
    EXPECT_EQ(rays.allocations(world_, hostile::fewer(1'000), stream), 1u);
    EXPECT_EQ(rays.allocations(world_, count_, stream), 1u);
    // The pool keeps both buffers.
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(rays.allocations(world_, hostile::fewer(1'000), stream), 0u);
        EXPECT_EQ(rays.allocations(world_, count_, stream), 0u);
    }
}

TEST_F(StreamMemory, IsFreedByReleaseScratchAndAllocatedAgain) {
    const auto& rays = std::get<0>(asked_);
    const Options stream = {.traversal = lanecast::forced::stream, .threads = 1};
    release_scratch();
    const std::size_t without = counted_allocations::live();
    (void)rays.allocations(world_, hostile::fewer(1'000), stream);
    (void)rays.allocations(world_, count_, stream);
    EXPECT_EQ(counted_allocations::live(), without + 2);
    release_scratch();
    EXPECT_EQ(counted_allocations::live(), without);
    release_scratch(); // nothing left to free
    EXPECT_EQ(counted_allocations::live(), without);
    EXPECT_EQ(rays.allocations(world_, hostile::fewer(1'000), stream), 1u);
    rays.expect_same_answers(world_, stream);
}

TEST_F(StreamMemory, IsSharedByManyThreadsWhileItIsReleased) {
    std::atomic<std::size_t> wrong = 0;
    std::atomic<bool> done = false;
    std::thread restless([&] {
        while (!done) {
            release_scratch();
            std::this_thread::yield();
        }
    });
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < 4; ++t)
        threads.emplace_back([&, t] {
            for (std::size_t i = 0; i < 8; ++i)
                for_each_question([&](const auto& asked) {
                    const std::size_t size = hostile::fewer(31 + 709 * ((t + i) % 8));
                    wrong += asked.wrong(world_, 13 * i, size,
                                         {.traversal = lanecast::forced::stream,
                                          .threads = static_cast<std::uint32_t>(i % 3)});
                });
        });
    for (std::thread& thread : threads)
        thread.join();
    done = true;
    restless.join();
    EXPECT_EQ(wrong, 0u);
}

TEST(ScratchPool, GivesEachBufferToOneAtATime) {
    release_scratch();
    for (int round = 0; round < 2; ++round) { // allocated first, then from the pool
        std::array<std::optional<CheckedOutScratch>, 10> out;
        for (std::size_t i = 0; i < out.size(); ++i) {
            out[i].emplace(1000 + 100 * i);
            const lanecast::Scratch scratch = out[i]->view();
            ASSERT_NE(scratch.memory, nullptr);
            EXPECT_GE(scratch.bytes, 1000 + 100 * i);
            EXPECT_EQ(std::bit_cast<std::uintptr_t>(scratch.memory) % 64, 0u);
            std::memset(scratch.memory, static_cast<int>(i), scratch.bytes);
        }
        for (std::size_t i = 0; i < out.size(); ++i) {
            const lanecast::Scratch scratch = out[i]->view();
            const auto* const bytes = static_cast<const unsigned char*>(scratch.memory);
            EXPECT_TRUE(std::all_of(bytes, bytes + scratch.bytes,
                                    [&](unsigned char byte) { return byte == i; }));
        }
    }
    release_scratch();
}

TEST(ScratchPool, KeepsSoManyOfTheLargestAndFreesTheRest) {
    constexpr std::size_t kept = 64, more = 10;
    release_scratch();
    const std::size_t without = counted_allocations::live();
    std::array<std::optional<CheckedOutScratch>, kept + more> out;
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i].emplace(1000 + 7 * (i * 31 % out.size())); // sizes in no particular order
    EXPECT_EQ(counted_allocations::live(), without + kept + more);
    for (auto& scratch : out)
        scratch.reset();
    EXPECT_EQ(counted_allocations::live(), without + kept);

    const std::size_t before = counted_allocations::count();
    for (std::size_t i = 0; i < kept; ++i)
        out[i].emplace(1000 + 7 * (more + i));
    EXPECT_EQ(counted_allocations::count(), before) << "those were kept, and each fits one";
    for (auto& scratch : out)
        scratch.reset();
    release_scratch();
    EXPECT_EQ(counted_allocations::live(), without);
}

TEST(ScratchPool, HasNothingWhereMemoryIsRefused) {
    release_scratch();
    {
        const Refusal refusal(1000);
        const CheckedOutScratch none(1001);
        EXPECT_EQ(none.view().memory, nullptr);
        EXPECT_EQ(none.view().bytes, 0u);
        const CheckedOutScratch some(1000);
        EXPECT_NE(some.view().memory, nullptr);
    }
    const std::size_t before = counted_allocations::count();
    EXPECT_NE(CheckedOutScratch(1000).view().memory, nullptr);
    EXPECT_EQ(counted_allocations::count(), before); // a refused buffer takes no slot of the pool
    release_scratch();
}

} // namespace
