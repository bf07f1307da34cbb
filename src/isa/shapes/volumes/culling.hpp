#pragma once

#include "isa/geometry/bounding_sphere.hpp"
#include "isa/shapes/triangle.hpp"

/// Separating axes in floats, which cull what a moving volume does not touch before a limit. No
/// number here reaches a result. docs/numerics.md derives the margin.
namespace lanecast::LANECAST_ISA {

/// The part of a path on which two bodies may overlap on all axes tried, and more.
template <int W>
class CullingAxes {
public:
    /// @param course  in the frame of the axes; the largest component is in [1, 2), or it is zero
    ///                or was subnormal
    /// @param extent  the size of the bodies and of their distance at the start
    CullingAxes(Vec<W> course, Float<W> extent)
        : course_(course), margin_(extent * Float<W>(0x1p-15f)), enter_(0.0f),
          leave_(__builtin_inff()) {}

    /// @param low, high  the projection of the body at rest
    /// @param reach      largest projection of the moving body; -reach is the smallest
    LANECAST_INLINE void operator()(Vec<W> axis, Float<W> low, Float<W> high, Float<W> reach) {
        const Float<W> wide =
            fma_for_culling(margin_, abs(axis.x) + abs(axis.y) + abs(axis.z), reach);
        cut(dot_for_culling(axis, course_), low - wide, high + wide);
    }
    /// The same for a coordinate axis.
    LANECAST_INLINE void along(Float<W> speed, Float<W> low, Float<W> high, Float<W> reach) {
        const Float<W> wide = reach + margin_;
        cut(speed, low - wide, high + wide);
    }

    /// False only where no touch is possible up to the parameter `last`.
    [[nodiscard]] Mask<W> may_touch(Float<W> last) const {
        const Float<W> first = enter_ * Float<W>(1.0f - 0x1p-18f);
        return ~(first > leave_) & ~(first > last);
    }

    /// The last parameter at which they may touch, up to `last`.
    [[nodiscard]] Float<W> end(Float<W> last) const { return min(leave_, last); }

private:
    /// A quotient that is NaN, which max and min drop, excludes nothing.
    void cut(Float<W> speed, Float<W> begin, Float<W> end) {
        const Float<W> inverse = Float<W>(1.0f) / speed;
        const Float<W> first = begin * inverse, second = end * inverse;
        enter_ = max(select_by_sign(speed, second, first), enter_);
        leave_ = min(select_by_sign(speed, first, second), leave_);
    }

    Vec<W> course_;
    Float<W> margin_, enter_, leave_;
};

template <int W>
Float<W> least_of(Float<W> a, Float<W> b, Float<W> c) {
    return min(a, min(b, c));
}
template <int W>
Float<W> most_of(Float<W> a, Float<W> b, Float<W> c) {
    return max(a, max(b, c));
}
template <int W>
Float<W> sum_of_sizes(Vec<W> a) {
    return abs(a.x) + abs(a.y) + abs(a.z);
}

/// The corners of a triangle, relative to a volume's centre, and its sides.
template <int W>
struct CornersAndSides {
    Vec<W> corner[3], side[3];

    explicit CornersAndSides(const Vec<W> (&c)[3])
        : corner{c[0], c[1], c[2]}, side{c[1] - c[0], c[2] - c[1], c[0] - c[2]} {}

    [[nodiscard]] Float<W> extent() const {
        return most_of(sum_of_sizes(corner[0]), sum_of_sizes(corner[1]), sum_of_sizes(corner[2]));
    }
    /// Cuts by any axis. All corners are projected, because an axis that is a product of almost
    /// parallel sides is perpendicular to neither.
    LANECAST_INLINE void cut(CullingAxes<W>& axes, Vec<W> axis, Float<W> reach) const {
        const Float<W> a = dot_for_culling(axis, corner[0]), b = dot_for_culling(axis, corner[1]),
                       c = dot_for_culling(axis, corner[2]);
        axes(axis, least_of(a, b, c), most_of(a, b, c), reach);
    }
    /// Cuts by an axis that is exactly perpendicular to side j.
    LANECAST_INLINE void cut_across(CullingAxes<W>& axes, Vec<W> axis, int j,
                                    Float<W> reach) const {
        const Float<W> at = dot_for_culling(axis, corner[j]),
                       other = dot_for_culling(axis, corner[(j + 2) % 3]);
        axes(axis, min(at, other), max(at, other), reach);
    }
    LANECAST_INLINE void cut_by_box(CullingAxes<W>& axes, Vec<W> course, Vec<W> half) const {
        axes.along(course.x, least_of(corner[0].x, corner[1].x, corner[2].x),
                   most_of(corner[0].x, corner[1].x, corner[2].x), half.x);
        axes.along(course.y, least_of(corner[0].y, corner[1].y, corner[2].y),
                   most_of(corner[0].y, corner[1].y, corner[2].y), half.y);
        axes.along(course.z, least_of(corner[0].z, corner[1].z, corner[2].z),
                   most_of(corner[0].z, corner[1].z, corner[2].z), half.z);
    }
};

template <int W, class Rows>
CornersAndSides<W> corners_from(Vec<W> center, const Rows& r) {
    const Vec<W> corner[3] = {vector_at<W>(r, Triangle::row::v0) - center,
                              vector_at<W>(r, Triangle::row::v1) - center,
                              vector_at<W>(r, Triangle::row::v2) - center};
    return CornersAndSides<W>(corner);
}

/// False only where a moving box touches no triangle up to the parameter `last`.
/// @param axis  the columns of the box's rotation
template <int W, class Rows>
LANECAST_INLINE inline Mask<W> box_may_touch(Vec<W> center, const Vec<W> (&axis)[3], Vec<W> half,
                                             Vec<W> direction, Float<W> last, const Rows& r) {
    const auto inward = [&](Vec<W> a) -> Vec<W> {
        return {dot_for_culling(a, axis[0]), dot_for_culling(a, axis[1]),
                dot_for_culling(a, axis[2])};
    };
    const Vec<W> corner[3] = {inward(vector_at<W>(r, Triangle::row::v0) - center),
                              inward(vector_at<W>(r, Triangle::row::v1) - center),
                              inward(vector_at<W>(r, Triangle::row::v2) - center)};
    const CornersAndSides<W> triangle(corner);
    const Vec<W> course = inward(direction);
    CullingAxes<W> axes(course, triangle.extent() + half.x + half.y + half.z);
    triangle.cut_by_box(axes, course, half);
    const auto reach = [&](Vec<W> a) {
        return abs(a.x) * half.x + abs(a.y) * half.y + abs(a.z) * half.z;
    };
    const Vec<W> face = cross_for_culling(triangle.side[0], triangle.side[1]);
    triangle.cut(axes, face, reach(face));
    if (!axes.may_touch(last).any())
        return no_lanes<W>();
    const Float<W> zero(0.0f);
    for (int j = 0; j < 3; ++j) {
        const Vec<W> side = triangle.side[j];
        for (const Vec<W>& across : {Vec<W>{zero, -side.z, side.y}, Vec<W>{side.z, zero, -side.x},
                                     Vec<W>{-side.y, side.x, zero}})
            triangle.cut_across(axes, across, j, reach(across));
    }
    return axes.may_touch(last);
}

/// About the way between the nearest points of a triangle and a segment.
/// @param face  the product of two sides
template <int W>
LANECAST_INLINE inline Vec<W> way_from_triangle(const CornersAndSides<W>& triangle, Vec<W> face,
                                                Vec<W> start, Vec<W> along) {
    const Float<W> zero(0.0f), one(1.0f);
    const auto share = [&](Float<W> a) { return min(max(a, zero), one); };
    const Float<W> inverse = one / dot_for_culling(along, along);
    Vec<W> nearest = start;
    Float<W> square(__builtin_inff());
    const auto take = [&](Vec<W> way, Mask<W> may) {
        const Float<W> own = dot_for_culling(way, way);
        const Mask<W> nearer = may & (own < square);
        nearest = select(nearer, way, nearest);
        square = select(nearer, own, square);
    };
    Mask<W> start_above = all_lanes<W>(), end_above = start_above;
    for (int j = 0; j < 3; ++j) {
        const Vec<W> side = triangle.side[j], from = start - triangle.corner[j];
        const Float<W> together = dot_for_culling(along, side), ours = dot_for_culling(along, from),
                       theirs = dot_for_culling(side, from);
        const Float<W> side_inverse = one / dot_for_culling(side, side);
        const Float<W> across = one - together * together * (inverse * side_inverse);
        const Float<W> free = share((together * theirs * side_inverse - ours) * inverse / across);
        const Float<W> at_side = share((together * free + theirs) * side_inverse);
        const Float<W> at = share((together * at_side - ours) * inverse);
        take(from + along * at - side * at_side, all_lanes<W>());
        const Vec<W> inward = cross_for_culling(face, side);
        const Float<W> height = dot_for_culling(inward, from);
        start_above = start_above & (height >= zero);
        end_above = end_above & (height + dot_for_culling(inward, along) >= zero);
    }
    const Float<W> face_inverse = one / dot_for_culling(face, face);
    const Float<W> height = dot_for_culling(face, start - triangle.corner[0]);
    take(face * (height * face_inverse), start_above);
    take(face * ((height + dot_for_culling(face, along)) * face_inverse), end_above);
    return nearest;
}

/// False only where a moving capsule touches no triangle up to the parameter `last`.
/// @param half     from the centre to an end of its segment
/// @param extents  half the size of its bounding box
template <int W, class Rows>
LANECAST_INLINE inline Mask<W> capsule_may_touch(Vec<W> center, Vec<W> half, Float<W> radius,
                                                 Vec<W> extents, Vec<W> direction, Float<W> last,
                                                 const Rows& r) {
    const CornersAndSides<W> triangle = corners_from(center, r);
    CullingAxes<W> axes(direction, triangle.extent() + sum_of_sizes(extents));
    triangle.cut_by_box(axes, direction, extents);
    const auto reach = [&](Vec<W> a) {
        return abs(dot_for_culling(a, half)) + radius * root_of_sum(dot_for_culling(a, a));
    };
    const Vec<W> face = cross_for_culling(triangle.side[0], triangle.side[1]);
    triangle.cut(axes, face, reach(face));
    if (!axes.may_touch(last).any())
        return no_lanes<W>();
    for (int j = 0; j < 3; ++j) {
        const Vec<W> across = cross_for_culling(half, triangle.side[j]);
        triangle.cut(axes, across, reach(across));
    }
    // Where the path ends, or crosses an answer that is known, the nearest points give the last
    // axis.
    const Float<W> at = axes.end(last);
    if (!axes.may_touch(last).any())
        return no_lanes<W>();
    const Vec<W> way = way_from_triangle(triangle, face, direction * at - half, half + half);
    triangle.cut(axes, way, reach(way));
    return axes.may_touch(last);
}

} // namespace lanecast::LANECAST_ISA
