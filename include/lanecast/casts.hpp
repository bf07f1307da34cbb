#pragma once

#include <cstddef>
#include <cstdint>

#include "lanecast/answers.hpp"
#include "lanecast/column.hpp"
#include "lanecast/detail/named.hpp"
#include "lanecast/shapes.hpp"
#include "lanecast/vectors.hpp"

/// Moving capsules and moving boxes. Their impacts are those of moving spheres: see Impacts.
///
/// They do not turn on their way. Each field is one value for all of a batch or an array with one
/// element for each. Their number is the common length of the arrays, or `count` if it is set. A
/// batch without arrays is one.
namespace lanecast {

/// Moving capsules: all points within `radius` of the segment from a + t displacement to b + t
/// displacement, 0 <= t <= t_max.
///
/// The centre of a capsule is the middle of its segment. A capsule with a = b is a sphere, and its
/// impacts have the bits of those of Sweeps.
///
/// A capsule is invalid if a, b, a displacement or the difference of both displacements is not
/// finite, its radius is negative or not finite, or its t_max is negative or NaN. It is then a miss
/// with flag::invalid.
struct CapsuleSweeps {
    detail::Named named = {};
    Input<Vec3> a = {};
    Input<Vec3> b = {};
    Input<float> radius = 0.0f;    ///< 0: a moving segment
    Input<Vec3> displacement = {}; ///< t counts in multiples of it; 0: overlap test only
    Input<float> t_max = 1.0f;
    /// The shape moves, too: by t shape_displacement.
    Input<Vec3> shape_displacement = Vec3{};
    Input<std::uint32_t> mask = all_layers; ///< tests shapes that share a bit; 0: inactive, a miss
    Input<std::uint32_t> ignore = no_id;    ///< first of the ids that this capsule ignores
    Input<std::uint32_t> ignore_count = 1;  ///< number of these ids; 0: ignores nothing
    std::size_t count = count_from_columns;
};

/// Moving boxes: the box with these half extents, turned by `rotation`, whose centre is at position
/// + t displacement, 0 <= t <= t_max.
///
/// A box is invalid if its position, a displacement or the difference of both displacements is not
/// finite, a half extent is negative or not finite, the length of its rotation is more than 1e-3
/// off 1, or its t_max is negative or NaN. It is then a miss with flag::invalid.
///
/// Boxes are not cast against cylinders and cones: a call with a scene that contains any, also in
/// an instance, is refused with Error not_supported.
struct BoxSweeps {
    detail::Named named = {};
    Input<Vec3> position = {};     ///< the box's centre
    Input<Vec3> half_extents = {}; ///< >= 0; 0 on some axes: a rectangle, a segment or a point
    Input<Quaternion> rotation = Quaternion{}; ///< length within 1e-3 of 1
    Input<Vec3> displacement = {}; ///< t counts in multiples of it; 0: overlap test only
    Input<float> t_max = 1.0f;
    /// The shape moves, too: by t shape_displacement.
    Input<Vec3> shape_displacement = Vec3{};
    Input<std::uint32_t> mask = all_layers; ///< tests shapes that share a bit; 0: inactive, a miss
    Input<std::uint32_t> ignore = no_id;    ///< first of the ids that this box ignores
    Input<std::uint32_t> ignore_count = 1;  ///< number of these ids; 0: ignores nothing
    std::size_t count = count_from_columns;
};

} // namespace lanecast
