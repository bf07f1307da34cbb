#pragma once

#include <cstddef>
#include <cstdint>

#include "host/parallel/function_ref.hpp"

namespace lanecast::host {

/// Calls work(0) ... work(chunks - 1), at most `threads` at the same time (0: the number of threads
/// of the caller's arena), in any order, and returns when all are done. With threads = 1 or a
/// single chunk, everything runs in the calling thread, without a task. Every chunk runs under
/// FloatEnvironment.
///
/// The work is isolated: a thread that waits here never picks up other tasks of the caller, and
/// cancelling the caller's tasks does not affect it. If the scheduler cannot start a task for lack
/// of memory, the calling thread does the rest. If chunks throw, the remaining chunks still run,
/// and then one of the exceptions is rethrown.
void for_each_chunk(std::size_t chunks, std::uint32_t threads, FunctionRef<void(std::size_t)> work);

/// Number of threads of the caller's arena.
std::size_t arena_threads() noexcept;

} // namespace lanecast::host
