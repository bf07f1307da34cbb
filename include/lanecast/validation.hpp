#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lanecast/points.hpp"
#include "lanecast/rays.hpp"
#include "lanecast/shapes.hpp"
#include "lanecast/sweeps.hpp"

/// Which queries would be flagged invalid, and why.
namespace lanecast {

/// What is wrong with a query.
enum class Fault : std::uint32_t {
    origin_not_finite,
    direction_not_finite,
    direction_too_small, ///< zero, or subnormal in its largest component
    bound_is_nan,        ///< t_min, t_max or max_distance
    bounds_reversed,     ///< t_min > t_max
    center_not_finite,
    displacement_not_finite, ///< that of the sphere, of the shape, or their difference
    radius_not_finite,
    radius_negative,
    bound_negative, ///< t_max of a sweep
    position_not_finite,
};

/// One query that would be flagged invalid.
struct BadQuery {
    std::size_t index = 0;
    Fault fault = Fault::origin_not_finite; ///< the first fault in the order of Fault
};

/// Lists the first `limit` invalid queries, by rising index. Inactive ones (mask 0) are not
/// invalid. Spheres are checked as queries of overlaps(), not as shapes: they may have a radius of
/// 0.
/// @throws Error missing_column, wrong_length or wrong_stride, as the queries do.
[[nodiscard]] std::vector<BadQuery> validate(const Rays& rays, std::size_t limit = 100);
[[nodiscard]] std::vector<BadQuery> validate(const Sweeps& sweeps, std::size_t limit = 100);
[[nodiscard]] std::vector<BadQuery> validate(const Spheres& spheres, std::size_t limit = 100);
[[nodiscard]] std::vector<BadQuery> validate(const Points& points, std::size_t limit = 100);

/// One sentence about a fault, e.g. "the direction is not finite".
[[nodiscard]] const char* to_string(Fault fault) noexcept;

} // namespace lanecast
