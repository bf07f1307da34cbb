#pragma once

#include <array>
#include <optional>
#include <span>

#include <pybind11/pybind11.h>

#include "lanecast/rays.hpp"

#include "answers.hpp"
#include "batch.hpp"

namespace lanecast::python {

/// Reads the arguments of queries, one per field, None for the default; nothing is broadcast yet.
template <class Queries>
void read_queries(Arguments& arguments, std::span<const Field<Queries>> fields,
                  const py::tuple& values) {
    arguments.read(fields, values);
}

/// Fills queries with the first arguments, as read_queries() has read them.
template <class Queries>
void fill_queries(Queries& queries, Arguments& arguments, std::span<const Field<Queries>> fields,
                  const py::tuple& values) {
    arguments.fill(queries, fields, values);
}

/// Rays are two arrays of shape (..., 3), or one of shape (..., 6) and None for the directions.
template <>
inline void read_queries<Rays>(Arguments& arguments, std::span<const Field<Rays>> fields,
                               const py::tuple& values) {
    if (!values[1].is_none()) {
        arguments.read(fields, values);
        return;
    }
    arguments.read({"rays", Number::real, 6, Place::query}, values[0]);
    arguments.read(fields.subspan(2), values, 2);
}

template <>
inline void fill_queries<Rays>(Rays& rays, Arguments& arguments,
                               std::span<const Field<Rays>> fields, const py::tuple& values) {
    if (!values[1].is_none()) {
        arguments.fill(rays, fields, values);
        return;
    }
    arguments.fill(rays, fields.subspan(2), values, 2, 1);
    std::array<Component, 6> parts;
    arguments.components(0, parts.data());
    fields[0].fill(rays, parts.data());
    fields[1].fill(rays, parts.data() + 3);
}

/// The arguments of a batch of queries and the batch that they make.
template <class Queries>
struct QueryArguments {
    QueryArguments(std::span<const Field<Queries>> fields, const py::tuple& values,
                   const std::optional<Vec3d>& origin)
        : arguments(origin) {
        read_queries(arguments, fields, values);
        arguments.broadcast();
        fill_queries(queries, arguments, fields, values);
    }

    Arguments arguments;
    Queries queries;
};

} // namespace lanecast::python
