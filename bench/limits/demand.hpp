#pragma once

#include "limits/lanes/operations.hpp"
#include "support/pairs/pairs.hpp"

namespace lanecast::bench {

/// Vector operations that a kernel needs for one vector of pairs.
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

/// Demand of Pairs::from_columns(), counted from the source of the kernel; see operations.hpp. It
/// is the mean over the first pairs in vectors of `lanes` lanes. Kernels that iterate until all
/// lanes of a vector are done need more operations with more lanes. Writes the outputs of `pairs`.
[[nodiscard]] Demand demand_of(const Cell& cell, Pairs& pairs, std::size_t lanes);

} // namespace lanecast::bench
