#pragma once

#include <cstddef>

#include "core/bvh_layout.hpp"
#include "lanecast/isa.hpp"
#include "lanecast/shapes.hpp"

#include "support/pairs/pairs.hpp"

/// The textbook test as the compiler vectorises it: the loops of scalar/ over arrays, compiled for
/// each ISA.
namespace lanecast::bench {

inline constexpr int questions = 4, shapes = shape_kinds;

/// Tests all pairs of Pairs::inputs() and writes the results to Pairs::outputs().
using ArrayLoop = void (*)(const float* const* inputs, void* const* outputs, std::size_t count);

struct ArrayLoops {
    Isa isa;
    ArrayLoop of[questions][shapes];

    [[nodiscard]] ArrayLoop of_cell(const Cell& cell) const {
        return of[static_cast<int>(cell.question)][static_cast<int>(cell.shape)];
    }
};

namespace arrays {
/// The loops of all ISAs built, narrowest first.
extern const ArrayLoops* const built_tables[];
extern const std::size_t built_table_count;
} // namespace arrays

} // namespace lanecast::bench
