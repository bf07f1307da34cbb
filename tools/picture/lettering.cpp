#include "tools/picture/lettering.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace lanecast::tools {
namespace {

constexpr int columns = 5, rows = 7;

struct Glyph {
    char letter;
    std::array<const char*, rows> pixels;
};

constexpr std::array glyphs = {
    Glyph{'0', {" ### ", "#   #", "#   #", "#   #", "#   #", "#   #", " ### "}},
    Glyph{'1', {"  #  ", " ##  ", "  #  ", "  #  ", "  #  ", "  #  ", " ### "}},
    Glyph{'2', {" ### ", "#   #", "    #", "  ## ", " #   ", "#    ", "#####"}},
    Glyph{'3', {" ### ", "#   #", "    #", "  ## ", "    #", "#   #", " ### "}},
    Glyph{'4', {"   # ", "  ## ", " # # ", "#  # ", "#####", "   # ", "   # "}},
    Glyph{'5', {"#####", "#    ", "#### ", "    #", "    #", "#   #", " ### "}},
    Glyph{'6', {" ### ", "#    ", "#    ", "#### ", "#   #", "#   #", " ### "}},
    Glyph{'7', {"#####", "    #", "   # ", "   # ", "  #  ", "  #  ", "  #  "}},
    Glyph{'8', {" ### ", "#   #", "#   #", " ### ", "#   #", "#   #", " ### "}},
    Glyph{'9', {" ### ", "#   #", "#   #", " ####", "    #", "    #", " ### "}},
    Glyph{'.', {"     ", "     ", "     ", "     ", "     ", " ##  ", " ##  "}},
    Glyph{'-', {"     ", "     ", "     ", "#####", "     ", "     ", "     "}},
    Glyph{'+', {"     ", "  #  ", "  #  ", "#####", "  #  ", "  #  ", "     "}},
    Glyph{'e', {"     ", "     ", " ### ", "#   #", "#####", "#    ", " ### "}},
    Glyph{'x', {"     ", "     ", "#   #", " # # ", "  #  ", " # # ", "#   #"}},
    Glyph{'y', {"     ", "     ", "#   #", "#   #", " ####", "    #", " ### "}},
    Glyph{'z', {"     ", "     ", "#####", "   # ", "  #  ", " #   ", "#####"}},
};

int scale_of(const Image& image) { return std::max(1, static_cast<int>(image.height + 120) / 240); }

void fill(Image& image, int left, int top, int width, int height, std::uint8_t grey) {
    const int right = std::min(left + width, static_cast<int>(image.width));
    const int bottom = std::min(top + height, static_cast<int>(image.height));
    for (int y = std::max(top, 0); y < bottom; ++y) {
        for (int x = std::max(left, 0); x < right; ++x) {
            const std::size_t pixel =
                static_cast<std::size_t>(y) * image.width + static_cast<std::size_t>(x);
            std::fill_n(image.rgb.begin() + static_cast<std::ptrdiff_t>(3 * pixel), 3, grey);
        }
    }
}

/// Draws a rectangle for each pixel of the text, wider by `edge` on all sides.
void draw_text(Image& image, int x, int y, std::string_view text, int edge, std::uint8_t grey) {
    const int scale = scale_of(image);
    for (const char letter : text) {
        const auto glyph = std::ranges::find(glyphs, letter, &Glyph::letter);
        for (int row = 0; row < rows && glyph != glyphs.end(); ++row) {
            for (int column = 0; column < columns; ++column) {
                if (glyph->pixels[static_cast<std::size_t>(row)][column] == '#') {
                    fill(image, x + column * scale - edge, y + row * scale - edge, scale + 2 * edge,
                         scale + 2 * edge, grey);
                }
            }
        }
        x += (columns + 1) * scale;
    }
}

constexpr std::uint8_t dark = 20, light = 255;

} // namespace

int letter_height(const Image& image) { return rows * scale_of(image); }

void draw_text(Image& image, int x, int y, std::string_view text) {
    draw_text(image, x, y, text, 1, dark);
    draw_text(image, x, y, text, 0, light);
}

void draw_scale(Image& image, int width, std::string_view text) {
    const int scale = scale_of(image), margin = 12 * scale, thick = 3 * scale;
    const int top = static_cast<int>(image.height) - margin - thick;
    fill(image, margin - 1, top - 1, width + 2, thick + 2, dark);
    fill(image, margin, top, width, thick, light);
    draw_text(image, margin, top - letter_height(image) - 3 * scale, text);
}

} // namespace lanecast::tools
