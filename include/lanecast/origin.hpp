#pragma once

#include <span>

#include "lanecast/column.hpp"
#include "lanecast/vectors.hpp"

/// Coordinates that floats cannot hold, such as metres of a map projection (UTM).
///
/// At x = 500,000 neighbouring floats are 0.03 apart, and at x = 5,000,000 they are 0.5 apart.
/// Subtract an origin near the scene from the positions of shapes and queries, and add it to the
/// points in answers. Directions, normals, distances and t do not depend on the origin.
///
///     const Vec3d origin = {500'123, 4'649'776, 0};
///     subtract_origin(vertices_in_double, origin, vertices);
///     ...
///     add_origin(points, origin, points_in_double);
namespace lanecast {

/// A position in double precision: three numbers without gaps, as in a row of a C-ordered (N, 3)
/// array of float64.
struct Vec3d {
    double x = 0.0;
    double y = 0.0;
    double z = 0.0;
    friend constexpr bool operator==(const Vec3d&, const Vec3d&) = default;
};

/// Subtracts an origin in double, then rounds to the nearest float. Differences beyond the range of
/// float become infinite; NaN stays NaN.
[[nodiscard]] float subtract_origin(double coordinate, double origin) noexcept;

/// Subtracts an origin from positions: local[i] = positions[i] - origin, rounded to floats.
///
/// @param positions (N, 3), in any unit
/// @param origin    in the same unit
/// @param local     (N, 3) or longer; must not overlap the positions
/// @returns the largest rounding error of any finite coordinate, in the same unit; 0 if all
///          differences are floats
/// @throws Error missing_column, wrong_length or wrong_stride, before anything is written
double subtract_origin(std::span<const Vec3d> positions, const Vec3d& origin,
                       const Output<Vec3>& local);

/// Adds an origin to positions in double: positions[i] = local[i] + origin.
///
/// @param local     (N, 3) for N positions; or one value for all of them
/// @param positions (N, 3); must not overlap `local`
/// @throws Error missing_column, wrong_length or wrong_stride, before anything is written
void add_origin(const Input<Vec3>& local, const Vec3d& origin, std::span<Vec3d> positions);

} // namespace lanecast
