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

/// All that comes before the data of a one-dimensional array.
/// @param descr the element type as Python writes it, e.g. "'<f4'" or "[('t', '<f4')]"
[[nodiscard]] std::string npy_header(std::string_view descr, std::size_t count);

} // namespace lanecast::tools
