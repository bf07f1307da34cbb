#pragma once

#include "limits/operations.hpp"
#include "support/pairs.hpp"

namespace lanecast::bench {

/// What a kernel asks of a CPU for one vector of pairs, in vector operations.
struct Demand {
    double divide;
    double root;
    double add; ///< and subtract
    double multiply;
    double compare; ///< floats; minima and maxima, too
    double any;     ///< all that vector units do, the above included
    double load;
    double store;
};

/// Counts of so many vectors; an operation on doubles is two, as there are two registers of them.
[[nodiscard]] Demand demand_of(const OperationCounts& counts, double vectors);

/// pairwise::closest_hit with the outputs t and id, counted from its source; see operations.hpp.
/// `arrays` are 128 pairs, i.e. one block of the kernels.
[[nodiscard]] Demand demand_of_pairs(ShapeKind kind, const float* const* arrays,
                                     std::size_t shape_floats, float* t, std::uint32_t* id);

template <class Shape>
[[nodiscard]] Demand demand_of() {
    const Pairs<Shape> pairs(128);
    return demand_of_pairs(PairCase<Shape>::kind, pairs.input_arrays().data(),
                           PairCase<Shape>::floats, pairs.t(), pairs.id());
}

} // namespace lanecast::bench
