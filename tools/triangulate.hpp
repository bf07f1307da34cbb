#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lanecast/vectors.hpp"

namespace lanecast::tools {

/// Cuts a polygon of n >= 3 corners into n - 2 triangles that turn the way it does, and appends
/// them. Ears are clipped, the one with the shortest cut first, in the plane of the polygon's mean
/// normal. Concave polygons are filled exactly; of one that crosses itself or has no area the
/// triangles are what is left to choose, but never fewer. Takes about n log n steps.
///
/// tinyobjloader would do this too, but up to 2.0rc10 it loses parts of some polygons. CGAL's
/// triangulations have a licence that would bind the whole program.
///
/// @param corners indices into `points`
void triangulate(std::span<const std::uint32_t> corners, std::span<const Vec3> points,
                 std::vector<Index3>& triangles);

} // namespace lanecast::tools
