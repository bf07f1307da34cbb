#pragma once

#include "isa/exact/separation.hpp"
#include "isa/shapes/shape_list.hpp"

/// Shapes as moving capsules and boxes see them: a convex core in double, and the distance from it
/// within which the shape lies. A new shape needs its core here, and its distance from a segment in
/// gaps.hpp. Places are relative to the centre of the volume at t = 0, so that no digits are lost.
namespace lanecast::LANECAST_ISA {

template <int W>
Double<W> real(float x) {
    return Double<W>(Float<W>(x));
}

template <int W>
Double<W> length_of(const DoubleVec<W>& a) {
    return sqrt(dot(a, a));
}
template <int W>
DoubleVec<W> unit_of(const DoubleVec<W>& a) {
    return a * (real<W>(1.0f) / length_of(a));
}
/// The sum of the components' sizes, which is at least the length.
template <int W>
Double<W> size_of(const DoubleVec<W>& a) {
    return absolute(a.x) + absolute(a.y) + absolute(a.z);
}
template <int W>
DoubleVec<W> negative(const DoubleVec<W>& a) {
    return a * real<W>(-1.0f);
}
/// A direction perpendicular to a vector; some direction if it is 0.
template <int W>
DoubleVec<W> perpendicular_to(const DoubleVec<W>& a) {
    const Double<W> zero = real<W>(0.0f), one = real<W>(1.0f);
    const Double<W> x = absolute(a.x), y = absolute(a.y), z = absolute(a.z);
    const Mask<W> z_least = ~(x < z) & ~(y < z), x_least = ~z_least & ~(y < x);
    const DoubleVec<W> axis =
        select(z_least, DoubleVec<W>{zero, zero, one},
               select(x_least, DoubleVec<W>{one, zero, zero}, DoubleVec<W>{zero, one, zero}));
    const DoubleVec<W> found = cross(a, axis);
    return select(zero < dot(found, found), unit_of(found), axis);
}
/// The depth of an overlap that counts as rounding error, 2 e s.
/// @param extent  the scale s of docs/semantics.md, or less
template <int W>
Double<W> tolerance_of(Double<W> extent) {
    return extent * real<W>(0x1p-22f);
}
/// Clamped to [low, high]; `low` if it is NaN.
template <int W>
Double<W> clamped(Double<W> a, Double<W> low, Double<W> high) {
    return minimum(maximum(a, low), high);
}

/// The segment from `start` to `start` + `way`; a point if `way` is 0.
template <int W>
struct SegmentCore {
    DoubleVec<W> start, way;
    [[nodiscard]] Double<W> extent() const {
        const DoubleVec<W> half = way * real<W>(0.5f);
        return length_of(start + half) + length_of(half);
    }
};
/// Points middle + sum of axis[i] x[i] with |x[i]| <= half[i].
template <int W>
struct CuboidCore {
    DoubleVec<W> middle, axis[3];
    Double<W> half[3];
    [[nodiscard]] Double<W> extent() const { return size_of(middle) + half[0] + half[1] + half[2]; }
};
template <int W>
struct TriangleCore {
    DoubleVec<W> corner[3];
    /// From corner i to the next one.
    [[nodiscard]] DoubleVec<W> side(int i) const { return corner[(i + 1) % 3] - corner[i]; }
    [[nodiscard]] Double<W> extent() const {
        const Double<W> a = dot(corner[0], corner[0]), b = dot(corner[1], corner[1]),
                        c = dot(corner[2], corner[2]);
        return sqrt(maximum(a, maximum(b, c)));
    }
};
/// Points x with normal x <= offset; the normal has unit length.
template <int W>
struct HalfSpaceCore {
    DoubleVec<W> normal;
    Double<W> offset;
};
/// An infinite line; the direction has any length but 0.
template <int W>
struct LineCore {
    DoubleVec<W> point, direction;
};
/// A cylinder, or a cone whose axis leads from its apex to its base. The axis has unit length.
template <int W>
struct RoundCore {
    DoubleVec<W> start, axis;
    Double<W> height, radius;
    bool is_cone;
    [[nodiscard]] Double<W> extent() const {
        const Double<W> half = height * real<W>(0.5f);
        return length_of(start + axis * half) + sqrt(half * half + radius * radius);
    }
};

/// Makes axes exactly perpendicular and of unit length. Those of shapes are rounded to floats, and
/// distances that are nothing but rounding error would have no direction.
template <int W>
void orthonormalise(DoubleVec<W> (&axis)[3]) {
    axis[0] = unit_of(axis[0]);
    axis[2] = unit_of(cross(axis[0], axis[1]));
    axis[1] = cross(axis[2], axis[0]);
}

/// The core of a shape, and its distance from the shape's boundary.
template <class Shape>
struct CoreOf;

template <int W, class Rows>
DoubleVec<W> place_of(const Rows& r, int row, const DoubleVec<W>& center) {
    return DoubleVec<W>(vector_at<W>(r, row)) - center;
}

template <>
struct CoreOf<Sphere> {
    template <int W, class Rows>
    static SegmentCore<W> core(const Rows& r, const DoubleVec<W>& center) {
        const Double<W> zero = real<W>(0.0f);
        return {place_of(r, Sphere::row::center, center), {zero, zero, zero}};
    }
    template <int W, class Rows>
    static Float<W> radius(const Rows& r) {
        return r[Sphere::row::radius];
    }
};
template <>
struct CoreOf<Capsule> {
    template <int W, class Rows>
    static SegmentCore<W> core(const Rows& r, const DoubleVec<W>& center) {
        return {place_of(r, AxialRow::start, center),
                DoubleVec<W>(axis_of<W>(r)) * Double<W>(r[AxialRow::height])};
    }
    template <int W, class Rows>
    static Float<W> radius(const Rows& r) {
        return r[AxialRow::radius];
    }
};
/// Shapes that are their own cores.
struct NoRadius {
    template <int W, class Rows>
    static Float<W> radius(const Rows&) {
        return 0.0f;
    }
};
template <>
struct CoreOf<Aabb> : NoRadius {
    template <int W, class Rows>
    static CuboidCore<W> core(const Rows& r, const DoubleVec<W>& center) {
        const Double<W> zero = real<W>(0.0f), one = real<W>(1.0f), half = real<W>(0.5f);
        const DoubleVec<W> lo = place_of(r, Aabb::row::lo, center),
                           hi = place_of(r, Aabb::row::hi, center), size = (hi - lo) * half;
        return {(hi + lo) * half,
                {{one, zero, zero}, {zero, one, zero}, {zero, zero, one}},
                {size.x, size.y, size.z}};
    }
};
template <>
struct CoreOf<Box> : NoRadius {
    template <int W, class Rows>
    static CuboidCore<W> core(const Rows& r, const DoubleVec<W>& center) {
        const int half = Box::row::half_extents;
        CuboidCore<W> box = {place_of(r, Box::row::center, center),
                             {DoubleVec<W>(vector_at<W>(r, Box::row::x_axis)),
                              DoubleVec<W>(vector_at<W>(r, Box::row::y_axis)),
                              DoubleVec<W>(vector_at<W>(r, Box::row::z_axis))},
                             {Double<W>(r[half]), Double<W>(r[half + 1]), Double<W>(r[half + 2])}};
        orthonormalise(box.axis);
        return box;
    }
};
template <>
struct CoreOf<Triangle> : NoRadius {
    template <int W, class Rows>
    static TriangleCore<W> core(const Rows& r, const DoubleVec<W>& center) {
        return {{place_of(r, Triangle::row::v0, center), place_of(r, Triangle::row::v1, center),
                 place_of(r, Triangle::row::v2, center)}};
    }
};
template <>
struct CoreOf<Plane> : NoRadius {
    template <int W, class Rows>
    static HalfSpaceCore<W> core(const Rows& r, const DoubleVec<W>& center) {
        const DoubleVec<W> n(vector_at<W>(r, Plane::row::normal));
        const Double<W> inverse = real<W>(1.0f) / sqrt(dot(n, n));
        return {n * inverse, (Double<W>(r[Plane::row::offset]) - dot(n, center)) * inverse};
    }
};
template <>
struct CoreOf<Line> : NoRadius {
    template <int W, class Rows>
    static LineCore<W> core(const Rows& r, const DoubleVec<W>& center) {
        return {place_of(r, Line::row::point, center),
                DoubleVec<W>(vector_at<W>(r, Line::row::direction))};
    }
};
template <bool is_cone>
struct RoundCoreOf : NoRadius {
    template <int W, class Rows>
    static RoundCore<W> core(const Rows& r, const DoubleVec<W>& center) {
        return {place_of(r, AxialRow::start, center), unit_of(DoubleVec<W>(axis_of<W>(r))),
                Double<W>(r[AxialRow::height]), Double<W>(r[AxialRow::radius]), is_cone};
    }
};
template <>
struct CoreOf<Cylinder> : RoundCoreOf<false> {};
template <>
struct CoreOf<Cone> : RoundCoreOf<true> {};

} // namespace lanecast::LANECAST_ISA
