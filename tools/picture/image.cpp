#include "tools/picture/image.hpp"

#include <string_view>

#include <fmt/format.h>
#ifdef LANECAST_HAS_PNG
#include <png.h>
#endif

#include "tools/console/failure.hpp"
#include "tools/console/files.hpp"

namespace lanecast::tools {

#ifdef LANECAST_HAS_PNG

void check_picture(const std::string&) {}

void save_png(const std::string& path, const Image& image) {
    png_image header{};
    header.version = PNG_IMAGE_VERSION;
    header.width = image.width;
    header.height = image.height;
    header.format = PNG_FORMAT_RGB;
    png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(header);
    std::vector<char> encoded(size);
    if (png_image_write_to_memory(&header, encoded.data(), &size, 0, image.rgb.data(), 0,
                                  nullptr) == 0)
        throw Failure(fmt::format("{}: cannot be made: {}", path, header.message));
    OutputFile file(path);
    file.write(std::string_view(encoded.data(), size));
    file.commit();
}

#else

void check_picture(const std::string& path) {
    throw Failure(fmt::format("{}: cannot be made: this program was built without libpng", path));
}

void save_png(const std::string& path, const Image&) { check_picture(path); }

#endif

} // namespace lanecast::tools
