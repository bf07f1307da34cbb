#pragma once

#include "isa/simd/vec3.hpp"

namespace lanecast::LANECAST_ISA {

/// Components of a direction below this share of the others are taken for 0: on the path to a shape
/// they lead aside by 2^-38 of it at most, where a rounding is 2^-24 of it. What remains has a
/// square in the range of floats.
inline constexpr float least_drift = 9.094947e-13f; // 2^-40

/// The part of a direction that goes across an axis, and 1 / its square. What only drifts across
/// stays as far from the axis as it is; the inverse then makes any chord longer than the path.
template <int W>
struct Across {
    Vec<W> direction;
    Float<W> inverse_square;

    /// @param along_squared the square of what goes along the axis
    Across(Vec<W> across, Float<W> along_squared) {
        const Float<W> zero(0.0f), square = dot(across, across);
        const Float<W> least = along_squared * Float<W>(least_drift * least_drift);
        direction = select(square > least, across, Vec<W>{zero, zero, zero});
        inverse_square = Float<W>(1.0f) / max(square, least);
    }
};

/// The part of a straight path in a sphere, from the foot of the perpendicular: |o - c|^2 - r^2
/// would cancel for far origins, this does not. l = f - (f.d / d.d) d with f = c - o; half the
/// chord is sqrt((r^2 - l^2) / d.d). Haines, Günther, Akenine-Möller: Precision Improvements for
/// Ray/Sphere Intersection, Ray Tracing Gems (2019), chapter 7. With vectors across an axis it is
/// the part in an infinite barrel.
template <int W>
struct Chord {
    Float<W> middle, half;
    Vec<W> foot;           ///< from the path's nearest point to the centre
    Float<W> half_squared; ///< negative where the path passes by
    Float<W> radius;

    Chord(Vec<W> to_center, Vec<W> direction, Float<W> inverse_length_squared, Float<W> r)
        : radius(r) {
        middle = dot(to_center, direction) * inverse_length_squared;
        foot = to_center - direction * middle;
        // The root of a negative number is NaN, and the interval is empty.
        half_squared = (radius * radius - dot(foot, foot)) * inverse_length_squared;
        half = sqrt(half_squared);
    }

    [[nodiscard]] Float<W> enter() const { return middle - half; }
    [[nodiscard]] Float<W> exit() const { return middle + half; }

    /// Where a centre begins to touch that does not overlap at 0, from where it seems to come in: a
    /// rounding may have put that before 0, and if the middle is yet to come it is 0. A path that
    /// is tangential to 2^-16 there recedes: it goes deeper by 2^-33 of the radius at most. A
    /// subnormal displacement cannot be scaled enough; then half a large chord is infinite and
    /// nothing is known.
    [[nodiscard]] Float<W> touch(Float<W> from) const {
        const Float<W> zero(0.0f), one(1.0f), tangential(1.5258789e-05f); // 2^-16
        const Mask<W> nears = (middle > tangential * radius) & (half <= Float<W>(largest_float));
        return select(from <= zero, select(nears, zero, -one), from);
    }
};

} // namespace lanecast::LANECAST_ISA
