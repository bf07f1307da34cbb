#pragma once

#include <cstddef>
#include <cstdint>

#include "lanecast/answers.hpp"
#include "lanecast/column.hpp"
#include "lanecast/detail/named.hpp"
#include "lanecast/shapes.hpp"
#include "lanecast/vectors.hpp"

/// Capsules and boxes as queries of overlaps and all_overlaps: "is this place free?"
///
/// Each field is one value for all of a batch or an array with one element for each. Their number
/// is the common length of the arrays, or `count` if it is set. A batch without arrays is one.
namespace lanecast {

/// Solid capsules that are tested for overlaps: all points within `radius` of the segment from a
/// to b.
///
/// A capsule is invalid, and overlaps nothing, if a or b is not finite or its radius is negative or
/// not finite.
struct CapsuleOverlaps {
    detail::Named named = {};
    Input<Vec3> a = {};
    Input<Vec3> b = {};
    Input<float> radius = {};               ///< >= 0
    Input<std::uint32_t> mask = all_layers; ///< tests shapes that share a bit; 0: inactive, a miss
    Input<std::uint32_t> ignore = no_id;    ///< first of the ids that this capsule ignores
    Input<std::uint32_t> ignore_count = 1;  ///< number of these ids; 0: ignores nothing
    std::size_t count = count_from_columns;
};

/// Solid boxes, turned by `rotation`, that are tested for overlaps.
///
/// A box is invalid, and overlaps nothing, if its position is not finite, a half extent is negative
/// or not finite, or the length of its rotation is more than 1e-3 off 1. Cylinders and cones are
/// not supported: see BoxSweeps.
struct BoxOverlaps {
    detail::Named named = {};
    Input<Vec3> position = {};                 ///< the box's centre
    Input<Vec3> half_extents = {};             ///< >= 0
    Input<Quaternion> rotation = Quaternion{}; ///< length within 1e-3 of 1
    Input<std::uint32_t> mask = all_layers; ///< tests shapes that share a bit; 0: inactive, a miss
    Input<std::uint32_t> ignore = no_id;    ///< first of the ids that this box ignores
    Input<std::uint32_t> ignore_count = 1;  ///< number of these ids; 0: ignores nothing
    std::size_t count = count_from_columns;
};

} // namespace lanecast
