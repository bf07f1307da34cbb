#pragma once

#include <cstddef>

#include "host/parallel/function_ref.hpp"
#include "host/parallel/workers.hpp"

namespace lanecast::host {

/// Calls work(0) ... work(chunks - 1), at most most_at_once(workers) at the same time, in any
/// order, and returns when all are done. If that is one, or there is a single chunk, everything
/// runs in the calling thread, without a task. Every chunk runs under FloatEnvironment.
///
/// If the scheduler cannot start a task for lack of memory, the calling thread does the rest. If
/// chunks throw, the remaining chunks still run, and then one of the exceptions is rethrown.
void for_each_chunk(std::size_t chunks, Workers workers, FunctionRef<void(std::size_t)> work);

} // namespace lanecast::host
