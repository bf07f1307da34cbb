#include "host/parallel/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <new>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include "host/parallel/float_environment.hpp"
#include "host/parallel/in_turn.hpp"

namespace lanecast::host {

namespace {

/// Makes the caller's writes visible to the workers: the caller increments it before it hands work
/// over, and workers read it first. TBB synchronises as well, but in a library that the thread
/// sanitizer does not instrument, so the sanitizer would report all reads from the caller's stack.
std::atomic<unsigned> handed_over;

} // namespace

std::size_t arena_threads() noexcept {
    return static_cast<std::size_t>(tbb::this_task_arena::max_concurrency());
}

void for_each_chunk(std::size_t chunks, std::uint32_t threads,
                    FunctionRef<void(std::size_t)> work) {
    if (threads == 1 || chunks <= 1)
        return for_each_in_turn(chunks, work);
    std::size_t workers = std::min(chunks, arena_threads());
    if (threads > 1)
        workers = std::min<std::size_t>(workers, threads);
    if (workers == 1)
        return for_each_in_turn(chunks, work);

    // Workers take chunks until none is left, so that no more than `workers` run at the same time
    // and the calling thread can finish alone.
    std::atomic<std::size_t> next = 0;
    std::atomic_flag failed;
    std::exception_ptr failure;
    const auto draw = [&, chunks]() noexcept {
        const FloatEnvironment environment;
        for (std::size_t i; (i = next.fetch_add(1, std::memory_order_acq_rel)) < chunks;) {
            try {
                work(i);
            } catch (...) {
                if (!failed.test_and_set())
                    failure = std::current_exception();
            }
        }
    };
    handed_over.fetch_add(1, std::memory_order_release);
    try {
        tbb::this_task_arena::isolate([&] {
            tbb::task_group_context context(tbb::task_group_context::isolated);
            tbb::parallel_for(
                tbb::blocked_range<std::size_t>(0, workers),
                [draw](const tbb::blocked_range<std::size_t>&) {
                    static_cast<void>(handed_over.load(std::memory_order_acquire));
                    draw();
                },
                tbb::simple_partitioner{}, context);
        });
    } catch (const std::bad_alloc&) {
        // No memory for tasks. The exception is not from a chunk, because draw() does not throw.
    }
    draw();
    if (failure)
        std::rethrow_exception(failure);
}

} // namespace lanecast::host
