#pragma once

#include <cstddef>
#include <cstdint>

#include "host/parallel/function_ref.hpp"

namespace lanecast::host {

/// Calls work(0) ... work(chunks - 1), at most `threads` at once (0: as many as the caller's arena
/// has), in any order, and returns when all are done. With threads = 1 or a single chunk all
/// happens in the calling thread, without a task. Every chunk runs under FloatEnvironment.
///
/// The work is isolated: a thread that waits here never picks up the caller's other tasks, and a
/// cancellation of the caller's tasks does not reach it. If the scheduler cannot start a task for
/// want of memory the calling thread does the rest. If chunks throw, the others are still called,
/// and then one of the exceptions is thrown.
void for_each_chunk(std::size_t chunks, std::uint32_t threads, FunctionRef<void(std::size_t)> work);

/// The threads of the caller's arena.
std::size_t arena_threads() noexcept;

} // namespace lanecast::host
