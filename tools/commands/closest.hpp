#pragma once

#include "tools/commands/query_run.hpp"

namespace lanecast::tools {

/// Finds the closest point of a world to each point of a file and writes it: `lanecast closest`.
/// @throws Failure, Error
void closest(const QueryRequest& request);

} // namespace lanecast::tools
