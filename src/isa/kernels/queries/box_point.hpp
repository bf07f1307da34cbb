#pragma once

#include "core/bvh_layout.hpp"
#include "isa/kernels/columns/vector_column.hpp"
#include "isa/kernels/queries/box_margin.hpp"
#include "isa/kernels/queries/query_record.hpp"
#include "isa/simd/records.hpp"

/// The boxes of nodes against points and spheres.
namespace lanecast::LANECAST_ISA {

/// Points as box tests see them: from the nearest place of a box that holds the whole tree. Nothing
/// here makes a result: limits are raised so far that no rounding can lose an answer
/// (docs/numerics.md).
template <int W>
struct SeenPoint {
    Vec<W> place;
    Vec<W> twice_away; ///< from the point to the place, |on each axis|, twice

    SeenPoint() = default;
    SeenPoint(Vec<W> seen_from, Vec<W> twice) : place(seen_from), twice_away(twice) {}
    SeenPoint(Vec<W> p, const PointMargins<W>& margins)
        : place(clamped(p, margins.lo, margins.hi)) {
        const Vec<W> away = p - place;
        twice_away = {abs(away.x + away.x), abs(away.y + away.y), abs(away.z + away.z)};
    }

    /// A lower bound of d |d| - s^2, d being the signed distance from the point to what is in a
    /// box, s the distance to the place.
    ///
    /// A shape in a box is at least as far away as the box. Inside of the box a sphere about the
    /// point that fits into the shape also fits into the box, so that a signed distance is at least
    /// minus the distance to the nearest face. On an axis on which the box is g beyond the place
    /// (s + g)^2 - s^2 = g (g + 2 s), in which no digit is lost.
    [[nodiscard]] Float<W> bound(Vec<W> lo, Vec<W> hi) const {
        const auto beyond = [](Float<W> x, Float<W> least, Float<W> most) {
            return max(least - x, x - most);
        };
        const Vec<W> out = {beyond(place.x, lo.x, hi.x), beyond(place.y, lo.y, hi.y),
                            beyond(place.z, lo.z, hi.z)};
        const Float<W> zero(0.0f), deepest = max(out.x, max(out.y, out.z));
        const Vec<W> gap = {max(out.x, zero), max(out.y, zero), max(out.z, zero)};
        const Float<W> outside = fma_for_culling(
            gap.x, gap.x + twice_away.x,
            fma_for_culling(gap.y, gap.y + twice_away.y, gap.z * (gap.z + twice_away.z)));
        return select(deepest > zero, outside, -(deepest * deepest));
    }
};

/// s^2 of SeenPoint, exactly but for the roundings of double, as the sum of two.
template <class Number>
struct SquareAway {
    Number most, rest;
};
template <int W>
SquareAway<Float<W>> square_away(Vec<W> p, const SeenPoint<W>& seen) {
    const DoubleVec<W> away = DoubleVec<W>(p) - DoubleVec<W>(seen.place);
    const Double<W> square = dot(away, away);
    const Float<W> most = narrow(square);
    return {most, narrow(square - Double<W>(most))};
}

/// Half of the way to the next float of a number >= 0.
inline float half_step(float x) {
    return 0.5f * (__builtin_bit_cast(float, __builtin_bit_cast(std::uint32_t, x) + 1) - x);
}
template <int W>
Float<W> half_step(Float<W> x) {
    return Float<W>(0.5f) * (as_float(as_int(x) + Int<W>(1)) - x);
}

inline double widen(float x) { return x; }
template <int W>
Double<W> widen(Float<W> x) {
    return Double<W>(x);
}
inline float narrow(double x) { return static_cast<float>(x); }
inline float min(float a, float b) { return a < b ? a : b; }
inline float max(float a, float b) { return a > b ? a : b; }

/// What SeenPoint::bound() of a shape up to a signed distance is at most.
/// @param margins  PointMargin::share and always, both
template <class Number>
Number limit_of_bounds(Number distance, const SquareAway<Number>& away, const Number (&share)[2],
                       const Number (&always)[2]) {
    const Number outside = max(distance, Number(0.0f));
    const Number slack =
        min(outside * share[0] + always[0], half_step(outside) + outside * share[1] + always[1]);
    const Number inside = min(distance + slack, Number(0.0f));
    const auto farthest = widen(outside) + widen(slack), deepest = widen(inside);
    const Number limit =
        narrow(farthest * farthest - deepest * deepest - widen(away.most) - widen(away.rest));
    // The rounding here and five of a bound; of products that underflow; and empty boxes are
    // infinitely far away.
    const Number u(5.9604645e-08f), faint(1.1754944e-38f), one(1.0f), nine(9.0f);
    return min(max(limit * (one + nine * u), limit * (one - nine * u)) + faint,
               Number(largest_float));
}

/// Points as columns, for box tests.
struct BoxPointColumns {
    VectorColumn position, place, twice_away;
    alignas(64) float square[group_size], square_rest[group_size];
    alignas(64) float share[2][group_size], always[2][group_size];
    alignas(64) std::uint32_t out_of_tree[group_size]; ///< not 0: too far out for box tests

    template <int W>
    void store(int i, Vec<W> p, const PointMargins<W>& margins) {
        const SeenPoint<W> seen(p, margins);
        const SquareAway<Float<W>> away = square_away(p, seen);
        position.store(i, p);
        place.store(i, seen.place);
        twice_away.store(i, seen.twice_away);
        away.most.store(square + i);
        away.rest.store(square_rest + i);
        for (int m = 0; m < 2; ++m) {
            margins.share[m].store(share[m] + i);
            margins.always[m].store(always[m] + i);
        }
        select(is_out_of_tree(p), Int<W>(1), Int<W>(0)).store(out_of_tree + i);
    }

    template <int W>
    static Mask<W> is_out_of_tree(Vec<W> p) {
        return ~(max(abs(p.x), max(abs(p.y), abs(p.z))) <= Float<W>(largest_tree_coordinate));
    }
};

/// One point against the boxes of nodes.
class OnePoint {
public:
    static constexpr int N = native_width < node_width ? native_width : node_width;

    OnePoint(const SeenPoint<N>& point, float limit) : point_(point), limit_(limit) {}

    /// Calls visit(c, lower bounds, Mask) for children c to c + N - 1, which may hold a shape up to
    /// the limit away.
    template <class Visit>
    void meet(const Node& node, Visit visit) const {
        for (int c = 0; c < node_width; c += N) {
            const auto plane = [&](int i) { return Float<N>::load(node.bounds[i] + c); };
            const Float<N> bound =
                point_.bound({plane(0), plane(2), plane(4)}, {plane(1), plane(3), plane(5)});
            visit(c, bound, bound <= limit_);
        }
    }

private:
    SeenPoint<N> point_;
    Float<N> limit_;
};

/// One point of a block against the boxes of nodes.
class BoxPoint {
public:
    BoxPoint(const BoxPointColumns& box, int i)
        : point_(box.place.broadcast<N>(i), box.twice_away.broadcast<N>(i)),
          away_{box.square[i], box.square_rest[i]}, share_{box.share[0][i], box.share[1][i]},
          always_{box.always[0][i], box.always[1][i]} {}

    /// What `limit` of meet() belongs to answers up to a signed distance.
    [[nodiscard]] float limit(float distance) const {
        return limit_of_bounds(distance, away_, share_, always_);
    }

    /// As OnePoint has it.
    template <class Visit>
    void meet(const Node& node, float limit, Visit visit) const {
        OnePoint(point_, limit).meet(node, visit);
    }

private:
    static constexpr int N = OnePoint::N;

    SeenPoint<N> point_;
    SquareAway<float> away_;
    float share_[2], always_[2];
};

/// W points against one box at a time. Their record: the position, the limit.
struct BoxPoints {
    using Rows = lanecast::LANECAST_ISA::Rows<0>;

    /// Points have no direction: any order of boxes is as good.
    static constexpr bool has_octants = false;

    static const Node& facing(const Node& node, unsigned) { return node; }

    /// Packs them, up to a distance.
    template <int W>
    static void pack(Vec<W> p, Float<W> distance, const TreeSpace& space, Float<W>* words) {
        const PointMargins<W> margins(space);
        const SquareAway<Float<W>> away = square_away(p, SeenPoint<W>(p, margins));
        put_vector(p, words + record_word::origin);
        words[record_word::limit] = limit_of_bounds(distance, away, margins.share, margins.always);
        words[record_word::query] = away.most;
        words[record_word::query + 1] = away.rest;
    }
    /// The limit again, when the distance has become less.
    template <class Number>
    static Number limit(Number distance, const LimitWords<Number>& of, const TreeSpace& space) {
        const PointMargin(&margins)[2] = space.points;
        return limit_of_bounds(distance, SquareAway<Number>{of.query[0], of.query[1]},
                               {Number(margins[0].share), Number(margins[1].share)},
                               {Number(margins[0].always), Number(margins[1].always)});
    }

    /// One of them against all boxes of a node.
    class One : public OnePoint {
    public:
        One(const float* words, unsigned, const TreeSpace& space)
            : OnePoint(SeenPoint<N>(Vec<N>{words[0], words[1], words[2]}, PointMargins<N>(space)),
                       words[3]) {}
    };

    template <int W>
    class Lanes {
    public:
        Lanes() = default;
        Lanes(const Float<W>* words, const TreeSpace& space)
            : point_(Vec<W>{words[0], words[1], words[2]}, PointMargins<W>(space)),
              limit_(words[3]) {}
        /// Which points may be near enough to what is in slot c of a node.
        [[nodiscard]] Mask<W> meet(const Node& node, int c) const {
            return bound(node, c) <= limit_;
        }
        /// How near that may be to them.
        [[nodiscard]] Float<W> bound(const Node& node, int c) const {
            const auto plane = [&](int i) { return Float<W>(node.bounds[i][c]); };
            return point_.bound({plane(0), plane(2), plane(4)}, {plane(1), plane(3), plane(5)});
        }
        [[nodiscard]] Float<W> limit() const { return limit_; }

    private:
        SeenPoint<W> point_;
        Float<W> limit_;
    };
};

} // namespace lanecast::LANECAST_ISA
