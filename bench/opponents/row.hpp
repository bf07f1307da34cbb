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
    std::optional<double> goal; ///< of the ratio
    std::function<Outcome(const Settings&)> measure;
    std::optional<Isa> isa = {}; ///< that both are limited to, whatever --isa says
    bool pinned = true;          ///< to one CPU
};

/// Makes a world when its row comes; it may be smaller than its name says, see Settings::shrink.
using MakeWorld = std::function<World(const Settings&)>;

/// All rows, in the order in which they run.
[[nodiscard]] std::vector<Row> all_rows();

} // namespace lanecast::bench
