#pragma once

#include <cstddef>

#include "host/parallel/function_ref.hpp"

/// The scheduler of this build: oneTBB (tbb.cpp), or the calling thread alone (serial.cpp).
namespace lanecast::host {

/// Number of threads of the caller's arena.
std::size_t scheduler_threads() noexcept;

/// Calls task() up to `count` times at the same time, and returns when all calls have returned. May
/// call it less often if there is no memory for more. The calls are isolated: a thread that waits
/// here never picks up other tasks of the caller, and cancelling the caller's tasks does not affect
/// them.
/// @param task  throws nothing
void run_on_scheduler(std::size_t count, FunctionRef<void()> task);

} // namespace lanecast::host
