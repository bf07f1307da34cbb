#pragma once

#include "isa/geometry/nearest.hpp"
#include "isa/geometry/ray.hpp"

namespace lanecast::LANECAST_ISA {

/// The three slabs of an axis-parallel box against a ray in its frame.
///
/// If a component of the direction is zero, its inverse is infinite. The slab then gives -inf, +inf
/// if the origin is strictly between its planes, and an empty interval if it is outside. On a
/// plane, 0 * inf is NaN, which min and max drop: touching is inside.
template <int W>
struct Slabs {
    Vec<W> near, far; ///< parameters of the planes
    Float<W> enter, exit;

    Slabs(Vec<W> lo, Vec<W> hi, Vec<W> origin, Vec<W> inverse) {
        const Vec<W> to_lo = lo - origin, to_hi = hi - origin;
        near = {select_by_sign(inverse.x, to_hi.x, to_lo.x) * inverse.x,
                select_by_sign(inverse.y, to_hi.y, to_lo.y) * inverse.y,
                select_by_sign(inverse.z, to_hi.z, to_lo.z) * inverse.z};
        far = {select_by_sign(inverse.x, to_lo.x, to_hi.x) * inverse.x,
               select_by_sign(inverse.y, to_lo.y, to_hi.y) * inverse.y,
               select_by_sign(inverse.z, to_lo.z, to_hi.z) * inverse.z};
        const Float<W> infinity(__builtin_inff());
        enter = max(near.x, max(near.y, max(near.z, -infinity)));
        exit = min(far.x, min(far.y, min(far.z, infinity)));
    }

    /// Outward normal of the face that the ray crosses; on an edge, that of the first axis of x, y,
    /// z.
    [[nodiscard]] Vec<W> normal(Vec<W> direction, Mask<W> leaving) const {
        const Float<W> zero(0.0f), one(1.0f);
        const Mask<W> x = select_equal(leaving, far.x, near.x);
        const Mask<W> y = ~x & select_equal(leaving, far.y, near.y);
        const Mask<W> z = ~x & ~y;
        const auto along = [&](Mask<W> axis, Float<W> d) {
            const Mask<W> negative = (sign_bit(d) & leaving) | (~sign_bit(d) & ~leaving);
            return select(axis, select(negative, -one, one), zero);
        };
        return {along(x, direction.x), along(y, direction.y), along(z, direction.z)};
    }

private:
    [[nodiscard]] Mask<W> select_equal(Mask<W> leaving, Float<W> far_plane,
                                       Float<W> near_plane) const {
        return select(leaving, far_plane, near_plane) == select(leaving, exit, enter);
    }
};

/// The nearest boundary point of an axis-parallel box. From inside, it lies on the nearest face; if
/// several are equally near, on the first one.
template <int W, class Rows>
Nearest<W> nearest_of_box(Vec<W> p, Vec<W> lo, Vec<W> hi, const Rows& rows) {
    const Float<W> zero(0.0f), one(1.0f);
    const Vec<W> nearest = clamped(p, lo, hi);
    const Mask<W> inside = (p.x == nearest.x) & (p.y == nearest.y) & (p.z == nearest.z);
    const Polar<W> away = polar(p - nearest, ~inside, rows);

    const Vec<W> to_lo = p - lo, to_hi = hi - p;
    const Vec<W> depth = {min(to_lo.x, to_hi.x), min(to_lo.y, to_hi.y), min(to_lo.z, to_hi.z)};
    const Float<W> least = min(depth.x, min(depth.y, depth.z));
    const Mask<W> x = depth.x == least, y = ~x & (depth.y == least), z = ~x & ~y;
    const Mask<W> high_x = to_hi.x < to_lo.x, high_y = to_hi.y < to_lo.y,
                  high_z = to_hi.z < to_lo.z;
    const Vec<W> normal = {select(x, select(high_x, one, -one), zero),
                           select(y, select(high_y, one, -one), zero),
                           select(z, select(high_z, one, -one), zero)};
    const Vec<W> point = {select(x, select(high_x, hi.x, lo.x), p.x),
                          select(y, select(high_y, hi.y, lo.y), p.y),
                          select(z, select(high_z, hi.z, lo.z), p.z)};
    return {select(inside, zero - least, away.length), select(inside, point, nearest),
            select(inside, normal, away.unit)};
}

} // namespace lanecast::LANECAST_ISA
