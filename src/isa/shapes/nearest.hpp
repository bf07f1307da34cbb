#pragma once

#include "isa/simd/vec3.hpp"

/// The nearest boundary point of a shape. Everything is relative to the shape's origin(rows): in
/// absolute coordinates shapes far from 0 would lose digits.
namespace lanecast::LANECAST_ISA {

template <int W>
struct Nearest {
    Float<W> distance; ///< negative inside a solid
    Vec<W> point;
    Vec<W> normal; ///< of unit length: outward; towards the query where a shape has no inside
};

/// A shape that does not get ready for its distances.
template <class Shape, int W, class Rows>
struct DistancesOf {
    const Rows& rows;
    [[nodiscard]] Nearest<W> nearest(Vec<W> p) const { return Shape::nearest(p, rows); }
};

/// What is asked for the distance from one point after the other: a shape may get ready for that.
template <class Shape, int W, class Rows>
auto distances_of(const Rows& rows) {
    if constexpr (requires { Shape::template distances<W>(rows); })
        return Shape::template distances<W>(rows);
    else
        return DistancesOf<Shape, W, Rows>{rows};
}

/// The nearest boundary point to a place in the world, as seen from the shape's origin. A shape may
/// know better than from their rounded difference.
template <class Shape, int W, class Rows, class Distances>
Nearest<W> nearest_to(Vec<W> place, const Rows& rows, const Distances& distances) {
    const Vec<W> origin = Shape::template origin<W>(rows);
    if constexpr (requires { distances.nearest(place, origin); })
        return distances.nearest(place, origin);
    else
        return distances.nearest(place - origin);
}

/// Where on the segment from 0 to d the point nearest to p is: 0 at the one end, 1 at the other. Of
/// a segment without length the quotient is NaN, which max drops.
template <int W>
Float<W> share_of_segment(Vec<W> p, Vec<W> d) {
    const Float<W> zero(0.0f), one(1.0f);
    return min(max(dot(p, d) / dot(d, d), zero), one);
}

} // namespace lanecast::LANECAST_ISA
