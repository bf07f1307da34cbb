#include <atomic>
#include <new>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include "host/parallel/scheduler.hpp"

namespace lanecast::host {

namespace {

/// Makes the caller's writes visible to the workers: the caller increments it before it hands work
/// over, and workers read it first. TBB synchronises as well, but in a library that the thread
/// sanitizer does not instrument, so the sanitizer would report all reads from the caller's stack.
std::atomic<unsigned> handed_over;

} // namespace

std::size_t scheduler_threads() noexcept {
    return static_cast<std::size_t>(tbb::this_task_arena::max_concurrency());
}

void run_on_scheduler(std::size_t count, FunctionRef<void()> task) {
    handed_over.fetch_add(1, std::memory_order_release);
    try {
        tbb::this_task_arena::isolate([&] {
            tbb::task_group_context context(tbb::task_group_context::isolated);
            tbb::parallel_for(
                tbb::blocked_range<std::size_t>(0, count),
                [task](const tbb::blocked_range<std::size_t>&) {
                    static_cast<void>(handed_over.load(std::memory_order_acquire));
                    task();
                },
                tbb::simple_partitioner{}, context);
        });
    } catch (const std::bad_alloc&) {
        // No memory for tasks. The exception is not the task's, which throws nothing.
    }
}

} // namespace lanecast::host
