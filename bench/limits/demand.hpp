#pragma once

#include <cstddef>

#include "support/pairs/pairs.hpp"

namespace lanecast::bench {

/// Vector operations that a kernel needs.
struct Demand {
    double divide = 0;
    double root = 0;
    double add = 0; ///< additions and subtractions
    double multiply = 0;
    double compare = 0; ///< comparisons, minima and maxima of floats
    double any = 0;     ///< all operations of the vector units, including those above
    double load = 0;
    double store = 0;
};

/// Number of pairs, the first ones of a cell, for which operations are counted: enough for a
/// representative mean number of loop rounds.
inline constexpr std::size_t counted_pairs = 1024;

/// Demand for one vector of `lanes` pairs, counted from the source of the kernel in a world of size
/// 1. It is the mean over the first `counted_pairs` pairs: kernels that iterate until all lanes of
/// a vector are done need more operations with more lanes.
/// @param lanes  4, 8 or 16
/// @throws std::logic_error if the cell was not counted
[[nodiscard]] Demand demand_of(const Cell& cell, std::size_t lanes);

} // namespace lanecast::bench
