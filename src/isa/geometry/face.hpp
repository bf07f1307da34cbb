#pragma once

#include "isa/simd/vec3.hpp"

namespace lanecast::LANECAST_ISA {

/// A triangle in floats, for tests that spare it the test in double: docs/numerics.md, "Particles".
template <int W>
class Face {
public:
    Face(Vec<W> v0, Vec<W> v1, Vec<W> v2) : v0_(v0), a_(v1 - v0), b_(v2 - v0) {}

    /// True only if a path begins more than `least` above the plane, on either side, and leads away
    /// from it: by more than what rounding makes of both, here and in double.
    [[nodiscard]] Mask<W> is_left(Vec<W> center, Vec<W> direction, Float<W> least) const {
        const Vec<W> n = cross_for_culling(a_, b_), from = center - v0_;
        const Float<W> height = dot_for_culling(n, from), climb = dot_for_culling(n, direction),
                       square = dot_for_culling(n, n);
        // The normal is off by less than 4 e |a| |b| and each dot product by less than three times
        // as much. The constants keep products that underflow or overflow out.
        const Float<W> doubt = Float<W>(0x1p-19f) * (sum(a_) * sum(b_)), // 16 e
            tiny(0x1p-100f), huge(0x1p100f);
        const Float<W> high =
            least * sqrt(square) * Float<W>(1.0f + 0x1p-20f) + doubt * (sum(from) + least) + tiny;
        const Float<W> away = select_by_sign(height, -climb, climb);
        return (abs(height) > high) & (abs(height) < huge) & (square > Float<W>(0x1p-80f)) &
               (away > doubt * sum(direction) + tiny) & (away < huge);
    }

    /// False only if a point is farther than `reach` from the triangle, here and in double: beyond
    /// one of its sides, if the plane is not far enough.
    [[nodiscard]] Mask<W> may_be_within(Vec<W> p, Float<W> reach) const {
        const Vec<W> n = cross_for_culling(a_, b_), from = p - v0_;
        const Float<W> zero(0.0f), one(1.0f), square = dot_for_culling(n, n);
        const Float<W> sides = dot_for_culling(a_, a_) * dot_for_culling(b_, b_);
        // The sine of the angle between a and b is at least an eighth, so the unit normal is off by
        // less than 64 e, and a distance along it or beside it by less than 2^-16 of the lengths.
        const Mask<W> is_no_sliver =
            (square > sides * Float<W>(1.0f / 64.0f)) & (sides > Float<W>(0x1p-80f));
        const Vec<W> unit = n * (one / sqrt(square));
        const Float<W> height = dot_for_culling(unit, from);
        const Float<W> far = reach + Float<W>(0x1p-14f) * (sum(from) + sum(a_) + sum(b_) + reach);
        const Float<W> beside = far * far - height * height; // square of the reach in the plane
        const Vec<W> side[] = {a_, b_ - a_, -b_}, corner[] = {v0_ - v0_, a_, b_};
        Mask<W> is_beyond = no_lanes<W>();
        for (int i = 0; i < 3; ++i) {
            const Float<W> inside =
                dot_for_culling(cross_for_culling(unit, side[i]), from - corner[i]);
            is_beyond =
                is_beyond |
                ((inside < zero) & (inside * inside > beside * dot_for_culling(side[i], side[i])));
        }
        return ~(is_no_sliver & (is_beyond | (beside < zero)) & (far < Float<W>(0x1p40f)));
    }

private:
    static Float<W> sum(Vec<W> v) { return abs(v.x) + abs(v.y) + abs(v.z); }

    Vec<W> v0_, a_, b_; ///< a corner, and the sides from it to the other two
};

} // namespace lanecast::LANECAST_ISA
