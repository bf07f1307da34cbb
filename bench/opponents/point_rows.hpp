#pragma once

#include "opponents/row.hpp"

namespace lanecast::bench {

/// The nearest surface of worlds of spheres and of meshes, against rtcPointQuery with an exact
/// callback.
[[nodiscard]] std::function<Outcome(const Settings&)> closest_points(MakeWorld make_world);

} // namespace lanecast::bench
