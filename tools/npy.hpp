#pragma once

#include <cstddef>
#include <string>
#include <string_view>

/// NumPy's .npy: the bytes 0x93 "NUMPY", a version (1.0, or 2.0 with a longer header), the header's
/// length, the header as a Python dictionary of descr, fortran_order and shape, then the raw data.
namespace lanecast::tools {

/// A matrix of little-endian float32 in C order inside a file's bytes (not aligned to anything).
struct NpyMatrix {
    std::size_t rows = 0;
    std::size_t columns = 0;
    std::string_view data;
};

/// @param path only names the file in messages. @throws Failure for any other array, and if the
/// data is shorter or longer than the header says.
[[nodiscard]] NpyMatrix parse_npy(std::string_view file, const std::string& path);

/// All that comes before an array's data. The parameters are written as Python does.
/// @param descr the element type, e.g. "'<f4'" or "[('t', '<f4')]"
/// @param shape e.g. "(3,)" or "(3, 4)"
[[nodiscard]] std::string npy_header(std::string_view descr, std::string_view shape);

} // namespace lanecast::tools
