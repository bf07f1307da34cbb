#pragma once

#include <cstdint>

#include "host/parallel/function_ref.hpp"
#include "lanecast/jobs.hpp"

namespace lanecast::host {

/// Calls task() as `count` tasks of the caller's jobs, and returns when all calls have returned.
/// @param task  throws nothing
void run_on_jobs(const Jobs& jobs, std::uint32_t count, FunctionRef<void()> task);

} // namespace lanecast::host
