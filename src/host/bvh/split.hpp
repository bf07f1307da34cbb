#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/kernel_table.hpp"
#include "host/bvh/box.hpp"

namespace lanecast::host {

/// Consecutive primitives of the builder's array, with what splitting them needs to know.
struct Segment {
    std::size_t begin = 0;
    std::size_t end = 0;
    Box bounds = {};
    Box centers = {}; ///< bounds of lo + hi, twice the centres
    bool one_kind = true;

    [[nodiscard]] std::size_t size() const { return end - begin; }
};

/// Bounds of primitives [begin, end).
Segment measure(std::span<const PrimitiveBox> primitives, std::size_t begin, std::size_t end,
                std::uint32_t threads);

struct Halves {
    Segment left, right;
};

/// Splits a segment of at least two primitives where the surface area heuristic says so, reordering
/// them; `by_kind` says to separate the kinds instead. The result does not depend on `threads`.
Halves split(std::span<PrimitiveBox> primitives, const Segment& segment, bool by_kind,
             std::uint32_t threads);

} // namespace lanecast::host
