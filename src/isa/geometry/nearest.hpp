#pragma once

#include "isa/simd/vec3.hpp"

/// The nearest boundary point of a shape. Positions are relative to the shape's origin(rows),
/// because in absolute coordinates, shapes far from 0 would lose digits.
namespace lanecast::LANECAST_ISA {

template <int W>
struct Nearest {
    Float<W> distance; ///< negative inside a solid
    Vec<W> point;
    Vec<W> normal; ///< unit length; outward, or towards the query if the shape has no inside
};

/// Distances of a shape that precomputes nothing.
template <class Shape, int W, class Rows>
struct DistancesOf {
    const Rows& rows;
    [[nodiscard]] Nearest<W> nearest(Vec<W> p) const { return Shape::nearest(p, rows); }
};

/// Returns an object that computes the distances of several points. A shape may precompute values
/// for it.
template <class Shape, int W, class Rows>
auto distances_of(const Rows& rows) {
    if constexpr (requires { Shape::template distances<W>(rows); })
        return Shape::template distances<W>(rows);
    else
        return DistancesOf<Shape, W, Rows>{rows};
}

template <int W>
Nearest<W> select(Mask<W> m, const Nearest<W>& a, const Nearest<W>& b) {
    return {select(m, a.distance, b.distance), select(m, a.point, b.point),
            select(m, a.normal, b.normal)};
}

/// Shapes whose nearest() takes the fast path (fast_path.hpp) for no lane whose shape or place is
/// bad, unless is_good_if_fast(columns) is false.
template <class Shape>
concept NotesBadPlaces = requires(const Float<4>* columns) {
    Shape::is_good_if_fast(columns);
};

/// Shapes that compute the distances of far points more precisely than a rounded difference of
/// coordinates allows.
template <class Shape>
concept TellsFar = requires(Vec<4> place, const Float<4>* rows) {
    Shape::nearest_from_afar(place, rows);
};

/// Combines the nearest points of near and far lanes.
/// @param nearest(), from_afar()  compute the nearest point for near and for far lanes
template <int W, class Rows, class Near, class FromAfar>
Nearest<W> nearest_or_far(Mask<W> far, const Rows& rows, Near nearest, FromAfar from_afar) {
    if (take_fast_path(rows, ~far)) [[likely]]
        return nearest();
    const Nearest<W> there = from_afar();
    return far.all() ? there : select(far, there, nearest());
}

/// The nearest boundary point, relative to the shape's origin, for a point in world coordinates.
/// Uses the precomputed `distances`.
template <class Shape, int W, class Rows, class Distances>
Nearest<W> nearest_to(Vec<W> place, const Rows& rows, const Distances& distances) {
    const Vec<W> origin = Shape::template origin<W>(rows), from = place - origin;
    if constexpr (TellsFar<Shape>)
        return nearest_or_far(
            distances.is_far(from), rows, [&] { return distances.nearest(from); },
            [&] {
                const Distances copy = distances; // keeps `distances` in registers otherwise
                return copy.nearest_from_afar(place, origin);
            });
    else
        return distances.nearest(from);
}
/// The same without precomputed distances, which takes little stack: near and far lanes compute
/// what they need separately.
template <class Shape, int W, class Rows>
Nearest<W> nearest_to(Vec<W> place, const Rows& rows) {
    const Vec<W> from = place - Shape::template origin<W>(rows);
    if constexpr (TellsFar<Shape>)
        return nearest_or_far(
            Shape::is_far(from, rows), rows, [&] { return Shape::nearest(from, rows); },
            [&] { return Shape::nearest_from_afar(place, rows); });
    else
        return Shape::nearest(from, rows);
}

/// Parameter of the point nearest to p on the segment from 0 to d, from 0 to 1. If the segment has
/// no length, the quotient is NaN, which max drops.
template <int W>
Float<W> share_of_segment(Vec<W> p, Vec<W> d) {
    const Float<W> zero(0.0f), one(1.0f);
    return min(max(dot(p, d) / dot(d, d), zero), one);
}

} // namespace lanecast::LANECAST_ISA
