// Queries on the threads of an engine: its pool runs lanecast's tasks, so that no second pool
// competes for the cores. The same code builds with and without oneTBB.
#include <algorithm>
#include <array>
#include <condition_variable>
#include <cstdio>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "lanecast/lanecast.hpp"

/// A pool as engines have one. The thread that calls run() takes part, and only waits for tasks
/// that are under way, so that a task may call run() itself.
class Pool {
public:
    explicit Pool(std::uint32_t threads) {
        for (std::uint32_t i = 1; i < threads; ++i)
            threads_.emplace_back([this](const std::stop_token& stop) {
                std::unique_lock lock(mutex_);
                while (wake_.wait(lock, stop, [this] { return !batches_.empty(); }))
                    run_next(*batches_.front(), lock);
            });
    }

    static void run(void* pool, std::uint32_t count, void (*task)(void*, std::uint32_t),
                    void* data) {
        Pool& self = *static_cast<Pool*>(pool);
        Batch batch = {count, task, data};
        std::unique_lock lock(self.mutex_);
        self.batches_.push_back(&batch);
        self.wake_.notify_all();
        while (batch.begun < count)
            self.run_next(batch, lock);
        self.ended_.wait(lock, [&] { return batch.ended == count; });
    }

private:
    struct Batch {
        std::uint32_t count;
        void (*task)(void*, std::uint32_t);
        void* data;
        std::uint32_t begun = 0, ended = 0;
    };

    void run_next(Batch& batch, std::unique_lock<std::mutex>& lock) {
        const std::uint32_t index = batch.begun++;
        if (batch.begun == batch.count)
            std::erase(batches_, &batch);
        lock.unlock();
        batch.task(batch.data, index);
        lock.lock();
        if (++batch.ended == batch.count)
            ended_.notify_all();
    }

    std::mutex mutex_;
    std::condition_variable_any wake_, ended_;
    std::deque<Batch*> batches_;
    std::vector<std::jthread> threads_; // last: they end first
};

int main() {
    using namespace lanecast;
    constexpr std::uint32_t threads = 4;
    Pool pool(threads);
    const Jobs jobs = {.run = Pool::run, .context = &pool, .threads = threads};

    std::vector<Vec3> centers, origins;
    for (int i = 0; i < 50'000; ++i)
        centers.push_back({float(i % 250), float(i / 250), float(i % 7)});
    for (int i = 0; i < 200'000; ++i)
        origins.push_back({float(i % 500) / 2, float(i / 1000), -10});
    Scene scene;
    scene.add(Spheres{.center = centers, .radius = 0.4f});
    scene.commit({.jobs = &jobs});

    const Rays rays = {.origin = origins, .direction = Vec3{0, 0, 1}};
    std::vector<float> alone(origins.size());
    const Summary found = closest_hit(scene, rays, {.t = alone}, {.threads = 1});

    // Tasks of the engine may ask, too: these three run in the pool, and so do their rays.
    struct Frame {
        std::function<std::vector<float>()> ask;
        std::array<std::vector<float>, 3> t;
    } frame = {.ask =
                   [&] {
                       std::vector<float> t(origins.size());
                       closest_hit(scene, rays, {.t = t}, {.jobs = &jobs});
                       return t;
                   },
               .t = {}};
    const auto task = [](void* data, std::uint32_t i) {
        Frame& all = *static_cast<Frame*>(data);
        all.t[i] = all.ask();
    };
    Pool::run(&pool, 3, task, &frame);
    const bool same = std::ranges::count(frame.t, alone) == 3;
    std::printf("%zu of %zu rays hit; the same answers on one thread and in tasks: %s\n",
                found.hits, found.queries, same ? "yes" : "no");
}
