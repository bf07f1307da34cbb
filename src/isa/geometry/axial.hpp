#pragma once

#include "isa/geometry/bounding_sphere.hpp"
#include "isa/geometry/chord.hpp"
#include "isa/geometry/nearest.hpp"
#include "isa/geometry/ray.hpp"
#include "isa/geometry/rules.hpp"

/// Common parts of capsules, cylinders and cones. Rows: a point of the axis (a of a capsule or
/// cylinder, the apex of a cone), the axis as a unit vector, the height along the axis, the radius.
namespace lanecast::LANECAST_ISA {

struct AxialRow {
    enum : int { start = 0, axis = 3, height = 6, radius = 7 };
};

template <class Shape>
struct Axial : Solid<Shape> {
    using row = AxialRow;
    static constexpr int columns = 7; ///< two points and the radius
    static constexpr int rows = 8;

    static constexpr bool is_expensive = true;

    template <int W, class Rows>
    static Vec<W> origin(const Rows& r) {
        return vector_at<W>(r, AxialRow::start);
    }

    template <int W, class Rows>
    static Float<W> size(const Rows& r) {
        return r[AxialRow::height] + r[AxialRow::radius];
    }

    template <int W, class Rows>
    static Float<W> thickness(const Rows& r) {
        return min(r[AxialRow::height], r[AxialRow::radius]);
    }

    /// Bounding sphere of the cylinder, which also contains the cone.
    template <int W, class Rows>
    static BoundingSphere<W> bounding_sphere(const Rows& r) {
        const Float<W> half = r[AxialRow::height] * Float<W>(0.5f);
        return {vector_at<W>(r, AxialRow::axis) * half,
                root_of_sum(half * half + r[AxialRow::radius] * r[AxialRow::radius])};
    }
};

template <int W, class Rows>
Vec<W> axis_of(const Rows& r) {
    return vector_at<W>(r, AxialRow::axis);
}

/// Fills the rows of a shape whose axis leads from one point to another.
template <int W, class Rows>
void prepare_axial(Vec<W> from, Vec<W> to, Float<W> radius, Rows& r) {
    const Polar<W> axis = polar(to - from, all_lanes<W>(), r);
    r[AxialRow::start] = from.x;
    r[AxialRow::start + 1] = from.y;
    r[AxialRow::start + 2] = from.z;
    r[AxialRow::axis] = axis.unit.x;
    r[AxialRow::axis + 1] = axis.unit.y;
    r[AxialRow::axis + 2] = axis.unit.z;
    r[AxialRow::height] = min(axis.length, Float<W>(largest_float)); // keeps the height finite
    r[AxialRow::radius] = radius;
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

/// Half extents of a disc perpendicular to the axis, along x, y and z. sqrt(1 - x^2) would suffer
/// from cancellation.
template <int W>
Vec<W> reach_of_disc(Vec<W> axis, Float<W> radius) {
    const Float<W> xx = axis.x * axis.x, yy = axis.y * axis.y, zz = axis.z * axis.z;
    return {radius * sqrt(yy + zz), radius * sqrt(zz + xx), radius * sqrt(xx + yy)};
}

/// A point in cylindrical coordinates: its distance along the axis from the shape's point, its
/// distance from the axis, and the direction from the axis to it. The direction is perpendicular to
/// the axis even if `aside` is nothing but rounding error.
template <int W>
struct AxialPoint {
    Float<W> along, aside;
    Vec<W> outward; ///< of unit length

    template <class Rows>
    AxialPoint(Vec<W> p, const Rows& rows) {
        const Vec<W> axis = axis_of<W>(rows);
        const Float<W> largest = largest_component(p);
        if (take_fast_path(rows, is_usual(largest))) [[likely]]
            set(p, largest, axis);
        else
            *this = of_any(p, axis);
    }

    /// The same if some lanes are not usual.
    LANECAST_RARE static AxialPoint of_any(Vec<W> p, Vec<W> axis) {
        const Float<W> one(1.0f);
        const Float<W> scale =
            select(is_usual(largest_component(p)), one, scale_to_one(largest_magnitude_bits(p)));
        const Vec<W> q = p * scale;
        AxialPoint point;
        point.set(q, largest_component(q), axis);
        point.along = point.along * inverse_of_scale(scale);
        point.aside = point.aside * inverse_of_scale(scale);
        return point;
    }

    /// Returns the point of the same half-plane that has these coordinates.
    [[nodiscard]] Vec<W> at(Float<W> new_along, Float<W> new_aside, Vec<W> axis) const {
        return outward * new_aside + axis * new_along;
    }

private:
    AxialPoint() = default;

    /// Whether squares of lengths down to the rounding error of this one stay in the range of
    /// floats.
    static Mask<W> is_usual(Float<W> largest) {
        return (largest >= Float<W>(0x1p-30f)) & (largest <= Float<W>(0x1p50f));
    }

    void set(Vec<W> p, Float<W> largest, Vec<W> axis) {
        along = dot(p, axis);
        const Vec<W> nearly_across = p - axis * along;
        const Vec<W> across = nearly_across - axis * dot(nearly_across, axis);
        aside = sqrt(dot(across, across));
        outward = select(aside > largest * Float<W>(0x1p-23f), // e
                         across * (Float<W>(1.0f) / aside), perpendicular(axis));
    }
};

/// A ray relative to an axial shape: f + x d, scaled so that the larger one of height and radius is
/// in [1, 2). f is the ray's point nearest to the shape's point, so that a far origin loses only
/// the digits that its distance takes. f and d are split into components along and across the axis.
/// The rounding errors of this split are equivalent to turning the ray by a rounding error.
template <int W>
struct AxialRay {
    Float<W> start;  ///< parameter of f on the ray
    Float<W> length; ///< unit of the scaled lengths, a power of two
    Mask<W> near;    ///< false if f is so far away that the ray misses
    Float<W> height, radius;
    Vec<W> f, d;
    Float<W> inverse_length_squared; ///< 1 / d^2
    Float<W> along, climb;           ///< components of f and d along the axis
    Vec<W> aside, drift;             ///< components of f and d across the axis

    [[nodiscard]] Vec<W> at(Float<W> x) const { return f + d * x; }

    [[nodiscard]] Across<W> across() const { return {drift, climb * climb}; }
    /// The part of the ray in the infinite barrel about the axis. For a ray parallel to the axis,
    /// this is the whole ray or NaN.
    [[nodiscard]] Chord<W> in_barrel(const Across<W>& way) const {
        return {-aside, way.direction, way.inverse_square, radius};
    }

    /// Converts an interval of x to the ray's parameter. Emptiness is tested before the conversion,
    /// because far away the ends of an empty interval may round to the same parameter.
    [[nodiscard]] Interval<W> on_ray(Interval<W> x) const {
        const Float<W> infinity(__builtin_inff());
        const Mask<W> meets = near & (x.enter <= x.exit);
        return {select(meets, start + x.enter * length, infinity), start + x.exit * length};
    }
};

template <int W, class Axes, class Rows>
AxialRay<W> axial(const Ray<W, Axes>& ray, const Rows& r) {
    const Vec<W> to_point = vector_at<W>(r, AxialRow::start) - ray.origin, axis = axis_of<W>(r);
    const Float<W> start = dot(to_point, ray.direction) * ray.inverse_length_squared;
    const Float<W> scale = scale_to_one(as_int(max(r[AxialRow::height], r[AxialRow::radius])));
    const Vec<W> f = (ray.direction * start - to_point) * scale;
    const Float<W> along = dot(f, axis), climb = dot(ray.direction, axis);
    const Float<W> height = r[AxialRow::height] * scale;
    // A needle thinner than the rounding errors of a ray gets this radius, so that rays can hit it.
    const Float<W> thinnest = height * Float<W>(0x1p-22f); // 2 e
    return {.start = start,
            .length = inverse_of_scale(scale),
            .near = largest_component(f) <= 8.0f,
            .height = height,
            .radius = max(r[AxialRow::radius] * scale, thinnest),
            .f = f,
            .d = ray.direction,
            .inverse_length_squared = ray.inverse_length_squared,
            .along = along,
            .climb = climb,
            .aside = f - axis * along,
            .drift = ray.direction - axis * climb};
}

/// The interval in which a path is between the planes through 0 and `height`, perpendicular to the
/// axis. Slabs explains how min and max treat a path that lies in one of these planes.
template <int W>
Interval<W> between_planes(Float<W> along, Float<W> climb, Float<W> height) {
    const Float<W> infinity(__builtin_inff());
    const Float<W> low = -along, high = height - along;
    const Float<W> inverse = Float<W>(1.0f) / climb;
    return {max(select_by_sign(inverse, high, low) * inverse, -infinity),
            min(select_by_sign(inverse, low, high) * inverse, infinity)};
}
template <int W>
Interval<W> between_caps(const AxialRay<W>& ray) {
    return between_planes(ray.along, ray.climb, ray.height);
}

/// Intersection of two intervals; NaN if `round` is NaN.
template <int W>
Interval<W> intersected(Interval<W> slab, Interval<W> round) {
    return {max(slab.enter, round.enter), min(slab.exit, round.exit)};
}

} // namespace lanecast::LANECAST_ISA
