#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "lanecast/shapes.hpp"

/// The types of shapes in JSON worlds: their fields, and the batches of the library that they fill.
namespace lanecast::tools {

/// The numbers of a run of shapes of one type. Each type uses the columns that its batch needs.
struct Columns {
    std::array<std::vector<Vec3>, 3> vectors;
    std::vector<float> numbers;
    std::vector<Quaternion> rotations;
    // Every type uses these.
    std::vector<std::uint32_t> masks, users;
    std::vector<float> restitutions, frictions;
    std::vector<std::uint32_t> responses;

    [[nodiscard]] Surfaces surface() const {
        return {.restitution = restitutions, .friction = frictions, .response = responses};
    }
};

enum class FieldKind {
    place,        ///< a point of the shape
    half_extents, ///< extents around its place
    radius,       ///< reach around any of its places
    rotation,
    position, ///< of shapes without bounds and of instances
    vector,   ///< a direction
    offset,   ///< of a plane, along its normal
    scale,    ///< 1 by default
};

struct Field {
    const char* name;   ///< in the JSON
    const char* column; ///< in the library's batch
    FieldKind kind;
};

struct ShapeType {
    const char* name;
    std::vector<Field> fields;       ///< fill each of Columns' arrays in this order
    Shapes (*batch)(const Columns&); ///< nullptr: instances
};

/// One row per type of shape in a JSON world, besides meshes.
[[nodiscard]] std::span<const ShapeType> shape_types();

} // namespace lanecast::tools
