#pragma once

#include <vector>

#include "suite/bout.hpp"
#include "suite/result.hpp"

namespace lanecast::bench {

/// Measures the machine, then one bout after another, with the calibration loops in between. If
/// stderr is a terminal, a bar shows the progress and the remaining time. Ctrl-C ends the run after
/// the current bout; the result keeps the rows measured so far and is marked as cut short.
[[nodiscard]] Result run_bouts(std::vector<Bout> bouts, const Wish& wish);

} // namespace lanecast::bench
