#include "host/parallel/scheduler.hpp"

/// Replaces tbb.cpp in builds without oneTBB.
namespace lanecast::host {

std::size_t scheduler_threads() noexcept { return 1; }

void run_on_scheduler(std::size_t, FunctionRef<void()> task) { task(); }

} // namespace lanecast::host
