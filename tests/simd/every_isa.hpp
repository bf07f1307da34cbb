#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "lanecast/isa.hpp"

namespace lanecast::test {

/// Calls visit(table) for each of tables[0, count) whose ISA this CPU supports. The test fails if
/// an ISA that the library has and this CPU supports is missing.
template <class Table, class Visit>
void on_every_isa(const Table* const* tables, std::size_t count, Visit visit) {
    const auto supported = supported_isas();
    std::vector<Isa> ran;
    for (std::size_t i = 0; i < count; ++i) {
        const Isa isa = tables[i]->isa;
        if (std::find(supported.begin(), supported.end(), isa) == supported.end())
            continue;
        SCOPED_TRACE(std::string(to_string(isa)));
        visit(*tables[i]);
        ran.push_back(isa);
    }
    EXPECT_EQ(ran, std::vector<Isa>(supported.begin(), supported.end()));
}

/// All sets of lanes, as bits. For more than 16 lanes: all sets of the lower 16, each with a
/// different set of the upper ones, and the set of all lanes.
inline std::vector<std::uint32_t> sets_of_lanes(std::size_t width) {
    std::vector<std::uint32_t> sets;
    for (std::uint32_t set = 0; set < 1u << std::min<std::size_t>(width, 16); ++set)
        sets.push_back(width > 16 ? set | (set * 40503u) << 16 : set);
    sets.push_back(~0u >> (32 - width));
    return sets;
}

} // namespace lanecast::test
