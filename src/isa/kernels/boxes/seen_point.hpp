#pragma once

#include "isa/kernels/boxes/box_margin.hpp"

/// Points as box tests see them: from the nearest point (the "place") of a box that holds the whole
/// BVH. No value of this header reaches a result: limits are raised so far that no rounding error
/// can lose an answer (docs/numerics.md).
namespace lanecast::LANECAST_ISA {

template <int W>
struct SeenPoint {
    Vec<W> place;
    Vec<W> twice_away; ///< twice the distance from the point to the place, on each axis

    SeenPoint() = default;
    SeenPoint(Vec<W> seen_from, Vec<W> twice) : place(seen_from), twice_away(twice) {}
    SeenPoint(Vec<W> p, const PointMargins<W>& margins)
        : place(clamped(p, margins.lo, margins.hi)) {
        const Vec<W> away = p - place;
        twice_away = {abs(away.x + away.x), abs(away.y + away.y), abs(away.z + away.z)};
    }

    /// s^2, where s is the distance from the point to the place. Exact except for the rounding
    /// errors of doubles.
    [[nodiscard]] Double<W> square_away(Vec<W> p) const {
        const DoubleVec<W> away = DoubleVec<W>(p) - DoubleVec<W>(place);
        return dot(away, away);
    }

    /// Lower bound of d |d| - s^2, where d is the signed distance from the point to a shape in a
    /// box.
    ///
    /// A shape in a box is at least as far away as the box. If the point is inside the box, a
    /// sphere around the point that fits into the shape also fits into the box, so a signed
    /// distance is at least minus the distance to the nearest face. On an axis on which the box is
    /// g beyond the place, (s + g)^2 - s^2 = g (g + 2 s), which loses no digits.
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

/// A double as the sum of two floats, except for its last bits.
template <int W>
struct SplitDouble {
    Float<W> most, rest;
    explicit SplitDouble(Double<W> x) : most(narrow(x)), rest(narrow(x - Double<W>(most))) {}
};

/// Half the distance from a number >= 0 to the next float.
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

/// Upper limit of SeenPoint::bound() for shapes up to a signed distance.
template <class Number, class Wide>
Number limit_of_bounds(Number distance, Wide square_away, const PointMargin (&margins)[2]) {
    const auto &near = margins[0], &far = margins[1];
    const Number outside = max(distance, Number(0.0f));
    const Number slack = min(outside * Number(near.share) + Number(near.always),
                             half_step(outside) + outside * Number(far.share) + Number(far.always));
    const Number inside = min(distance + slack, Number(0.0f));
    const auto farthest = widen(outside) + widen(slack), deepest = widen(inside);
    const Number limit = narrow(farthest * farthest - deepest * deepest - square_away);
    // Padding for the rounding of the limit, six roundings of a bound, and products that underflow.
    // The limit is finite, because empty boxes are infinitely far away.
    const Number u(0x1p-24f), faint(0x1p-126f), one(1.0f), nine(9.0f);
    return min(max(limit * (one + nine * u), limit * (one - nine * u)) + faint,
               Number(largest_float));
}

/// The same limit, or slightly more, without doubles: for a point inside the BVH's box and a
/// distance >= 0.
inline float limit_from_inside(float distance, const PointMargin& near) {
    // Few operations depend on the distance, because much waits for their result.
    const float more = 1.0f + (near.share + 16.0f * 0x1p-24f), always = near.always * more;
    const float farthest = distance * more + always;
    return min(farthest * farthest, largest_float);
}

} // namespace lanecast::LANECAST_ISA
