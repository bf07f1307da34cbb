#pragma once

#include <cstddef>

#include "query_run.hpp"

namespace lanecast::tools {

/// `lanecast cast`, as said on the command line.
struct CastRequest : QueryRequest {
    bool any = false;
    std::size_t all = 0; ///< so many hits of each ray; 0: the closest
    Interior interior = Interior::solid;
};

/// Casts the rays of a file at a world and writes what they hit.
/// @throws Failure, Error
void cast(const CastRequest& request);

} // namespace lanecast::tools
