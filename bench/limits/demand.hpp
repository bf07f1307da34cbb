#pragma once

#include "limits/operations.hpp"
#include "support/pairs.hpp"

namespace lanecast::bench {

/// What a kernel asks of a CPU for one vector of pairs, in vector operations.
struct Demand {
    double divide = 0;
    double root = 0;
    double add = 0; ///< and subtract
    double multiply = 0;
    double compare = 0; ///< floats; minima and maxima, too
    double any = 0;     ///< all that vector units do, the above included
    double load = 0;
    double store = 0;
};

/// Of Pairs::from_columns(), counted from the kernel's source; see operations.hpp. The mean over
/// the vectors of so many lanes of the first pairs: kernels that go on until all lanes of a vector
/// are done need more of it the more lanes there are. `pairs` is written.
[[nodiscard]] Demand demand_of(const Cell& cell, Pairs& pairs, std::size_t lanes);

} // namespace lanecast::bench
