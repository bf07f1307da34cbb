#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lanecast/origin.hpp"

namespace lanecast::tools {

/// Checks the lines of an .obj that define geometry and reports the first fault: too few or bad
/// numbers, a face of fewer than three corners, an index that is 0 or out of range. tinyobjloader
/// would read text as 0 and accept such indices.
/// @returns the vertices in double, because tinyobjloader rounds them to floats
/// @throws Failure that names the file, the line and the field
[[nodiscard]] std::vector<Vec3d> check_obj(std::string_view text, const std::string& path);

} // namespace lanecast::tools
