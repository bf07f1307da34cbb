#pragma once

#include "opponents/row.hpp"

/// Rows that compare how speed changes.
namespace lanecast::bench {

/// How much longer an incoherent ray takes in the large world than in the small one. The ratio says
/// how often lanecast's growth goes into Embree's.
[[nodiscard]] std::function<Outcome(const Settings&)> growth(MakeWorld make_small,
                                                             MakeWorld make_large);

/// How much faster two threads are than one, by wall time. Embree's rays go one by one; its threads
/// take pieces of the batch as they can. Not to be pinned to one CPU.
[[nodiscard]] std::function<Outcome(const Settings&)> two_threads(MakeWorld make_world);

} // namespace lanecast::bench
