#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include "core/forced_traversal.hpp"
#include "kernels/fewer_queries.hpp"
#include "scene/worlds/questions.hpp"

// Any thread may query a committed scene at any time. The caller's own parallelism, in any state,
// must not change a result.

namespace {

using hostile::fewer;
using lanecast::Options;
using lanecast::Traversal;
using worlds::Answers;
using worlds::ask;
using worlds::Batch;
using worlds::queries_at;
using worlds::World;

/// A question, its queries, and their results on one thread.
template <class Question>
struct Asked {
    Question question;
    Batch<typename Question::Query> batch;
    Answers<typename Question::Record> expected;

    Asked(const Question& asked, const World& world, std::size_t count)
        : question(asked), batch(queries_at<typename Question::Query>(world, count, 50)),
          expected(ask(question, world.scene, batch, {.threads = 1})) {}

    /// Queries a part of the batch. @returns the number of wrong records
    [[nodiscard]] std::size_t wrong(const World& world, std::size_t first, std::size_t size,
                                    const Options& options) const {
        const auto part = ask(question, world.scene, batch, first, size, options);
        std::size_t count = 0;
        for (std::size_t k = 0; k < part.records.size(); ++k)
            count += worlds::same(part.records[k], expected.records[first * part.row + k]) ? 0 : 1;
        return count;
    }
};

constexpr std::size_t count = 7'000;

struct Everything {
    World world = worlds::mixed();
    Asked<worlds::ClosestHit> rays{{}, world, count};
    Asked<worlds::Sweep> sweeps{{}, world, count};
    Asked<worlds::AllOverlaps> overlaps{{{}, {3}}, world, count};
    Asked<worlds::ClosestPoint> points{{}, world, count};
};

/// Computed once, for all tests.
const Everything& everything() {
    static const Everything asked;
    return asked;
}

class Concurrency : public testing::Test {
protected:
    /// Queries part i of a batch, with options that depend on i, and compares the results.
    void expect_right_answers(std::size_t i) const {
        const std::size_t size = 701 * (1 + i % 9);
        const std::size_t first = i * 97 % (count - size);
        const Options options = {.traversal =
                                     i % 2 == 0 ? Traversal::automatic : lanecast::forced::single,
                                 .threads = static_cast<std::uint32_t>(i % 4)};
        const auto expect_right = [&](const auto& asked) {
            wrong_answers_ += asked.wrong(all_.world, first, size, options);
        };
        switch (i % 5) {
        case 0:
            expect_right(all_.sweeps);
            break;
        case 1:
            expect_right(all_.overlaps);
            break;
        case 2:
            expect_right(all_.points);
            break;
        default:
            expect_right(all_.rays);
            break;
        }
    }

    /// Several user threads, and a scheduler with more threads than most machines have cores.
    tbb::global_control enough_{tbb::global_control::max_allowed_parallelism, 6};
    const Everything& all_ = everything();
    mutable std::atomic<std::size_t> wrong_answers_ = 0;
};

TEST_F(Concurrency, QueriesFromManyThreadsAtOnce) {
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < 5; ++t)
        threads.emplace_back([&, t] {
            for (std::size_t i = 0; i < fewer(12); ++i)
                expect_right_answers(5 * i + t);
        });
    for (std::thread& thread : threads)
        thread.join();
    EXPECT_EQ(wrong_answers_, 0u);
}

TEST_F(Concurrency, QueriesFromManyTasksAtOnce) {
    tbb::task_arena arena(4);
    arena.execute([&] {
        tbb::parallel_for(std::size_t{0}, fewer(60),
                          [&](std::size_t i) { expect_right_answers(i); });
    });
    EXPECT_EQ(wrong_answers_, 0u);
}

TEST_F(Concurrency, QueriesWhileTheIsaIsChanged) {
    const hostile::IsaGuard guard;
    std::atomic<bool> done = false;
    std::thread restless([&] {
        for (std::size_t i = 0; !done; ++i) {
            const auto isas = lanecast::supported_isas();
            lanecast::set_isa(isas[i % isas.size()]);
            std::this_thread::yield();
        }
    });
    for (std::size_t i = 0; i < fewer(30); ++i)
        expect_right_answers(i);
    done = true;
    restless.join();
    EXPECT_EQ(wrong_answers_, 0u);
}

TEST_F(Concurrency, QueriesInAnArenaOfOne) {
    tbb::task_arena arena(1);
    arena.execute([&] {
        for (std::size_t i = 0; i < 8; ++i)
            expect_right_answers(i);
    });
    EXPECT_EQ(wrong_answers_, 0u);
}

TEST_F(Concurrency, QueriesOfACancelledTask) {
    tbb::task_arena arena(4);
    std::atomic<int> asked = 0;
    arena.execute([&] {
        tbb::task_group_context context;
        tbb::parallel_for(
            std::size_t{0}, std::size_t{8},
            [&](std::size_t i) {
                context.cancel_group_execution();
                expect_right_answers(4 * i); // on all threads
                ++asked;
            },
            context);
    });
    EXPECT_GT(asked, 0);
    EXPECT_EQ(wrong_answers_, 0u);
}

/// Whether this thread is inside a call of lanecast.
thread_local bool inside_a_call = false;

TEST_F(Concurrency, CallsNeverRunTheCallersOtherTasksWhileTheyWait) {
    tbb::task_arena arena(4);
    const std::size_t tasks = fewer(80);
    std::atomic<int> intruders = 0;
    std::atomic<std::size_t> started = 0;
    arena.execute([&] {
        tbb::parallel_for(
            std::size_t{0}, tasks,
            [&](std::size_t i) {
                ++started;
                if (inside_a_call)
                    ++intruders;
                inside_a_call = true;
                expect_right_answers(4 * (i % 16)); // on all threads
                inside_a_call = false;
            },
            tbb::simple_partitioner{});
    });
    EXPECT_EQ(started, tasks);
    EXPECT_EQ(intruders, 0);
    EXPECT_EQ(wrong_answers_, 0u);
}

TEST_F(Concurrency, CommitsNeverRunTheCallersOtherTasksWhileTheyWait) {
    tbb::task_arena arena(4);
    std::atomic<int> intruders = 0;
    const std::vector<hostile::Sphere> many = [] {
        hostile::Random random(51);
        std::vector<hostile::Sphere> spheres;
        for (int i = 0; i < 40'000; ++i)
            spheres.push_back(hostile::Sphere::make(random, random.in_cube(50.0), 0.5, {}));
        return spheres;
    }();
    arena.execute([&] {
        tbb::parallel_for(
            std::size_t{0}, std::size_t{16},
            [&](std::size_t) {
                if (inside_a_call)
                    ++intruders;
                lanecast::Scene scene;
                scene.add(worlds::columns_of(many));
                inside_a_call = true;
                scene.commit();
                inside_a_call = false;
            },
            tbb::simple_partitioner{});
    });
    EXPECT_EQ(intruders, 0);
}

} // namespace
