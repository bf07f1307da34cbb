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
};

} // namespace lanecast
