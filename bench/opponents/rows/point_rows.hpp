#pragma once

#include "opponents/rows/row.hpp"

namespace lanecast::bench {

/// Closest points of worlds of spheres and of meshes, against rtcPointQuery with the textbook test
/// as callback.
/// @param afar  distance of the points in longest sides of the world; 0: points in the world
[[nodiscard]] std::function<Outcome(const Settings&)> closest_points(MakeWorld make_world,
                                                                     float afar = 0);

} // namespace lanecast::bench
