#pragma once

#include "opponents/row.hpp"

/// Rows that compare how speed changes.
namespace lanecast::bench {

/// How much longer an incoherent ray takes in the large world than in the small one. The ratio says
/// how often lanecast's growth goes into Embree's.
[[nodiscard]] std::function<Outcome(const Settings&)> growth(MakeWorld make_small,
                                                             MakeWorld make_large);

/// The same of lanecast alone, for worlds in which others take as long as there are shapes: the
/// ratio is 1 if a ray takes as long in the large world as in the small one, and more if it takes
/// less.
[[nodiscard]] std::function<Outcome(const Settings&)> own_growth(MakeWorld make_small,
                                                                 MakeWorld make_large);

/// How much faster two threads are than one, by wall time. Embree's rays go one by one; its threads
/// take pieces of the batch as they can. Not to be pinned to one CPU.
[[nodiscard]] std::function<Outcome(const Settings&)> two_threads(MakeWorld make_world);

} // namespace lanecast::bench
