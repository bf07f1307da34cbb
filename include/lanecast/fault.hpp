#pragma once

#include <cstdint>

namespace lanecast {

/// Reason why a query is invalid.
enum class Fault : std::uint32_t {
    origin_not_finite,
    direction_not_finite,
    direction_too_small, ///< zero, or its largest component is subnormal
    bound_is_nan,        ///< t_min, t_max or max_distance
    bounds_reversed,     ///< t_min > t_max
    center_not_finite,
    displacement_not_finite, ///< displacement, shape_displacement or difference
    radius_not_finite,
    radius_negative,
    bound_negative, ///< t_max of a sweep
    position_not_finite,
    ends_not_finite, ///< a or b of a capsule
    half_extents_not_finite,
    half_extents_negative,
    rotation_not_unit, ///< its length is more than 1e-3 off 1, or not finite
};

} // namespace lanecast
