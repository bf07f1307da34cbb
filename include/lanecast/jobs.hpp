#pragma once

#include <cstdint>

namespace lanecast {

/// The jobs of an engine, for calls that are to run on its threads instead of those of oneTBB:
/// Options::jobs and CommitOptions::jobs. The struct is that of C, so that a plugin can pass it on.
///
///     void run(void* pool, std::uint32_t count, void (*task)(void*, std::uint32_t), void* data) {
///         static_cast<Pool*>(pool)->parallel_for(count, [=](auto i) { task(data, i); });
///     }
///     const Jobs jobs = {.run = run, .context = &pool, .threads = pool.size()};
///     closest_hit(scene, rays, hits, {.jobs = &jobs});
///
/// A call runs `run` some times, one after the other, each time with at most `threads` tasks. Each
/// task works until nothing is left to do, so that more tasks than threads have no use. A call that
/// is too small to share does everything itself and never runs `run`.
///
/// A task takes up to 48 KiB of stack, throws nothing, and waits for no other task.
/// Results are the same, bit for bit, whichever threads run the tasks, and in whatever order.
struct Jobs {
    /// Must call task(data, 0) ... task(data, count - 1), each once, in any order and on any
    /// threads, the calling one included, and return when all have returned. It must not throw. It
    /// may be called from several threads at the same time, from a task of the engine as well: if
    /// it then waits for others, it must run tasks meanwhile, or leave a thread free for them.
    ///
    /// Behaviour is undefined if it calls a task twice or not at all; builds with assertions check
    /// this. May not be null.
    void (*run)(void* context, std::uint32_t count, void (*task)(void* data, std::uint32_t index),
                void* data) = nullptr;
    void* context = nullptr; ///< passed to `run`
    /// Number of tasks that can run at the same time, at least 1: the threads of the engine, and
    /// the calling one if it takes part.
    std::uint32_t threads = 0;
};

} // namespace lanecast
