#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/kernel_table.hpp"
#include "host/bvh/tree_part.hpp"
#include "host/parallel/workers.hpp"

namespace lanecast::host {

/// Consecutive primitives in the builder's arrays, and the data that splitting them needs.
struct Segment {
    BoxedPrimitive* at;    ///< the primitives
    BoxedPrimitive* other; ///< the same range of the second array
    std::size_t size;
    std::uint32_t kinds; ///< a bit for each kind of primitive in the segment
    BuildBox bounds = {};
    BuildBox centers = {}; ///< bounds of lo + hi, which is twice the centre

    [[nodiscard]] Primitive operator[](std::size_t i) const { return {at[i].kind, at[i].id}; }
    [[nodiscard]] bool one_kind() const { return (kinds & (kinds - 1)) == 0; }
    [[nodiscard]] bool has_instances() const { return (kinds & kind_bit(Kind::instance)) != 0; }
};

using Halves = std::pair<Segment, Segment>;

/// Splits segments of at least two primitives. The order of primitives is kept on both sides, so
/// the result depends neither on the threads nor on the ISA.
class Splitter {
public:
    Splitter(const SplitKernels& kernels, Workers workers) : kernels_(kernels), workers_(workers) {}

    /// Splits by the surface area heuristic; by number if no cut separates the primitives.
    [[nodiscard]] Halves by_area(const Segment& segment) const;
    /// Splits in the middle of the order.
    [[nodiscard]] Halves by_number(const Segment& segment) const;

private:
    [[nodiscard]] Halves in_chunks(const Segment& segment, const Binning& binning) const;
    static Halves halves(const Segment& segment, std::size_t left, const Cut& cut,
                         const Centers& centers);
    [[nodiscard]] Segment measured(const Segment& of, std::size_t begin, std::size_t size) const;

    const SplitKernels& kernels_;
    Workers workers_;
};

} // namespace lanecast::host
