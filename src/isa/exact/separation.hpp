#pragma once

#include "isa/simd/vec3.hpp"

/// Distances in double, for the contacts of particles: contact.hpp. A shape with exact(rows)
/// returns an object with these members, which work in a frame of its own:
///
///     DoubleVec place(Vec center), course(Vec direction)   from the world into the frame
///     Vec out(DoubleVec direction), point_out(DoubleVec)   and back
///     Separation nearest(place), nearest_at_start(place, near)
///     HoldingFace face_above(place, least, course)
namespace lanecast::LANECAST_ISA {

/// Distance of a point from a shape, and the direction to it from the shape's nearest point.
template <int W>
struct Separation {
    Double<W> distance; ///< negative inside of a solid
    DoubleVec<W> normal;
};
template <int W>
Separation<W> select(Mask<W> m, const Separation<W>& a, const Separation<W>& b) {
    return {select(m, a.distance, b.distance), select(m, a.normal, b.normal)};
}

/// A face whose plane is so far below a point that no part of the shape is nearer.
template <int W>
struct HoldingFace {
    Mask<W> exists;
    Mask<W> recedes;     ///< the path does not lead towards the plane of one such face
    Separation<W> plane; ///< of the highest such face: the point's height above it, and its normal
};

template <int W>
Double<W> absolute(Double<W> a) {
    const Double<W> zero(Float<W>(0.0f));
    return select(a < zero, zero - a, a);
}
template <int W>
Double<W> minimum(Double<W> a, Double<W> b) {
    return select(a < b, a, b);
}
template <int W>
Double<W> maximum(Double<W> a, Double<W> b) {
    return select(b < a, a, b);
}

} // namespace lanecast::LANECAST_ISA
