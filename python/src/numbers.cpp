#include "numbers.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <string>

#include "gil.hpp"

namespace lanecast::python {

std::atomic<std::uint64_t> copies = 0;

namespace {

constexpr std::size_t worth_releasing = 10'000; // numbers; below, others gain nothing by the GIL

const py::detail::PyArray_Proxy& proxy(const py::array& array) {
    return *py::detail::array_proxy(array.ptr());
}

const py::detail::PyArrayDescr_Proxy& type_of(const py::array& array) {
    return *reinterpret_cast<const py::detail::PyArrayDescr_Proxy*>(proxy(array).descr);
}

[[noreturn]] void refuse_type(const Expected& expected, const std::string& got) {
    throw py::type_error(std::string(expected.name) + " is " + got + ", expected " +
                         (expected.number == Number::real
                              ? "float32, float64 or integers"
                              : "integers from 0 to 4294967295 (uint32 is used in place)"));
}

/// The largest rounding error of coordinates, and their extent.
class Rounding {
public:
    void add(double exact, float rounded, std::size_t axis) {
        if (std::isfinite(exact)) {
            error_ = std::max(error_, std::abs(exact - static_cast<double>(rounded)));
            lo_[axis] = std::min(lo_[axis], exact);
            hi_[axis] = std::max(hi_[axis], exact);
        }
    }

    void warn(const char* name) const {
        constexpr double accepted = 1e-6; // of the size, as the program lanecast has it
        const double size = std::hypot(hi_[0] - lo_[0], hi_[1] - lo_[1], hi_[2] - lo_[2]);
        if (!(size > 0.0 && size < infinity && error_ > accepted * size))
            return;
        const std::string message =
            std::string(name) + ": rounding to float32 moves coordinates by up to " +
            text(py::float_(error_)) + ", which is " + text(py::float_(error_ / size)) +
            " of their extent; make the scene with Scene(origin=...)";
        const py::object category = py::module_::import("lanecast").attr("RoundingWarning");
        if (PyErr_WarnEx(category.ptr(), message.c_str(), 3) < 0)
            throw py::error_already_set();
    }

private:
    static constexpr double infinity = std::numeric_limits<double>::infinity();
    double error_ = 0.0;
    double lo_[3] = {infinity, infinity, infinity};
    double hi_[3] = {-infinity, -infinity, -infinity};
};

/// Converts doubles to floats, and subtracts the origin from the places.
py::array to_floats(const Expected& expected, const py::array& source,
                    const std::optional<Vec3d>& origin) {
    const auto exact = py::array_t<double, py::array::c_style | py::array::forcecast>(source);
    py::array_t<float> result(
        std::vector<py::ssize_t>(exact.shape(), exact.shape() + exact.ndim()));
    const std::size_t count = static_cast<std::size_t>(exact.size());
    const double* from = exact.data();
    float* to = result.mutable_data();
    const bool is_place = expected.place != Place::none;
    const bool measures = expected.place == Place::shape && !origin;
    const double shift[3] = {origin ? origin->x : 0.0, origin ? origin->y : 0.0,
                             origin ? origin->z : 0.0};
    Rounding rounding;
    {
        const std::optional<WithoutGil> release =
            count > worth_releasing ? std::optional<WithoutGil>(std::in_place) : std::nullopt;
        for (std::size_t i = 0; i < count; i += expected.components) {
            for (std::size_t c = 0; c < expected.components; ++c) {
                const double value = from[i + c];
                to[i + c] = is_place && c < 3 ? subtract_origin(value, shift[c])
                                              : static_cast<float>(value);
                if (measures)
                    rounding.add(value, to[i + c], c);
            }
        }
    }
    if (measures)
        rounding.warn(expected.name);
    return result;
}

template <class Integer>
py::array to_words(const Expected& expected, const py::array& source) {
    const auto exact = py::array_t<Integer, py::array::c_style | py::array::forcecast>(source);
    py::array_t<std::uint32_t> result(
        std::vector<py::ssize_t>(exact.shape(), exact.shape() + exact.ndim()));
    const Integer* from = exact.data();
    std::uint32_t* to = result.mutable_data();
    for (py::ssize_t i = 0; i < exact.size(); ++i) {
        if (!std::in_range<std::uint32_t>(from[i])) {
            throw py::value_error(std::string(expected.name) + "[" +
                                  std::to_string(i / expected.components) + "] is " +
                                  std::to_string(from[i]) + ", must be from 0 to 4294967295");
        }
        to[i] = static_cast<std::uint32_t>(from[i]);
    }
    return result;
}

/// Whether the library can read the array where it is.
bool is_aligned(const py::array& array) {
    if (std::bit_cast<std::uintptr_t>(proxy(array).data) % 4 != 0)
        return false;
    return std::all_of(proxy(array).strides, proxy(array).strides + array.ndim(),
                       [](py::ssize_t stride) { return stride % 4 == 0; });
}

/// Returns the array itself or a copy that the library can read.
py::array readable(const Expected& expected, const py::array& array,
                   const std::optional<Vec3d>& origin) {
    const auto& type = type_of(array);
    const bool is_native = type.byteorder != '>';
    const bool is_real = expected.number == Number::real;
    const bool moves = expected.place != Place::none && origin;
    if (type.kind == (is_real ? 'f' : 'u') && array.itemsize() == 4 && is_native && !moves &&
        is_aligned(array))
        return array;
    if (array.size() == 0 && type.kind == 'f') { // as an empty list is
        return is_real ? py::array(array.attr("astype")("float32"))
                       : py::array(array.attr("astype")("uint32"));
    }
    const bool is_integer = type.kind == 'i' || type.kind == 'u';
    const bool is_float = type.kind == 'f' && (array.itemsize() == 4 || array.itemsize() == 8);
    if (!is_integer && !(is_real && is_float))
        refuse_type(expected, "an array of " + text(array.dtype()));
    ++copies;
    if (is_real)
        return to_floats(expected, array, origin);
    return type.kind == 'u' ? to_words<std::uint64_t>(expected, array)
                            : to_words<std::int64_t>(expected, array);
}

/// Reads a Python number. Returns false if it is something else.
bool read_number(Numbers& numbers, const Expected& expected, py::handle value) {
    PyObject* const object = value.ptr();
    if (expected.number == Number::real && PyFloat_CheckExact(object)) {
        numbers.scalar =
            std::bit_cast<std::uint32_t>(static_cast<float>(PyFloat_AS_DOUBLE(object)));
    } else if (PyLong_CheckExact(object)) {
        if (expected.number == Number::real) {
            const double number = PyLong_AsDouble(object);
            if (number == -1.0 && PyErr_Occurred() != nullptr) {
                PyErr_Clear();
                throw py::value_error(std::string(expected.name) + " is out of range");
            }
            numbers.scalar = std::bit_cast<std::uint32_t>(static_cast<float>(number));
        } else {
            int overflow = 0;
            const long long number = PyLong_AsLongLongAndOverflow(object, &overflow);
            if (overflow != 0 || !std::in_range<std::uint32_t>(number)) {
                throw py::value_error(std::string(expected.name) + " is " + text(value) +
                                      ", must be from 0 to 4294967295");
            }
            numbers.scalar = static_cast<std::uint32_t>(number);
        }
    } else {
        return false;
    }
    numbers.owner = {};
    numbers.axes = 0;
    numbers.component_stride = 0;
    return true;
}

} // namespace

std::string text(py::handle object) { return py::str(object).cast<std::string>(); }

py::ssize_t Numbers::size() const {
    py::ssize_t product = 1;
    for (int i = 0; i < axes; ++i)
        product *= shape[i];
    return product;
}

std::string text_of_shape(const py::ssize_t* shape, int axes) {
    std::string result = "(";
    for (int i = 0; i < axes; ++i)
        result += (i > 0 ? ", " : "") + std::to_string(shape[i]);
    return result + (axes == 1 ? ",)" : ")");
}

py::array as_array(const char* name, py::handle value) {
    if (py::isinstance<py::array>(value))
        return py::reinterpret_borrow<py::array>(value);
    try {
        const py::module_ numpy = py::module_::import("numpy");
        if (PyObject_CheckBuffer(value.ptr()) == 0 && py::hasattr(value, "__dlpack__")) {
            constexpr int cpu = 1; // kDLCPU
            const auto device = py::tuple(value.attr("__dlpack_device__")());
            if (device[0].cast<int>() != cpu)
                throw py::type_error(std::string(name) + " is not in the memory of the CPU");
            return numpy.attr("from_dlpack")(value);
        }
        return numpy.attr("asarray")(value);
    } catch (py::error_already_set& error) {
        // A KeyboardInterrupt or a lack of memory is no fault of the argument.
        if (!error.matches(PyExc_Exception) || error.matches(PyExc_MemoryError) ||
            error.matches(PyExc_RecursionError))
            throw;
        const std::string message = std::string(name) + " is no array of numbers";
        py::raise_from(error, PyExc_TypeError, message.c_str());
        throw py::error_already_set();
    }
}

void read(Numbers& numbers, const Expected& expected, py::handle value,
          const std::optional<Vec3d>& origin) {
    numbers.expected = expected;
    if (expected.components == 1 && read_number(numbers, expected, value))
        return;
    const bool has_axis = expected.components > 1;
    const py::array given = as_array(expected.name, value);
    // A wrong type is likelier to be the mistake than a wrong shape.
    const char kind = type_of(given).kind;
    if (kind == 'O' && !py::isinstance<py::array>(value))
        refuse_type(expected, text(py::type::of(value).attr("__name__")));
    if (kind != 'f' && kind != 'i' && kind != 'u')
        refuse_type(expected, "an array of " + text(given.dtype()));
    const int axes = static_cast<int>(given.ndim()) - (has_axis ? 1 : 0);
    if (has_axis && (axes < 0 || given.shape(axes) != expected.components)) {
        throw py::value_error(std::string(expected.name) + " has shape " +
                              text_of_shape(given.shape(), static_cast<int>(given.ndim())) +
                              ", expected (..., " + std::to_string(expected.components) + ")");
    }
    py::array array = readable(expected, given, origin);
    numbers.data = proxy(array).data;
    numbers.axes = axes;
    numbers.shape = proxy(array).dimensions;
    numbers.strides = proxy(array).strides;
    numbers.component_stride = has_axis ? proxy(array).strides[axes] : 0;
    numbers.owner = std::move(array);
}

} // namespace lanecast::python
