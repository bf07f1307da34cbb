#pragma once

#include "isa/simd/vec3.hpp"

namespace lanecast::LANECAST_ISA {

/// Components of a direction that are smaller than this share of the others count as 0. On the path
/// to a shape, they lead aside by at most 2^-38 of its length, whereas its rounding error is 2^-24.
/// The squares of the remaining components stay in the range of floats.
inline constexpr float least_drift = 0x1p-40f;

/// The component of a direction across an axis, its squared length and the inverse of this. A
/// component that counts as 0 keeps the path at a constant distance from the axis; the inverse then
/// makes every chord longer than the path.
template <int W>
struct Across {
    Vec<W> direction;
    Float<W> square, inverse_square;

    /// @param along_squared  squared length of the component along the axis
    Across(Vec<W> across, Float<W> along_squared) {
        const Float<W> zero(0.0f), own = dot(across, across);
        const Float<W> least = along_squared * Float<W>(least_drift * least_drift);
        direction = select(own > least, across, Vec<W>{zero, zero, zero});
        square = max(own, least);
        inverse_square = Float<W>(1.0f) / square;
    }
};

/// Chord of a straight path in a sphere, from the foot of the perpendicular. |o - c|^2 - r^2 would
/// cancel for far origins; this form does not: with f = c - o and l = f - (f.d / d.d) d, half the
/// chord is sqrt((r^2 - l^2) / d.d). Haines, Günther, Akenine-Möller: Precision Improvements for
/// Ray/Sphere Intersection, Ray Tracing Gems (2019), chapter 7. With vectors across an axis, it is
/// the chord in an infinite barrel.
template <int W>
struct Chord {
    Float<W> middle, half;
    Vec<W> foot;           ///< from the path's nearest point to the centre
    Float<W> half_squared; ///< squared half-chord length; negative if the path misses
    Float<W> radius;

    Chord(Vec<W> to_center, Vec<W> direction, Float<W> inverse_length_squared, Float<W> r)
        : radius(r) {
        middle = dot(to_center, direction) * inverse_length_squared;
        foot = to_center - direction * middle;
        // If it is negative, the root is NaN and the interval is empty.
        half_squared = (radius * radius - dot(foot, foot)) * inverse_length_squared;
        half = sqrt(half_squared);
    }

    /// Whether the path gives the parameters of the scaled path, times the scale, bit for bit: no
    /// number that matters is near the ends of the range of floats. False if a number is not finite
    /// or the radius not positive.
    [[nodiscard]] Mask<W> scales_exactly(Vec<W> direction) const {
        const Float<W> square = dot(direction, direction), half_square = abs(half_squared);
        const Float<W> least = min(min(min(square, radius), abs(middle)), half_square);
        return (least >= Float<W>(0x1p-45f)) & (max(square, half_square) <= Float<W>(0x1p60f));
    }

    [[nodiscard]] Float<W> enter() const { return middle - half; }
    [[nodiscard]] Float<W> exit() const { return middle + half; }

    /// Whether it is certain that the start is in the sphere or not, and that the path enters it or
    /// not, in spite of rounding errors. If it enters, then after the start and not at a grazing
    /// angle. The same for paths of any scale.
    [[nodiscard]] Mask<W> is_certain(Float<W> inverse_length_squared) const {
        const Float<W> to_middle = middle * middle;
        const Float<W> all =
            to_middle + radius * radius * inverse_length_squared + Float<W>(0x1p-100f);
        return (abs(to_middle - half_squared) > all * Float<W>(0x1p-16f)) &
               (abs(half_squared) > all * Float<W>(0x1p-24f));
    }

    /// Parameter of the first touch of a centre that does not overlap at 0; negative if there is
    /// none. Rounding error may have put the computed entry `from` before 0. The touch is at 0 then
    /// if the middle of the chord is still ahead. A path that is tangential there within 2^-16
    /// recedes, because it goes deeper by at most 2^-33 of the radius. A subnormal displacement
    /// cannot be scaled enough: if half a large chord overflows, nothing is known, and there is no
    /// touch.
    [[nodiscard]] Float<W> touch(Float<W> from) const {
        const Float<W> zero(0.0f), one(1.0f), tangential(0x1p-16f);
        const Mask<W> nears = (middle > tangential * radius) & (half <= Float<W>(largest_float));
        return select(from <= zero, select(nears, zero, -one), from);
    }
};

} // namespace lanecast::LANECAST_ISA
