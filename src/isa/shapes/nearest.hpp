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

template <int W>
Nearest<W> select(Mask<W> m, const Nearest<W>& a, const Nearest<W>& b) {
    return {select(m, a.distance, b.distance), select(m, a.point, b.point),
            select(m, a.normal, b.normal)};
}

/// Whether a shape knows more of places far away than the rounded difference tells.
template <class Shape>
concept TellsFar = requires(Vec<4> place, const Float<4>* rows) {
    Shape::nearest_from_afar(place, rows);
};

/// @param nearest(), from_afar()  the nearest point, for lanes that are near or far
template <int W, class Near, class FromAfar>
Nearest<W> nearest_or_far(Mask<W> far, Near nearest, FromAfar from_afar) {
    if (!far.any()) [[likely]]
        return nearest();
    const Nearest<W> there = from_afar();
    return far.all() ? there : select(far, there, nearest());
}

/// The nearest boundary point to a place in the world, as seen from the shape's origin; of a shape
/// that has got ready.
template <class Shape, int W, class Rows, class Distances>
Nearest<W> nearest_to(Vec<W> place, const Rows& rows, const Distances& distances) {
    const Vec<W> origin = Shape::template origin<W>(rows), from = place - origin;
    if constexpr (TellsFar<Shape>)
        return nearest_or_far(
            distances.is_far(from), [&] { return distances.nearest(from); },
            [&] {
                const Distances copy = distances; // so that they may stay in registers otherwise
                return copy.nearest_from_afar(place, origin);
            });
    else
        return distances.nearest(from);
}
/// The same of one that has not, with little stack: it gets ready for near and far lanes.
template <class Shape, int W, class Rows>
Nearest<W> nearest_to(Vec<W> place, const Rows& rows) {
    const Vec<W> from = place - Shape::template origin<W>(rows);
    if constexpr (TellsFar<Shape>)
        return nearest_or_far(
            Shape::is_far(from, rows), [&] { return Shape::nearest(from, rows); },
            [&] { return Shape::nearest_from_afar(place, rows); });
    else
        return Shape::nearest(from, rows);
}

/// Where on the segment from 0 to d the point nearest to p is: 0 at the one end, 1 at the other. Of
/// a segment without length the quotient is NaN, which max drops.
template <int W>
Float<W> share_of_segment(Vec<W> p, Vec<W> d) {
    const Float<W> zero(0.0f), one(1.0f);
    return min(max(dot(p, d) / dot(d, d), zero), one);
}

} // namespace lanecast::LANECAST_ISA
