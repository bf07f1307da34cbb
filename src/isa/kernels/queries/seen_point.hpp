#pragma once

#include "isa/kernels/queries/box_margin.hpp"

/// Points as box tests see them: from the nearest place of a box that holds the whole tree. Nothing
/// here makes a result: limits are raised so far that no rounding can lose an answer
/// (docs/numerics.md).
namespace lanecast::LANECAST_ISA {

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

    /// s^2, s being the distance from the point to the place: exactly but for the roundings of
    /// double.
    [[nodiscard]] Double<W> square_away(Vec<W> p) const {
        const DoubleVec<W> away = DoubleVec<W>(p) - DoubleVec<W>(place);
        return dot(away, away);
    }

    /// A lower bound of d |d| - s^2, d being the signed distance from the point to what is in a
    /// box.
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
        const Float<W> zero(0.0f);
        const Vec<W> gap = {max(out.x, zero), max(out.y, zero), max(out.z, zero)};
        const Float<W> outside = fma_for_culling(
            gap.x, gap.x + twice_away.x,
            fma_for_culling(gap.y, gap.y + twice_away.y, gap.z * (gap.z + twice_away.z)));
        const Float<W> depth = min(max(out.x, max(out.y, out.z)), zero);
        return outside - depth * depth;
    }
};

/// A double as a sum of two floats, but for its last bits.
template <int W>
struct SplitDouble {
    Float<W> most, rest;
    explicit SplitDouble(Double<W> x) : most(narrow(x)), rest(narrow(x - Double<W>(most))) {}
};

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
template <class Number, class Wide>
Number limit_of_bounds(Number distance, Wide square_away, const PointMargin (&margins)[2]) {
    const auto &near = margins[0], &far = margins[1];
    const Number outside = max(distance, Number(0.0f));
    const Number slack = min(outside * Number(near.share) + Number(near.always),
                             half_step(outside) + outside * Number(far.share) + Number(far.always));
    const Number inside = min(distance + slack, Number(0.0f));
    const auto farthest = widen(outside) + widen(slack), deepest = widen(inside);
    const Number limit = narrow(farthest * farthest - deepest * deepest - square_away);
    // The rounding here and six of a bound; of products that underflow; and empty boxes are
    // infinitely far away.
    const Number u(5.9604645e-08f), faint(1.1754944e-38f), one(1.0f), nine(9.0f);
    return min(max(limit * (one + nine * u), limit * (one - nine * u)) + faint,
               Number(largest_float));
}

/// The same, or a little more, without doubles: of a point inside of the tree's box, for a distance
/// >= 0.
inline float limit_from_inside(float distance, const PointMargin& near) {
    // Few steps after the distance is known, as much waits for them.
    const float more = 1.0f + (near.share + 16.0f * 5.9604645e-08f), always = near.always * more;
    const float farthest = distance * more + always;
    return min(farthest * farthest, largest_float);
}

} // namespace lanecast::LANECAST_ISA
