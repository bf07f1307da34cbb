#pragma once

#include <vector>

#include "suite/bout.hpp"
#include "suite/result.hpp"

namespace lanecast::bench {

/// Measures one bout after the other, the machine before and between them. A bar on stderr tells
/// how far it is and how long it takes, if that is a terminal. Ctrl-C ends the run after the bout
/// at hand; what was measured stays, marked as cut short.
[[nodiscard]] Result run_bouts(std::vector<Bout> bouts, const Wish& wish);

} // namespace lanecast::bench
