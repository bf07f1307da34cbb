#pragma once

#include "isa/kernels/pairwise/loaded_pairs.hpp"
#include "lanecast/answers.hpp"

/// Pairs with a bad query or a bad shape.
namespace lanecast::LANECAST_ISA {
namespace {

/// Result of validating N pairs.
template <int N>
struct PairValidity {
    Mask<N> tested; ///< the others are misses
    Int<N> miss_flags;
    unsigned invalid; ///< bit mask of pairs with a bad query or a bad shape
};

/// Validates pairs in detail. Called if not all are good_lanes().
template <class Question, class Shape, int N>
LANECAST_APART PairValidity<N> validate(const Queries<Question, N>& queries,
                                        const StagedShapes<Shape, N>& shapes, int i) {
    const LoadedShapes<Shape, N> shape(shapes, i);
    Mask<N> good = all_lanes<N>();
    for (const Float<N>& column : shape.columns)
        good = good & is_finite(column);
    Shape::template check<N>(shape.columns,
                             [&](Mask<N> keeps, int, const char*) { good = good & keeps; });
    const Mask<N> active = ~(queries.ints(Question::Inputs::mask, i) == Int<N>(0));
    const Mask<N> invalid = active & ~typename Question::template Raw<N>(queries, i).valid();
    const Mask<N> bad_shape = active & ~good;
    const Int<N> none(0);
    return {active & ~(invalid | bad_shape),
            select(invalid, Int<N>(flag::invalid), none) |
                select(bad_shape, Int<N>(flag::bad_shape), none),
            (invalid | bad_shape).bits()};
}

/// Lanes that are valid. Numbers are not checked one by one: a sum is finite only if all of them
/// are. If the sum itself overflows, validate() finds no fault.
template <class Shape, class Raw, int N>
Mask<N> good_lanes(const Raw& query, const Float<N>* columns) {
    Float<N> sum = columns[3];
    for (int c = 4; c < Shape::columns; ++c)
        sum = sum + columns[c];
    sum = sum + query.witness({columns[0], columns[1], columns[2]});
    Mask<N> good = is_finite(sum) & query.valid_if_finite();
    Shape::template check<N>(columns,
                             [&](Mask<N> keeps, int, const char*) { good = good & keeps; });
    return good;
}

} // namespace
} // namespace lanecast::LANECAST_ISA
