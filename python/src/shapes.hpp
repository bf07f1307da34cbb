#pragma once

#include <cstddef>
#include <optional>

#include <pybind11/pybind11.h>

#include "lanecast/scene.hpp"

#include "batch.hpp"

/// Shapes as Python passes them: a kind, and a tuple with the columns of its batch in their order,
/// followed by mask, user and those of the surface. None leaves a column out. A batch whose columns
/// are all single values has `count` shapes, the number of ids of an update.
namespace lanecast::python {

/// Reads the columns of a batch of shapes; nothing is broadcast yet.
void read_shapes(Arguments& arguments, ShapeKind kind, const py::tuple& values);
/// Returns the batch of shapes whose columns begin with argument number `first`.
[[nodiscard]] Shapes filled_shapes(Arguments& arguments, ShapeKind kind, const py::tuple& values,
                                   std::size_t first = 0);

/// A batch of shapes and the memory that it refers to.
class ShapeArguments {
public:
    ShapeArguments(ShapeKind kind, const py::tuple& values, const std::optional<Vec3d>& origin,
                   std::size_t count = 1);

    [[nodiscard]] const Shapes& shapes() const { return shapes_; }

private:
    Arguments arguments_;
    Shapes shapes_;
};

/// A batch of instances, without their prototype.
class InstanceArguments {
public:
    InstanceArguments(const py::tuple& values, const std::optional<Vec3d>& origin,
                      std::size_t count = 1);

    [[nodiscard]] const Instances& instances() const { return instances_; }

private:
    Arguments arguments_;
    Instances instances_;
};

/// A mesh: vertices (V, 3), faces (F, 3), and words (F,).
class MeshArguments {
public:
    MeshArguments(const py::tuple& values, const std::optional<Vec3d>& origin,
                  std::size_t count = 1);

    [[nodiscard]] const TriangleMesh& mesh() const { return mesh_; }

private:
    Arguments vertices_;
    Arguments faces_;
    TriangleMesh mesh_;
};

} // namespace lanecast::python
