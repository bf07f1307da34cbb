#include <exception>
#include <string>

#include "lanecast/error.hpp"

#include "bindings.hpp"
#include "numbers.hpp"

namespace lanecast::python {
namespace {

/// Returns the type of the exception that Python raises for an error of the library.
PyObject* exception_of(ErrorCode code) {
    switch (code) {
    case ErrorCode::missing_column:
    case ErrorCode::wrong_kind:
        return PyExc_TypeError;
    case ErrorCode::not_committed:
    case ErrorCode::too_many:
        return PyExc_RuntimeError;
    case ErrorCode::file_access:
        return PyExc_OSError;
    default:
        return PyExc_ValueError;
    }
}

/// Returns the message of an error with the names that Python uses: "radius[3] is -1, must be > 0"
/// instead of "Spheres.radius[3] ...".
std::string message_of(const Error& error) {
    const std::string& field = error.field();
    std::string message = error.what();
    const std::size_t point = field.find('.');
    if (point != std::string::npos && message.starts_with(field))
        message.erase(0, point + 1);
    constexpr std::string_view indices = "indices";
    if (field == "TriangleMesh.indices" && message.starts_with(indices))
        message.replace(0, indices.size(), "faces");
    return message;
}

} // namespace

void bind_errors(py::module_& module) {
    py::register_exception_translator([](std::exception_ptr pointer) {
        try {
            if (pointer)
                std::rethrow_exception(pointer);
        } catch (const Error& error) {
            PyErr_SetString(exception_of(error.code()), message_of(error).c_str());
        }
    });
    module.def("copies", [] { return copies.load(); });
}

} // namespace lanecast::python
