#pragma once

#include <cstddef>

#include "tools/commands/query_run.hpp"

namespace lanecast::tools {

/// Command line of `lanecast overlap`.
struct OverlapRequest : QueryRequest {
    std::size_t all = 0; ///< maximum number of ids per sphere; 0: only whether there are any
};

/// Tests the spheres of a file against a world and writes what they overlap.
/// @throws Failure, Error
void overlap(const OverlapRequest& request);

} // namespace lanecast::tools
