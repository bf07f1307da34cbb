#pragma once

#include <vector>

#include "opponents/rows/row.hpp"

namespace lanecast::bench {

/// Rows of a million spheres of which a few are added, removed or moved each frame. Their ratio is
/// the time of a whole build, or of a whole refit, over that of a frame: the edit and its commit.
[[nodiscard]] std::vector<Row> edit_rows();

} // namespace lanecast::bench
