#pragma once

#include "core/bvh_layout.hpp"
#include "isa/kernels/vector_column.hpp"

/// The boxes of nodes against points and balls.
namespace lanecast::LANECAST_ISA {

/// Points as box tests see them. Nothing here makes a result: distances are lowered so far that no
/// rounding can lose an answer (docs/numerics.md).
struct BoxPointColumns {
    VectorColumn position;
    alignas(64) float padding[block_size];
    alignas(64) std::uint32_t outside[block_size]; ///< not 0: too far out for box tests

    template <int W>
    void store(int i, Vec<W> p) {
        const Float<W> x = abs(p.x), y = abs(p.y), z = abs(p.z);
        position.store(i, p);
        (Float<W>(least_padding) + Float<W>(ray_padding) * (x + y + z)).store(padding + i);
        select(max(x, max(y, z)) <= Float<W>(largest_tree_coordinate), Int<W>(0), Int<W>(1))
            .store(outside + i);
    }
};

/// One point against the boxes of nodes.
///
/// A shape in a box is at least as far away as the box. Inside of the box a ball about the point
/// that fits into the shape also fits into the box, so that a signed distance is at least minus the
/// distance to the nearest face.
class BoxPoint {
public:
    BoxPoint(const BoxPointColumns& box, int i)
        : position_(box.position.broadcast<N>(i)), padding_(box.padding[i]) {}

    /// What `limit` of meet() belongs to answers up to a signed distance.
    [[nodiscard]] float limit(float distance) const { return distance; }

    /// The children that may hold a shape up to `limit` away; lower bounds of the distance go to
    /// `enter`.
    [[nodiscard]] unsigned meet(const Node& node, float limit, float* enter) const {
        unsigned met = 0;
        for (int c = 0; c < node_width; c += N) {
            const auto beyond = [&](int axis, Float<N> p) {
                const Float<N> lo = Float<N>::load(node.bounds[2 * axis] + c);
                const Float<N> hi = Float<N>::load(node.bounds[2 * axis + 1] + c);
                return max(lo - p, p - hi);
            };
            const Vec<N> out = {beyond(0, position_.x), beyond(1, position_.y),
                                beyond(2, position_.z)};
            const Float<N> zero(0.0f);
            const Float<N> deepest = max(out.x, max(out.y, out.z));
            const Vec<N> gap = {max(out.x, zero), max(out.y, zero), max(out.z, zero)};
            const Float<N> bound = select(deepest > zero, sqrt(dot(gap, gap)), deepest) - padding_;
            bound.store(enter + c);
            met |= (bound <= Float<N>(limit)).bits() << c;
        }
        return met;
    }

private:
    static constexpr int N = native_width < node_width ? native_width : node_width;

    Vec<N> position_;
    Float<N> padding_;
};

} // namespace lanecast::LANECAST_ISA
