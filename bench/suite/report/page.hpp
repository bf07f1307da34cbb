#pragma once

#include <string>
#include <vector>

#include "suite/report/compare.hpp"

namespace lanecast::bench {

/// One HTML file that needs no other files and no network: scores, machine, charts and a sortable
/// table. Several results are shown side by side, each compared with the first. The build looks for
/// Chart.js; without it there are no charts.
[[nodiscard]] std::string page_of(const std::vector<Compared>& results);

} // namespace lanecast::bench
