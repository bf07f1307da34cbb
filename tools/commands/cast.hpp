#pragma once

#include <cstddef>

#include "tools/commands/query_run.hpp"

namespace lanecast::tools {

/// Command line of `lanecast cast`.
struct CastRequest : QueryRequest {
    bool any = false;
    std::size_t all = 0; ///< maximum number of hits per ray; 0: only the closest
    Interior interior = Interior::solid;
    Backfaces backfaces = Backfaces::hit;
};

/// Casts the rays of a file at a world and writes what they hit.
/// @throws Failure, Error
void cast(const CastRequest& request);

} // namespace lanecast::tools
