#pragma once

#include "core/bvh_layout.hpp"
#include "isa/kernels/columns/vector_column.hpp"
#include "isa/kernels/queries/box_margin.hpp"
#include "isa/simd/records.hpp"

/// The boxes of nodes against points and spheres.
namespace lanecast::LANECAST_ISA {

/// Points as box tests see them. Nothing here makes a result: distances are lowered so far that no
/// rounding can lose an answer (docs/numerics.md).
struct BoxPointColumns {
    VectorColumn position;
    alignas(64) float share[group_size], margin[group_size];
    alignas(64) std::uint32_t out_of_tree[group_size]; ///< not 0: too far out for box tests

    template <int W>
    void store(int i, Vec<W> p, const PointMargins<W>& margins) {
        position.store(i, p);
        margins.share.store(share + i);
        margins.always.store(margin + i);
        select(is_out_of_tree(p), Int<W>(1), Int<W>(0)).store(out_of_tree + i);
    }

    template <int W>
    static Mask<W> is_out_of_tree(Vec<W> p) {
        return ~(max(abs(p.x), max(abs(p.y), abs(p.z))) <= Float<W>(largest_tree_coordinate));
    }
};

/// A lower bound of the signed distance from points to what is in a box, as tests compute it.
///
/// A shape in a box is at least as far away as the box. Inside of the box a sphere about the point
/// that fits into the shape also fits into the box, so that a signed distance is at least minus the
/// distance to the nearest face.
template <int W>
Float<W> bound_of_box(Vec<W> p, Vec<W> lo, Vec<W> hi, const PointMargins<W>& margins) {
    const auto beyond = [](Float<W> x, Float<W> least, Float<W> most) {
        return max(least - x, x - most);
    };
    const Vec<W> out = {beyond(p.x, lo.x, hi.x), beyond(p.y, lo.y, hi.y), beyond(p.z, lo.z, hi.z)};
    const Float<W> zero(0.0f);
    const Float<W> deepest = max(out.x, max(out.y, out.z));
    const Vec<W> gap = {max(out.x, zero), max(out.y, zero), max(out.z, zero)};
    return select(deepest > zero, sqrt(dot(gap, gap)) * margins.share, deepest) - margins.always;
}

/// One point against the boxes of nodes.
class OnePoint {
public:
    static constexpr int N = native_width < node_width ? native_width : node_width;

    OnePoint(Vec<N> position, const PointMargins<N>& margins, float limit)
        : position_(position), margins_(margins), limit_(limit) {}

    /// Calls visit(c, lower bounds of the distance, Mask) for children c to c + N - 1, which may
    /// hold a shape up to the limit away.
    template <class Visit>
    void meet(const Node& node, Visit visit) const {
        for (int c = 0; c < node_width; c += N) {
            const auto plane = [&](int i) { return Float<N>::load(node.bounds[i] + c); };
            const Float<N> bound = bound_of_box<N>(position_, {plane(0), plane(2), plane(4)},
                                                   {plane(1), plane(3), plane(5)}, margins_);
            visit(c, bound, bound <= limit_);
        }
    }

private:
    Vec<N> position_;
    PointMargins<N> margins_;
    Float<N> limit_;
};

/// One point of a block against the boxes of nodes.
class BoxPoint {
public:
    BoxPoint(const BoxPointColumns& box, int i)
        : position_(box.position.broadcast<N>(i)),
          margins_(Float<N>(box.share[i]), Float<N>(box.margin[i])) {}

    /// What `limit` of meet() belongs to answers up to a signed distance.
    [[nodiscard]] float limit(float distance) const { return distance; }

    /// As OnePoint has it.
    template <class Visit>
    void meet(const Node& node, float limit, Visit visit) const {
        OnePoint(position_, margins_, limit).meet(node, visit);
    }

private:
    static constexpr int N = OnePoint::N;

    Vec<N> position_;
    PointMargins<N> margins_;
};

/// W points against one box at a time. Their record: the position, the limit.
struct BoxPoints {
    using Rows = lanecast::LANECAST_ISA::Rows<0>;

    /// Points have no direction: any order of boxes is as good.
    static constexpr bool has_octants = false;

    static const Node& facing(const Node& node, unsigned) { return node; }

    /// One of them against all boxes of a node.
    class One : public OnePoint {
    public:
        One(const float* words, unsigned, const TreeSpace& space)
            : OnePoint(Vec<N>{words[0], words[1], words[2]}, PointMargins<N>(space), words[3]) {}
    };

    template <int W>
    class Lanes {
    public:
        Lanes() = default;
        Lanes(const Float<W>* words, const TreeSpace& space)
            : position_{words[0], words[1], words[2]}, limit_(words[3]), margins_(space) {}
        /// Which points may be near enough to what is in slot c of a node.
        [[nodiscard]] Mask<W> meet(const Node& node, int c) const {
            return bound(node, c) <= limit_;
        }
        /// How near that may be to them.
        [[nodiscard]] Float<W> bound(const Node& node, int c) const {
            const auto plane = [&](int i) { return Float<W>(node.bounds[i][c]); };
            return bound_of_box<W>(position_, {plane(0), plane(2), plane(4)},
                                   {plane(1), plane(3), plane(5)}, margins_);
        }
        [[nodiscard]] Float<W> limit() const { return limit_; }

    private:
        Vec<W> position_;
        Float<W> limit_;
        PointMargins<W> margins_;
    };
};

} // namespace lanecast::LANECAST_ISA
