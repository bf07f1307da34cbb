#pragma once

#include <string>
#include <vector>

#include "suite/compare.hpp"

namespace lanecast::bench {

/// One HTML file that needs no other and no network: scores, machine, charts and a table that
/// sorts. Of several results: side by side, each against the first. Without Chart.js, which is
/// looked for when lanecast is built, there are no charts.
[[nodiscard]] std::string page_of(const std::vector<Compared>& results);

} // namespace lanecast::bench
