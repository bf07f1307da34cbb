#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lanecast/vectors.hpp"

namespace lanecast::tools {

/// Triangulates a polygon of n >= 3 corners and appends n - 2 triangles of the same orientation.
/// Clips ears, the one with the shortest cut first, in the plane of the polygon's mean normal.
/// Concave polygons are filled exactly. If the polygon intersects itself or has no area, the choice
/// of triangles is arbitrary, but there are still n - 2. Takes about n log n steps.
///
/// tinyobjloader could do this, too, but up to 2.0rc10 it loses parts of some polygons. The licence
/// of CGAL's triangulations would bind the whole program.
///
/// @param corners indices into `points`
void triangulate(std::span<const std::uint32_t> corners, std::span<const Vec3> points,
                 std::vector<Index3>& triangles);

} // namespace lanecast::tools
