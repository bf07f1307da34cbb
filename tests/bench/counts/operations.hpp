#pragma once

#include <cstdint>

/// Counts the operations that the results of a kernel depend on.
///
/// The kernels are compiled once more, over lanes that record every operation (noted_lanes.hpp). An
/// operation does not count if no result depends on it, if its value was computed before, or if all
/// its operands are constants, because compilers drop such operations, or should. The counts are
/// therefore those of the source at its best, and the same for every ISA. If a compiler spills
/// registers or computes unused values, the kernel ends up further from the limit; the limit itself
/// does not fall.
namespace lanecast::bench {

enum class Operation : std::uint8_t {
    constant,
    load,
    store,
    add,
    subtract,
    multiply,
    fused, ///< a multiply-add with one rounding
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
    both,      ///< logical or bitwise and
    either,    ///< logical or bitwise or
    opposite,  ///< logical not
    mask_bits, ///< mask to a scalar register
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

/// A recorded value. Equal numbers stand for equal values.
using Node = std::uint32_t;

Node note_constant(std::uint32_t bits);
Node note_load(const void* address);
Node note(Operation operation, Node a, Node b = 0, Node c = 0);
/// Records a result: a value that leaves the lanes.
void note_result(Operation operation, Node value);

/// Number of operations of each kind that results needed since the last take_counts().
struct OperationCounts {
    double of[operations] = {};
    [[nodiscard]] double operator[](Operation operation) const {
        return of[static_cast<int>(operation)];
    }
};
[[nodiscard]] OperationCounts take_counts();

} // namespace lanecast::bench
