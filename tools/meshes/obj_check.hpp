#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "lanecast/origin.hpp"

#include "tools/meshes/left_out.hpp"

namespace lanecast::tools {

/// The parts of an .obj that tinyobjloader does not tell.
struct ObjFacts {
    std::vector<Vec3d> vertices; ///< in double, because tinyobjloader rounds them to floats
    LeftOut left_out;
};

/// The smallest number of corners of a face that is read.
inline constexpr std::size_t least_corners = 3;

/// Joins a line that ends with a backslash and the next one, unless it is a comment, or the next
/// line begins a statement: the backslash then ends a name, such as a folder of Windows. Adds as
/// many empty lines after it, so that line numbers stay the same. Old `fo` becomes `f`.
[[nodiscard]] std::string with_whole_lines(std::string_view text);

/// Checks the lines of an .obj that define geometry and reports the first fault: too few or bad
/// numbers, an index that is 0 or out of range, no face. tinyobjloader would read text as 0 and
/// accept such indices.
/// @param text  with_whole_lines()
/// @throws Failure that names the file, the line and the field
[[nodiscard]] ObjFacts check_obj(std::string_view text, const std::string& path);

} // namespace lanecast::tools
