#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "lanecast/isa.hpp"

namespace lanecast::test {

/// Calls visit(table) for each of tables[0, count) whose ISA runs here. The test fails if that
/// leaves out an ISA that the library has and this CPU supports.
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

} // namespace lanecast::test
