#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "lanecast/isa.hpp"

#include "opponents/contest.hpp"
#include "support/world.hpp"

namespace lanecast::bench {

/// One line of the table.
struct Row {
    std::string name;
    std::optional<double> goal; ///< for the ratio
    std::function<Outcome(const Settings&)> measure;
    std::optional<Isa> isa = {}; ///< ISA limit of lanecast and Embree; overrides --isa
    bool pinned = true;          ///< to one CPU
};

/// Makes the world of a row when the row runs. The world may be smaller than its name says; see
/// Settings::shrink.
using MakeWorld = std::function<World(const Settings&)>;

/// All rows, in the order in which they run.
[[nodiscard]] std::vector<Row> all_rows();

} // namespace lanecast::bench
