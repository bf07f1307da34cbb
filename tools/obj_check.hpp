#pragma once

#include <string>
#include <string_view>

namespace lanecast::tools {

/// Reads the lines of an .obj that make geometry and finds the first fault in them: too few or bad
/// numbers, a face of fewer than three corners, an index that is 0 or out of range. tinyobjloader
/// would read text as 0 and let such indices pass.
/// @throws Failure that names the file, the line and the field.
void check_obj(std::string_view text, const std::string& path);

} // namespace lanecast::tools
