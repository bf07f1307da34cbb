#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>
#include <vector>

#include <tbb/global_control.h>
#include <tbb/task_arena.h>
#include <tbb/task_scheduler_observer.h>

#include "host/parallel/parallel.hpp"
#include "scene/worlds/questions.hpp"

// Options::threads: how many chunks run concurrently, and on which threads.

namespace {

using lanecast::host::for_each_chunk;
using worlds::ask;
using worlds::ClosestHit;
using worlds::World;

/// An arena that workers may enter, with more threads than most machines have cores.
class Parallel : public testing::Test {
protected:
    tbb::global_control enough_{tbb::global_control::max_allowed_parallelism, 6};
    tbb::task_arena arena_{6};
};

/// Keeps a core busy for a while, so that other threads have time to join.
void linger() {
    const auto end = std::chrono::steady_clock::now() + std::chrono::microseconds(50);
    while (std::chrono::steady_clock::now() < end) {
    }
}

/// The number of chunks that run now, and its maximum.
class Gauge {
public:
    void enter() {
        const int now = ++active_;
        for (int most = most_; now > most && !most_.compare_exchange_weak(most, now);) {
        }
    }
    void leave() { --active_; }
    [[nodiscard]] int most() const { return most_; }

private:
    std::atomic<int> active_ = 0;
    std::atomic<int> most_ = 0;
};

TEST_F(Parallel, EachChunkIsWorkedOnOnceAndNoMoreAtOnceThanAllowed) {
    for (const std::uint32_t threads : {1u, 2u, 3u, 5u, 0u}) {
        std::vector<std::atomic<int>> visits(400);
        Gauge gauge;
        arena_.execute([&] {
            for_each_chunk(visits.size(), {.threads = threads}, [&](std::size_t i) {
                gauge.enter();
                linger();
                ++visits[i];
                gauge.leave();
            });
        });
        for (const std::atomic<int>& visit : visits)
            EXPECT_EQ(visit, 1);
        EXPECT_LE(gauge.most(), threads == 0 ? 6 : static_cast<int>(threads));
    }
}

TEST_F(Parallel, SeveralChunksAreWorkedOnAtOnceWhereThatIsAllowed) {
    for (const std::uint32_t threads : {2u, 0u}) {
        // Each chunk waits for the other one, because the system starts threads whenever it likes.
        std::atomic<int> active = 0;
        std::atomic<bool> met = false;
        arena_.execute([&] {
            for_each_chunk(2, {.threads = threads}, [&](std::size_t) {
                ++active;
                const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
                while (!met && std::chrono::steady_clock::now() < end) {
                    if (active == 2)
                        met = true;
                    std::this_thread::yield();
                }
            });
        });
        EXPECT_TRUE(met) << threads;
    }
}

TEST_F(Parallel, OneThreadIsTheCallingThread) {
    const auto caller = std::this_thread::get_id();
    arena_.execute([&] {
        for_each_chunk(100, {.threads = 1}, [&](std::size_t) {
            EXPECT_EQ(std::this_thread::get_id(), caller);
            linger();
        });
    });
}

TEST_F(Parallel, OneChunkIsWorkedOnInTheCallingThread) {
    const auto caller = std::this_thread::get_id();
    for (int i = 0; i < 100; ++i)
        arena_.execute([&] {
            for_each_chunk(1, {}, [&](std::size_t) {
                EXPECT_EQ(std::this_thread::get_id(), caller);
                linger();
            });
        });
}

TEST_F(Parallel, NoChunksAreNoWork) {
    for (const std::uint32_t threads : {0u, 1u, 2u})
        for_each_chunk(0, {.threads = threads}, [](std::size_t) { ADD_FAILURE(); });
}

TEST_F(Parallel, AfterAnExceptionTheOtherChunksAreStillCalledAndItIsThrown) {
    for (const std::uint32_t threads : {1u, 2u, 0u}) {
        std::atomic<int> called = 0;
        arena_.execute([&] {
            EXPECT_THROW(for_each_chunk(50, {.threads = threads},
                                        [&](std::size_t i) {
                                            ++called;
                                            if (i % 7 == 3)
                                                throw std::runtime_error("bad chunk");
                                        }),
                         std::runtime_error);
        });
        EXPECT_EQ(called, 50);
    }
}

/// Counts the workers that enter an arena.
class Workers : public tbb::task_scheduler_observer {
public:
    explicit Workers(tbb::task_arena& arena) : tbb::task_scheduler_observer(arena) {
        observe(true);
    }
    ~Workers() override { observe(false); }
    void on_scheduler_entry(bool is_worker) override { entered_ += is_worker ? 1 : 0; }
    [[nodiscard]] int entered() const { return entered_; }

private:
    std::atomic<int> entered_ = 0;
};

TEST_F(Parallel, CallsWithOneThreadOrOneRayStartNoTask) {
    const World world = worlds::mixed();
    const auto rays = worlds::queries_at<hostile::Ray>(world, 20'000, 70);
    World changed = worlds::mixed();
    changed.scene.remove(changed.scene.locate(0).range);
    arena_.initialize();
    const Workers workers(arena_);
    arena_.execute([&] {
        for (int i = 0; i < 5; ++i)
            (void)ask(ClosestHit{}, world.scene, rays, {.threads = 1});
        for (std::size_t i = 0; i < 3000; ++i)
            (void)ask(ClosestHit{}, world.scene, rays, i, 1, {.threads = 0});
        changed.scene.commit(lanecast::Build::balanced, {.threads = 1});
    });
    EXPECT_EQ(workers.entered(), 0);
}

TEST_F(Parallel, LargeBatchesAreGivenToWorkers) {
    const World world = worlds::mixed();
    const auto rays = worlds::queries_at<hostile::Ray>(world, 20'000, 70);
    arena_.initialize();
    const Workers workers(arena_);
    // Repeats until the system has started a worker.
    for (int i = 0; i < 10'000 && workers.entered() == 0; ++i)
        arena_.execute([&] { (void)ask(ClosestHit{}, world.scene, rays); });
    EXPECT_GT(workers.entered(), 0);
}

} // namespace
