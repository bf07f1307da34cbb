#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <thread>
#include <vector>

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include "scene/answers.hpp"
#include "scene/rays.hpp"
#include "scene/worlds.hpp"

// A committed scene may be asked from anywhere at any time, and no part of the caller's own
// parallelism, in whichever state it is, changes an answer.

namespace {

using lanecast::Options;
using lanecast::Traversal;
using worlds::Answers;
using worlds::ask;
using worlds::difference;
using worlds::RayBatch;
using worlds::World;

class Concurrency : public testing::Test {
protected:
    /// Asks part i of the batch, in one way or another, and compares.
    void expect_right_answers(std::size_t i) const {
        const std::size_t size = 701 * (1 + i % 13);
        const std::size_t first = i * 97 % (rays_.size() - size);
        const Options options = {.traversal = i % 2 == 0 ? Traversal::automatic : Traversal::single,
                                 .threads = static_cast<std::uint32_t>(i % 4)};
        const Answers part = ask(world_.scene, rays_.columns(first, size), size, options);
        for (std::size_t k = 0; k < size; ++k) {
            const lanecast::Hit& expected = expected_.hits[first + k];
            if (std::memcmp(&part.hits[k], &expected, sizeof expected) != 0 ||
                part.occluded[k] != expected_.occluded[first + k])
                ++wrong_answers_;
        }
    }

    /// Several user threads and a scheduler with more threads than most machines have cores.
    tbb::global_control enough_{tbb::global_control::max_allowed_parallelism, 6};
    World world_ = worlds::mixed();
    RayBatch rays_ = worlds::rays_at(world_, 12'000, 50);
    Answers expected_ = ask(world_.scene, rays_.columns(), rays_.size(), {.threads = 1});
    mutable std::atomic<std::size_t> wrong_answers_ = 0;
};

TEST_F(Concurrency, QueriesFromManyThreadsAtOnce) {
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < 5; ++t)
        threads.emplace_back([&, t] {
            for (std::size_t i = 0; i < 12; ++i)
                expect_right_answers(5 * i + t);
        });
    for (std::thread& thread : threads)
        thread.join();
    EXPECT_EQ(wrong_answers_, 0u);
}

TEST_F(Concurrency, QueriesFromManyTasksAtOnce) {
    tbb::task_arena arena(4);
    arena.execute([&] {
        tbb::parallel_for(std::size_t{0}, std::size_t{60},
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
    for (std::size_t i = 0; i < 30; ++i)
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
                expect_right_answers(4 * i); // with all threads
                ++asked;
            },
            context);
    });
    EXPECT_GT(asked, 0);
    EXPECT_EQ(wrong_answers_, 0u);
}

/// Whether this thread is inside one of lanecast's calls.
thread_local bool inside_a_call = false;

TEST_F(Concurrency, CallsNeverRunTheCallersOtherTasksWhileTheyWait) {
    tbb::task_arena arena(4);
    std::atomic<int> intruders = 0;
    std::atomic<int> started = 0;
    arena.execute([&] {
        tbb::parallel_for(
            std::size_t{0}, std::size_t{80},
            [&](std::size_t i) {
                ++started;
                if (inside_a_call)
                    ++intruders;
                inside_a_call = true;
                expect_right_answers(4 * (i % 16)); // with all threads
                inside_a_call = false;
            },
            tbb::simple_partitioner{});
    });
    EXPECT_EQ(started, 80);
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
