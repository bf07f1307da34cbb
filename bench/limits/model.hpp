#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "limits/demand.hpp"
#include "limits/exercises.hpp"

namespace lanecast::bench {

/// Vector operations per second of each Resource when nothing else is asked for.
using Capacity = std::array<double, resources>;

/// The shortest time that a CPU of this capacity needs for a vector of pairs.
struct Limit {
    double seconds;
    const char* what;
};

/// Divisions and roots. As many as there are of both are done as fast as they were measured by
/// turns.
[[nodiscard]] Limit divider_limit(const Demand& demand, const Capacity& capacity);

/// The busiest of the vector units and of those that load and store, if the work were spread over
/// them in the best way and nothing ever waited for anything.
[[nodiscard]] Limit port_limit(const Demand& demand, const Capacity& capacity);

/// What no kernel can exceed, in pairs per second.
struct Limits {
    double divider;
    double ports;
    const char* port; ///< the busiest
    double bandwidth;

    [[nodiscard]] double nearest() const { return std::min({divider, ports, bandwidth}); }
    [[nodiscard]] const char* nearest_name() const;
};

/// `bandwidth` is the rate at which a loop that computes nothing goes over the columns.
[[nodiscard]] Limits limits_of(const Demand& demand, const Capacity& capacity, std::size_t lanes,
                               double bandwidth);

} // namespace lanecast::bench
