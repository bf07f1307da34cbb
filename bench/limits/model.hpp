#pragma once

#include <array>

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

} // namespace lanecast::bench
