#pragma once

#include "isa/shapes/bounding_sphere.hpp"
#include "isa/shapes/chord.hpp"
#include "isa/shapes/nearest.hpp"
#include "isa/shapes/ray.hpp"
#include "isa/shapes/rules.hpp"

/// What capsules, cylinders and cones share. Rows of each: a point of the axis (capsule, cylinder:
/// a; cone: the apex), the axis as a unit vector, the height along it, the radius.
namespace lanecast::LANECAST_ISA {

template <class Shape>
struct Axial : Solid<Shape> {
    static constexpr int columns = 7; ///< two points and the radius
    static constexpr int rows = 8;

    static constexpr bool is_expensive = true;

    template <int W, class Rows>
    static Vec<W> origin(const Rows& r) {
        return {r[0], r[1], r[2]};
    }

    template <int W, class Rows>
    static Float<W> size(const Rows& r) {
        return r[6] + r[7];
    }

    template <int W, class Rows>
    static Float<W> thickness(const Rows& r) {
        return min(r[6], r[7]);
    }

    /// Of the cylinder, which holds the cone, too.
    template <int W, class Rows>
    static BoundingSphere<W> bounding_sphere(const Rows& r) {
        const Float<W> half = r[6] * Float<W>(0.5f);
        return {Vec<W>{r[3], r[4], r[5]} * half, root_of_sum(half * half + r[7] * r[7])};
    }
};

template <int W, class Rows>
Vec<W> axis_of(const Rows& r) {
    return {r[3], r[4], r[5]};
}

/// The rows of the axis from one point to another.
template <int W>
void prepare_axial(Vec<W> from, Vec<W> to, Float<W> radius, Float<W>* r) {
    const Polar<W> axis = polar(to - from);
    r[0] = from.x;
    r[1] = from.y;
    r[2] = from.z;
    r[3] = axis.unit.x;
    r[4] = axis.unit.y;
    r[5] = axis.unit.z;
    r[6] = min(axis.length, Float<W>(largest_float)); // finite, as the points are
    r[7] = radius;
}

template <int W>
Mask<W> differ(Vec<W> a, Vec<W> b) {
    return ~((a.x == b.x) & (a.y == b.y) & (a.z == b.z));
}

template <int W>
Extent<W> joined(Vec<W> a, Vec<W> a_reach, Vec<W> b, Vec<W> b_reach) {
    const Vec<W> a_lo = a - a_reach, b_lo = b - b_reach, a_hi = a + a_reach, b_hi = b + b_reach;
    return {{min(a_lo.x, b_lo.x), min(a_lo.y, b_lo.y), min(a_lo.z, b_lo.z)},
            {max(a_hi.x, b_hi.x), max(a_hi.y, b_hi.y), max(a_hi.z, b_hi.z)}};
}

/// How far a disc across the axis reaches along x, y and z. sqrt(1 - x^2) would cancel.
template <int W>
Vec<W> reach_of_disc(Vec<W> axis, Float<W> radius) {
    const Float<W> xx = axis.x * axis.x, yy = axis.y * axis.y, zz = axis.z * axis.z;
    return {radius * sqrt(yy + zz), radius * sqrt(zz + xx), radius * sqrt(xx + yy)};
}

/// A point relative to one of the axis: how far along the axis and how far aside it lies, and in
/// which direction. That is across the axis even where `aside` is nothing but rounding.
template <int W>
struct AxialPoint {
    Float<W> along, aside;
    Vec<W> outward; ///< of unit length

    AxialPoint(Vec<W> p, Vec<W> axis) {
        const Float<W> scale = scale_to_one(largest_magnitude_bits(p));
        const Float<W> inverse = inverse_of_scale(scale);
        const Vec<W> q = p * scale;
        const Float<W> q_along = dot(q, axis);
        const Vec<W> nearly_across = q - axis * q_along;
        const Vec<W> across = nearly_across - axis * dot(nearly_across, axis);
        const Float<W> q_aside = sqrt(dot(across, across));
        along = q_along * inverse;
        aside = q_aside * inverse;
        outward = select(q_aside > 1.1920929e-7f, // e
                         across * (Float<W>(1.0f) / q_aside), perpendicular(axis));
    }

    /// The point of the same half-plane with these coordinates.
    [[nodiscard]] Vec<W> at(Float<W> new_along, Float<W> new_aside, Vec<W> axis) const {
        return outward * new_aside + axis * new_along;
    }
};

/// A ray as such a shape sees it: f + x d, in lengths by which the larger one of height and radius
/// is in [1, 2). f is the ray's point nearest to the shape's point, so that a far origin costs no
/// more digits than the way to it. Both are split along and across the axis; what is off by that is
/// as if the ray had been turned by a rounding.
template <int W>
struct AxialRay {
    Float<W> start;  ///< the parameter of f
    Float<W> length; ///< in which the shape is measured, a power of two
    Mask<W> near;    ///< f is not so far away that all is missed
    Float<W> height, radius;
    Vec<W> f, d;
    Float<W> inverse_length_squared; ///< 1 / d^2
    Float<W> along, climb;           ///< the parts of f and d along the axis
    Vec<W> aside, drift;             ///< those across it

    [[nodiscard]] Vec<W> at(Float<W> x) const { return f + d * x; }

    [[nodiscard]] Across<W> across() const { return {drift, climb * climb}; }
    /// Its part in the barrel about the infinite axis. Parallel to the axis that is everything, or
    /// NaN.
    [[nodiscard]] Chord<W> in_barrel(const Across<W>& way) const {
        return {-aside, way.direction, way.inverse_square, radius};
    }

    /// An interval of x as one of the ray's parameter. Far away enter and exit of an empty one may
    /// round to the same.
    [[nodiscard]] Interval<W> on_ray(Interval<W> x) const {
        const Float<W> infinity(__builtin_inff());
        const Mask<W> meets = near & (x.enter <= x.exit);
        return {select(meets, start + x.enter * length, infinity), start + x.exit * length};
    }
};

template <int W, class Axes, class Rows>
AxialRay<W> axial(const Ray<W, Axes>& ray, const Rows& r) {
    const Vec<W> to_point = Vec<W>{r[0], r[1], r[2]} - ray.origin, axis = axis_of<W>(r);
    const Float<W> start = dot(to_point, ray.direction) * ray.inverse_length_squared;
    const Float<W> scale = scale_to_one(as_int(max(r[6], r[7])));
    const Vec<W> f = (ray.direction * start - to_point) * scale;
    const Float<W> along = dot(f, axis), climb = dot(ray.direction, axis);
    const Float<W> height = r[6] * scale;
    // Rays meet wires that are thinner than what they may be off.
    const Float<W> thinnest = height * Float<W>(2.3841858e-07f); // 2 e
    return {.start = start,
            .length = inverse_of_scale(scale),
            .near = largest_component(f) <= 8.0f,
            .height = height,
            .radius = max(r[7] * scale, thinnest),
            .f = f,
            .d = ray.direction,
            .inverse_length_squared = ray.inverse_length_squared,
            .along = along,
            .climb = climb,
            .aside = f - axis * along,
            .drift = ray.direction - axis * climb};
}

/// Where a path is between the planes through 0 and `height` across the axis. What min and max do
/// with a path in one of these planes stands at Slabs.
template <int W>
Interval<W> between_planes(Float<W> along, Float<W> climb, Float<W> height) {
    const Float<W> infinity(__builtin_inff());
    const Float<W> low = -along, high = height - along;
    const Float<W> inverse = Float<W>(1.0f) / climb;
    const Mask<W> down = sign_bit(inverse);
    return {max(select(down, high, low) * inverse, -infinity),
            min(select(down, low, high) * inverse, infinity)};
}
template <int W>
Interval<W> between_caps(const AxialRay<W>& ray) {
    return between_planes(ray.along, ray.climb, ray.height);
}

/// What lies in both, NaN if the second one is.
template <int W>
Interval<W> intersected(Interval<W> slab, Interval<W> round) {
    return {max(slab.enter, round.enter), min(slab.exit, round.exit)};
}

} // namespace lanecast::LANECAST_ISA
