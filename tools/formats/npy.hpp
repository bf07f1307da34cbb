#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// NumPy's .npy: the bytes 0x93 "NUMPY", a version (1.0, or 2.0 with a longer header), the header's
/// length, the header as a Python dictionary of descr, fortran_order and shape, then the raw data.
namespace lanecast::tools {

/// Numbers of one type at a constant stride, without any alignment.
struct NpyNumbers {
    const char* first = nullptr;
    std::ptrdiff_t stride = 0;
    char kind = 'f'; ///< f: IEEE, i: signed, u: unsigned
    std::size_t size = 4;
    bool swapped = false; ///< the highest byte comes first

    /// Converts the numbers to the nearest floats, at to[0], to[to_stride] and so on.
    void copy(std::size_t count, float* to, std::size_t to_stride) const;
};

/// A field of a record, or a whole element that is not a record.
struct NpyField {
    std::string name; ///< empty if the element is not a record
    char kind;        ///< see NpyNumbers; V: no number
    std::size_t size;
    bool swapped;
    std::size_t count;  ///< number of numbers
    std::size_t offset; ///< bytes from the beginning of the record
};

/// An array of one or two dimensions inside a file's bytes.
struct NpyArray {
    std::string shape; ///< as in the file, for messages
    std::size_t rows = 0;
    std::size_t columns = 0; ///< of a matrix; a one-dimensional array of numbers is one row
    bool fortran = false;
    std::vector<NpyField> fields;
    std::size_t element_bytes = 0;
    std::string_view data;

    [[nodiscard]] bool is_matrix() const { return fields.size() == 1 && fields[0].name.empty(); }
    /// Returns a column of a matrix.
    [[nodiscard]] NpyNumbers column(std::size_t column) const;
    /// Returns number i of a field in all records.
    [[nodiscard]] NpyNumbers numbers(const NpyField& field, std::size_t i) const;
    /// Describes the conversions needed, such as "float64, Fortran order"; empty if there are none.
    [[nodiscard]] std::string conversion() const;
};

/// Parses a file with a one- or two-dimensional array of numbers or records.
/// @param path only names the file in messages
/// @throws Failure for any other array, and if the data is shorter or longer than the header says
[[nodiscard]] NpyArray parse_npy(std::string_view file, const std::string& path);

/// Returns all bytes before the data of an array. The parameters are in Python syntax.
/// @param descr the element type, e.g. "'<f4'" or "[('t', '<f4')]"
/// @param shape e.g. "(3,)" or "(3, 4)"
[[nodiscard]] std::string npy_header(std::string_view descr, std::string_view shape);

} // namespace lanecast::tools
