#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace lanecast::tools {

/// Pixels as 8-bit sRGB, row by row from the top left.
struct Image {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::vector<std::uint8_t> rgb;
};

/// Checks in advance whether this program can write pictures. @throws Failure that names the path
void check_picture(const std::string& path);

/// @throws Failure, after removing the unfinished file
void save_png(const std::string& path, const Image& image);

} // namespace lanecast::tools
