#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include "lanecast/origin.hpp"

/// Array arguments: their numbers as float32 or uint32, in place where that is possible.
namespace lanecast::python {

namespace py = pybind11;

/// The type of the numbers of a column.
enum class Number : std::uint8_t {
    real, ///< float32; float64 and integers are converted
    word, ///< uint32; other integers are converted if they are in range
};

/// The meaning of the first three numbers of an element.
enum class Place : std::uint8_t {
    none,
    query, ///< a position: the origin of the scene is subtracted
    shape, ///< the same; without an origin, a warning says if rounding moves it visibly
};

/// Number of arrays that were converted, gathered or repeated so far, because the library cannot
/// read them in place.
extern std::atomic<std::uint64_t> copies;

/// Requirements of an argument.
struct Expected {
    const char* name;
    Number number = Number::real;
    std::uint8_t components = 1; ///< numbers per element; 1: there is no axis for them
    Place place = Place::none;
};

/// The numbers of an argument. They lie in the caller's array, in a converted copy or, for a Python
/// number, in this object, so that it must not move after their address has been taken.
struct Numbers {
    Expected expected = {};
    py::object owner = {}; ///< the array; nullptr: a Python number
    const char* data = nullptr;
    int axes = 0;                         ///< leading axes, without the one of the components
    const py::ssize_t* shape = nullptr;   ///< of the leading axes
    const py::ssize_t* strides = nullptr; ///< in bytes
    py::ssize_t component_stride = 0;
    std::uint32_t scalar = 0; ///< bits of a Python number

    [[nodiscard]] const char* address() const {
        return owner ? data : reinterpret_cast<const char*>(&scalar);
    }
    /// Number of elements.
    [[nodiscard]] py::ssize_t size() const;
};

/// Reads an argument.
/// @param origin  subtracted from places, in double; may be nothing
/// @throws py::type_error or py::value_error with the argument and the requirement
void read(Numbers& numbers, const Expected& expected, py::handle value,
          const std::optional<Vec3d>& origin);

/// Returns an argument as an ndarray of any type: an ndarray itself, else by the buffer protocol,
/// then __dlpack__ for memory of the CPU, then __array_interface__ and what else NumPy knows.
[[nodiscard]] py::array as_array(const char* name, py::handle value);

/// Returns str(object).
[[nodiscard]] std::string text(py::handle object);

/// Returns a shape as Python writes it: "(480, 640, 3)".
[[nodiscard]] std::string text_of_shape(const py::ssize_t* shape, int axes);

} // namespace lanecast::python
