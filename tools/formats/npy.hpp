#pragma once

#include <cstddef>
#include <span>
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

    /// Returns the first `count` numbers, each converted to the nearest Number: float or double.
    template <class Number>
    [[nodiscard]] std::vector<Number> converted(std::size_t count) const;
};

/// A field of a record, or a whole element that is not a record.
struct NpyField {
    std::string name; ///< empty if the element is not a record
    std::string type; ///< as in the file, for messages
    char kind;        ///< see NpyNumbers; V: no number, such as text
    std::size_t size;
    bool swapped;
    std::size_t count;  ///< number of numbers
    std::size_t offset; ///< bytes from the beginning of the record
};

/// An array inside a file's bytes. Its last dimension is the columns of a matrix, unless its
/// elements are records. The others count the rows.
struct NpyArray {
    std::string shape;                  ///< as in the file, for messages
    std::vector<std::size_t> row_shape; ///< lengths of the dimensions that count the rows
    std::size_t rows = 0;               ///< product of row_shape
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
    /// Describes the conversions that floats from some fields need, such as "float64, Fortran
    /// order"; empty if there are none.
    [[nodiscard]] std::string conversion(std::span<const NpyField> from) const;
};

/// Parses a file with an array of numbers or records.
/// @param path only names the file in messages
/// @throws Failure for any other array, and if the data is shorter or longer than the header says
[[nodiscard]] NpyArray parse_npy(std::string_view file, const std::string& path);

/// Returns all bytes before the data of an array. The parameters are in Python syntax.
/// @param descr the element type, e.g. "'<f4'" or "[('t', '<f4')]"
/// @param shape e.g. "(3,)" or "(3, 4)"
[[nodiscard]] std::string npy_header(std::string_view descr, std::string_view shape);

} // namespace lanecast::tools
