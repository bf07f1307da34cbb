#pragma once

#include <cstddef>

#include "query_run.hpp"

namespace lanecast::tools {

/// `lanecast overlap`, as said on the command line.
struct OverlapRequest : QueryRequest {
    std::size_t all = 0; ///< so many ids for each sphere; 0: only whether there are any
};

/// Lays the spheres of a file into a world and writes what they overlap.
/// @throws Failure, Error
void overlap(const OverlapRequest& request);

} // namespace lanecast::tools
