#pragma once

#include "opponents/row.hpp"

namespace lanecast::bench {

/// The nearest surface of worlds of spheres and of meshes, against rtcPointQuery with an exact
/// callback.
/// @param afar  how many longest sides away points are; 0: in the world
[[nodiscard]] std::function<Outcome(const Settings&)> closest_points(MakeWorld make_world,
                                                                     float afar = 0);

} // namespace lanecast::bench
