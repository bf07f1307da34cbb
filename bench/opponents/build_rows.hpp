#pragma once

#include "opponents/row.hpp"

namespace lanecast::bench {

/// From arrays to a scene that can be asked: add() and commit(), against Embree's commit of
/// geometries whose buffers are already filled. Afterwards rays say whether both are the same
/// world.
[[nodiscard]] std::function<Outcome(const Settings&)> builds(MakeWorld make_world,
                                                             Build how = Build::balanced);

/// All vertices of a mesh move a little: update() and commit(), against writing the vertices into
/// Embree's buffer and RTC_BUILD_QUALITY_REFIT.
[[nodiscard]] std::function<Outcome(const Settings&)> refits(MakeWorld make_world);

} // namespace lanecast::bench
