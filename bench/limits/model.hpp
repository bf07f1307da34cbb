#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "limits/demand.hpp"
#include "limits/exercises.hpp"

namespace lanecast::bench {

/// Vector operations per second of each Resource, measured alone.
using Capacity = std::array<double, resources>;

/// Lower bound of the time for one vector of pairs, and the part of the CPU that sets it.
struct Limit {
    double seconds;
    const char* what;
};

/// Limit of the divider. Divisions and roots are paired as far as possible and run at the rate
/// measured for alternating ones; the rest runs at its own rate.
[[nodiscard]] Limit divider_limit(const Demand& demand, const Capacity& capacity);

/// Limit of the busiest vector, load or store unit, if the work were distributed perfectly and
/// nothing ever waited.
[[nodiscard]] Limit port_limit(const Demand& demand, const Capacity& capacity);

/// Upper bounds of the rate of a kernel, in pairs per second.
struct Limits {
    double divider;
    double ports;
    const char* port; ///< the busiest unit
    double bandwidth;

    [[nodiscard]] double nearest() const { return std::min({divider, ports, bandwidth}); }
    [[nodiscard]] const char* nearest_name() const;
};

/// `bandwidth` is the rate of a loop that only reads and writes the columns.
[[nodiscard]] Limits limits_of(const Demand& demand, const Capacity& capacity, std::size_t lanes,
                               double bandwidth);

} // namespace lanecast::bench
