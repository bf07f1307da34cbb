#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "batch.hpp"
#include "numbers.hpp"

/// Arrays that answers are written to.
namespace lanecast::python {

/// Components of one element of an array.
using OutputComponents = std::array<Component, 4>;

/// Calls `add` with the field of each name in `wanted`, a tuple of names.
/// @throws py::value_error for another name, with the names that exist
template <class Columns, class Add>
void for_each_wanted(std::span<const Field<Columns>> fields, py::handle wanted, Add&& add) {
    for (const py::handle name : wanted) {
        const auto field = std::ranges::find_if(fields, [name](const auto& candidate) {
            return PyUnicode_Check(name.ptr()) &&
                   PyUnicode_CompareWithASCIIString(name.ptr(), candidate.expected.name) == 0;
        });
        if (field == fields.end()) {
            std::string names;
            for (const auto& candidate : fields)
                names += (names.empty() ? "" : ", ") + std::string(candidate.expected.name);
            throw py::value_error("outputs has " + py::repr(name).cast<std::string>() +
                                  ", must be of " + names);
        }
        add(*field);
    }
}

/// Checks an array that a call writes to.
/// @throws py::type_error or py::value_error that name it
py::array check_written(const std::string& name, py::handle given, const py::dtype& type,
                        const std::vector<py::ssize_t>& shape);
/// Checks that no two arrays that a call writes to have memory in common.
/// @throws py::value_error that names two of them
void check_apart(std::span<const py::array> arrays, std::span<const std::string> names);
/// Returns the components of an array whose last axis has them, if there are several.
OutputComponents components_of(const std::string& name, const py::array& array,
                               const BatchShape& shape, std::size_t components);

/// The answers of a call: new arrays, or those that the caller passes as `out`.
class Outputs {
public:
    /// @param out  a dict of arrays by name, or None
    Outputs(const BatchShape& shape, const std::optional<Vec3d>& origin, py::handle out)
        : shape_(shape), origin_(origin), out_(out) {}

    /// Fills the columns whose names are in `wanted`.
    template <class Columns>
    void fill(Columns& columns, std::span<const Field<Columns>> fields, py::handle wanted) {
        for_each_wanted(fields, wanted, [&](const Field<Columns>& field) {
            field.fill(columns, add(field.expected).data());
        });
        check_apart(written_, names_);
    }

    /// Adds one array of float32, uint32 or, for places in a scene with an origin, float64.
    OutputComponents add(const Expected& expected);
    /// Adds one array of bool.
    Output<bool> add_flags(const char* name);

    /// Moves places back to the caller's coordinates and returns the arrays by name.
    [[nodiscard]] py::dict finish();

private:
    struct Moved {
        py::array_t<float> local;
        py::array target;
    };

    py::array allocate(const Expected& expected, const py::dtype& type);

    const BatchShape& shape_;
    const std::optional<Vec3d>& origin_;
    py::handle out_;
    py::dict result_;
    std::vector<Moved> moved_;
    std::vector<py::array> written_; ///< of `out`
    std::vector<std::string> names_;
};

} // namespace lanecast::python
