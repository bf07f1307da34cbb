#pragma once

#include "opponents/rows/row.hpp"

namespace lanecast::bench {

/// From arrays to a committed scene: add() and commit(), against Embree's commit of geometries with
/// filled buffers. Rays compare both worlds afterwards.
[[nodiscard]] std::function<Outcome(const Settings&)> builds(MakeWorld make_world,
                                                             Build how = Build::balanced);

/// All vertices of a mesh move a little: update() and commit(), against filling Embree's vertex
/// buffer and RTC_BUILD_QUALITY_REFIT.
[[nodiscard]] std::function<Outcome(const Settings&)> refits(MakeWorld make_world);

} // namespace lanecast::bench
