#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "kernels/hostile/places.hpp"
#include "kernels/hostile/shapes.hpp"

namespace hostile {

/// The difficulty of a query. Not every kind exists for every query type and shape.
enum class Kind : std::uint32_t {
    near,               ///< random queries around a shape of about unit size
    far,                ///< 1e2 to 1e6 sizes away
    grazing,            ///< past a tangent place by 1e-2 to 1e-6 of the size, on either side
    axis_parallel,      ///< one or two components of the direction are +0 or -0
    in_face_plane,      ///< along a face, a generator or an axis, exactly where floats allow
    edges_and_corners,  ///< through edges, corners, rims and the apex
    start_inside,       ///< inside a solid, or on a surface
    start_on_surface,   ///< on the rounded boundary, or just touching it, in all directions
    limited,            ///< bounds just before, on or just behind the answer
    infinite_lines,     ///< t_min = -infinity
    tiny,               ///< shapes of 1e-4
    huge,               ///< shapes of 1e5
    slender,            ///< needles, slivers, flat boxes and discs
    direction_lengths,  ///< 1e-15 to 1e15
    world_offsets,      ///< query and shape 1e2 to 1e6 sizes away from the origin of coordinates
    extreme_sizes,      ///< 2^-60 to 2^56
    extreme_directions, ///< 1e-37 to 1e37: t overflows and underflows
    nearly_equal_ends,  ///< axes whose ends are a few floats apart
    zero_displacement,  ///< a sphere that does not move
    zero_radius,        ///< a sphere that is a point
    medial_axes,        ///< places with several nearest points of the boundary
    /// Directions, axes of shapes and offsets from 0 along x, y or z, except for components of
    /// 2^-149 to 2^-10 of the largest, whose squares vanish.
    nearly_axis_parallel,
    least_sizes, ///< 2^-130 to 2^-50: s counts as 2^-50
    /// Paths that almost run along a face, generator or axis and lead towards it at slopes of 2^-24
    /// to 2^-12. Planes are summed in double below a slope in the middle of this range.
    slight_slopes,
};
inline constexpr std::size_t kind_count = 24;
const char* to_string(Kind kind);

template <class Shape>
constexpr bool has_kind(Kind kind) {
    if (kind == Kind::slender)
        return !std::is_same_v<Shape, Sphere> && !is_unbounded<typename Shape::Reference>;
    return kind != Kind::nearly_equal_ends || has_ends<Shape>;
}

double size_of(Random& random, Kind kind);
reference::Vector centre_of(Random& random, Kind kind, double size);
Form form_of(Kind kind);

} // namespace hostile
