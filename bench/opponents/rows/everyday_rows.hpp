#pragma once

#include <string>
#include <vector>

#include "opponents/rows/row.hpp"

namespace lanecast::bench {

/// Rows of what most programs ask: a camera near and far, a point light, occlusion, one ray per
/// call.
/// @param mesh  name of bunny_or_made_mesh()
[[nodiscard]] std::vector<Row> everyday_rows(const std::string& mesh);

} // namespace lanecast::bench
