#pragma once

#include <cstdint>

/// Counts what the results of a kernel depend on.
///
/// The kernels are compiled once more, over lanes that note every operation (noted_lanes.hpp). What
/// no result needs is not counted, nor what has been computed before, nor what is made of constants
/// only: compilers leave that out, too, or should. So the counts are those of the kernel's source
/// at its best and the same for every ISA; that a compiler spills registers or computes in vain
/// shows as distance from the limit and does not lower it.
namespace lanecast::bench {

enum class Operation : std::uint8_t {
    constant,
    load,
    store,
    add,
    subtract,
    multiply,
    fused, ///< a product and a sum with one rounding
    divide,
    root,
    absolute,
    negate,
    minimum,
    maximum,
    less,
    less_equal,
    equal,
    select,
    both,      ///< of truth values or bits: and
    either,    ///< or
    opposite,  ///< not
    mask_bits, ///< truth values to a scalar register
    add_integer,
    subtract_integer,
    maximum_integer,
    equal_integer,
    greater_integer,
    widen,
    narrow,
    add_double,
    subtract_double,
    multiply_double,
    divide_double,
    root_double,
    less_double,
    select_double,
};
inline constexpr int operations = 35;

/// A value that has been noted; the same number stands for the same value.
using Node = std::uint32_t;

Node note_constant(std::uint32_t bits);
Node note_load(const void* address);
Node note(Operation operation, Node a, Node b = 0, Node c = 0);
/// What leaves the lanes is a result.
void note_result(Operation operation, Node value);

/// How often each operation was needed since the last call.
struct OperationCounts {
    double of[operations] = {};
    [[nodiscard]] double operator[](Operation operation) const {
        return of[static_cast<int>(operation)];
    }
};
[[nodiscard]] OperationCounts take_counts();

} // namespace lanecast::bench
