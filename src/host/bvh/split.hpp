#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/kernel_table.hpp"
#include "host/bvh/tree_part.hpp"

namespace lanecast::host {

/// Consecutive primitives of the builder's arrays, with what splitting them needs to know.
struct Segment {
    BoxedPrimitive* at;    ///< where they are
    BoxedPrimitive* other; ///< their place in the other of the two arrays
    std::size_t size;
    std::uint32_t kinds; ///< a bit for each kind among them
    BuildBox bounds = {};
    BuildBox centers = {}; ///< bounds of lo + hi, twice the centres

    [[nodiscard]] Primitive operator[](std::size_t i) const { return {at[i].kind, at[i].id}; }
    [[nodiscard]] bool one_kind() const { return (kinds & (kinds - 1)) == 0; }
    [[nodiscard]] bool has_instances() const { return (kinds & kind_bit(Kind::instance)) != 0; }
};

using Halves = std::pair<Segment, Segment>;

/// Splits segments of at least two primitives, keeping the order of primitives on both sides, so
/// that the result depends neither on threads nor on the ISA.
class Splitter {
public:
    Splitter(const SplitKernels& kernels, std::uint32_t threads)
        : kernels_(kernels), threads_(threads) {}

    /// Where the surface area heuristic says so; by number if no cut tells them apart.
    [[nodiscard]] Halves by_area(const Segment& segment) const;
    /// In the middle of their order.
    [[nodiscard]] Halves by_number(const Segment& segment) const;

private:
    [[nodiscard]] Halves in_chunks(const Segment& segment, const Binning& binning) const;
    static Halves halves(const Segment& segment, std::size_t left, const Cut& cut,
                         const Centers& centers);
    [[nodiscard]] Segment measured(const Segment& of, std::size_t begin, std::size_t size) const;

    const SplitKernels& kernels_;
    std::uint32_t threads_;
};

} // namespace lanecast::host
