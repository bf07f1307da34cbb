#include "limits/demand.hpp"

#include <stdexcept>
#include <string_view>

namespace lanecast::bench {
namespace {

/// Operations for all `counted_pairs` of a cell.
struct Counted {
    std::string_view cell;
    std::size_t lanes;
    Demand total;
};

constexpr Counted counted[] = {
#include "limits/demand_table.inc"
};

} // namespace

Demand demand_of(const Cell& cell, std::size_t lanes) {
    for (const Counted& one : counted) {
        if (one.cell == cell.name && one.lanes == lanes) {
            const double vectors = static_cast<double>(counted_pairs / lanes);
            const Demand& total = one.total;
            return {.divide = total.divide / vectors,
                    .root = total.root / vectors,
                    .add = total.add / vectors,
                    .multiply = total.multiply / vectors,
                    .compare = total.compare / vectors,
                    .any = total.any / vectors,
                    .load = total.load / vectors,
                    .store = total.store / vectors};
        }
    }
    throw std::logic_error("demand_table.inc has no line for " + cell.name);
}

} // namespace lanecast::bench
