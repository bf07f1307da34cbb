#pragma once

#include <vector>

#include "opponents/rows/row.hpp"

namespace lanecast::bench {

/// Rows of a million spheres of which a few are added, removed or moved each frame, the edit and
/// its commit. Their ratio is the time of the opponent over that of lanecast: of a whole build, of
/// a whole refit, or of the same frame in Bullet's dynamic tree or in an Embree scene of two
/// levels.
[[nodiscard]] std::vector<Row> edit_rows();

} // namespace lanecast::bench
