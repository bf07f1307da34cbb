#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <png.h>

namespace lanecast::test {

struct Picture {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::vector<unsigned char> rgb;

    [[nodiscard]] std::size_t colours() const {
        std::set<std::uint32_t> seen;
        for (std::size_t i = 0; i < rgb.size(); i += 3)
            seen.insert(static_cast<std::uint32_t>(rgb[i] << 16 | rgb[i + 1] << 8 | rgb[i + 2]));
        return seen.size();
    }
};

/// Decodes the content of a .png with libpng, which checks that it is complete.
inline Picture decoded(const std::string& file) {
    png_image header{};
    header.version = PNG_IMAGE_VERSION;
    Picture result;
    if (png_image_begin_read_from_memory(&header, file.data(), file.size()) == 0) {
        ADD_FAILURE() << header.message;
        return result;
    }
    header.format = PNG_FORMAT_RGB;
    result.width = header.width;
    result.height = header.height;
    result.rgb.resize(PNG_IMAGE_SIZE(header));
    if (png_image_finish_read(&header, nullptr, result.rgb.data(), 0, nullptr) == 0)
        ADD_FAILURE() << header.message;
    return result;
}

} // namespace lanecast::test
