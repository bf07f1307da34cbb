#pragma once

#include <optional>

#include <pybind11/pybind11.h>

#include "lanecast/rays.hpp"

#include "answers.hpp"
#include "batch.hpp"

namespace lanecast::python {

/// The arguments of a batch of queries and the batch that they make.
template <class Queries>
struct QueryArguments {
    /// @param values  one per field, None for the default
    QueryArguments(std::span<const Field<Queries>> fields, const py::tuple& values,
                   const std::optional<Vec3d>& origin)
        : arguments(origin) {
        arguments.read(fields, values);
        arguments.broadcast();
        arguments.fill(queries, fields, values);
    }

    Arguments arguments;
    Queries queries;
};

/// Rays, as two arrays of shape (..., 3) or as one of shape (..., 6), with None for the directions.
template <>
struct QueryArguments<Rays> {
    QueryArguments(std::span<const Field<Rays>> fields, const py::tuple& values,
                   const std::optional<Vec3d>& origin)
        : arguments(origin) {
        constexpr Expected both = {"rays", Number::real, 6, Place::query};
        if (!values[1].is_none()) {
            arguments.read(fields, values);
            arguments.broadcast();
            arguments.fill(queries, fields, values);
            return;
        }
        arguments.read(both, values[0]);
        arguments.read(fields.subspan(2), values, 2);
        arguments.broadcast();
        arguments.fill(queries, fields.subspan(2), values, 2, 1);
        std::array<Component, 6> parts;
        arguments.components(0, parts.data());
        fields[0].fill(queries, parts.data());
        fields[1].fill(queries, parts.data() + 3);
    }

    Arguments arguments;
    Rays queries;
};

} // namespace lanecast::python
