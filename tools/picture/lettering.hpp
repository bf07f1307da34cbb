#pragma once

#include <cstdint>
#include <string_view>

#include "tools/picture/image.hpp"

/// Letters and bars on a finished picture, white with a dark edge.
namespace lanecast::tools {

/// Height of a letter in pixels; they grow with the picture.
[[nodiscard]] int letter_height(const Image& image);

/// @param x, y upper left corner of the first letter; parts outside the picture are clipped
/// @param text consists of 0 to 9 . e + - x y z; other characters are blank
void draw_text(Image& image, int x, int y, std::string_view text);

/// A bar of `width` pixels with its length above it, in the lower left corner.
void draw_scale(Image& image, int width, std::string_view text);

} // namespace lanecast::tools
