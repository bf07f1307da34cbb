#pragma once

#include "tools/commands/query_run.hpp"

namespace lanecast::tools {

/// Command line of `lanecast sweep`.
struct SweepRequest : QueryRequest {
    StartOverlap start_overlap = StartOverlap::report;
};

/// Moves the spheres of a file through a world and writes what they touch first.
/// @throws Failure, Error
void sweep(const SweepRequest& request);

} // namespace lanecast::tools
