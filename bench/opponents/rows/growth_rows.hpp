#pragma once

#include "opponents/rows/row.hpp"

/// Rows that compare how throughput scales.
namespace lanecast::bench {

/// Slowdown of an incoherent ray from the small world to the large one. The ratio is Embree's
/// slowdown over lanecast's.
[[nodiscard]] std::function<Outcome(const Settings&)> growth(MakeWorld make_small,
                                                             MakeWorld make_large);

/// The same for lanecast alone, for worlds where the time of other engines is proportional to the
/// number of shapes. The ratio is 1 if a ray takes as long in the large world as in the small one,
/// and more if it takes less time.
[[nodiscard]] std::function<Outcome(const Settings&)> own_growth(MakeWorld make_small,
                                                                 MakeWorld make_large);

/// Speed-up of two threads over one, in wall time. Embree uses rtcIntersect1, and its threads take
/// pieces of the batch dynamically. The row must not be pinned to one CPU.
[[nodiscard]] std::function<Outcome(const Settings&)> two_threads(MakeWorld make_world);

} // namespace lanecast::bench
