#pragma once

#include <vector>

#include "suite/cases/case.hpp"
#include "suite/report/result.hpp"

namespace lanecast::bench {

/// Measures the machine, then one case after another, with the calibration loops in between. If
/// stderr is a terminal, a bar shows the progress and the remaining time. Ctrl-C ends the run after
/// the current case; the result keeps the rows measured so far and is marked as cut short.
[[nodiscard]] Result run_cases(std::vector<Case> cases, const Settings& settings);

} // namespace lanecast::bench
