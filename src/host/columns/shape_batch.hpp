#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

#include "core/bvh_layout.hpp"
#include "core/kernel_table.hpp"
#include "host/columns/batch_columns.hpp"
#include "host/columns/word_fields.hpp"
#include "lanecast/shapes.hpp"

namespace lanecast::host {

/// A public batch of shapes of any kind. Refers to the batch it was made from.
struct ShapeBatch {
    static constexpr std::size_t max_geometry = 3;

    Kind kind;
    std::string_view name; ///< "Spheres"
    /// In the order of the kernel's columns, then the words; `required` as in add().
    std::array<Field, max_geometry + std::size_t{shape_word::count}> all_fields;
    std::size_t field_count;
    std::size_t count; ///< as given by the user

    [[nodiscard]] std::span<const Field> fields() const { return {all_fields.data(), field_count}; }
    [[nodiscard]] std::span<const Field> geometry() const {
        return fields().first(field_count - shape_word::count);
    }
    [[nodiscard]] std::span<const Field, shape_word::count> words() const {
        return fields().last<shape_word::count>();
    }
    [[nodiscard]] const Field& mask() const { return words()[shape_word::mask]; }
    [[nodiscard]] const Field& user() const { return words()[shape_word::user]; }

    /// The number of shapes. @throws Error missing_column, wrong_length or wrong_stride
    [[nodiscard]] std::size_t length() const;

    /// Number of floats per shape.
    [[nodiscard]] std::size_t column_count() const;

    /// All columns, with defaults for those left out.
    [[nodiscard]] ShapeColumns columns() const;
};

constexpr ShapeKind public_kind_of(Kind kind) {
    return kind == Kind::instance ? ShapeKind::instance : static_cast<ShapeKind>(kind);
}

constexpr Kind kind_of(ShapeKind kind) {
    return kind == ShapeKind::mesh       ? Kind::triangle
           : kind == ShapeKind::instance ? Kind::instance
                                         : static_cast<Kind>(kind);
}
/// Names of the batches of a kind, and of their columns without words, in messages.
struct BatchNames {
    std::string_view batch; ///< "Spheres"
    std::array<std::string_view, ShapeBatch::max_geometry> fields;
    std::size_t floats; ///< per shape, in all fields
};
const BatchNames& names_of(Kind kind);

/// Number of floats per shape; for a mesh: per vertex.
std::uint32_t record_floats_of(ShapeKind kind);

ShapeBatch view_shapes(const Shapes& shapes);
ShapeBatch view_shapes(const Instances& instances);

/// @throws Error refused_shape if the kernel refuses a shape; the message has the public name of
///         the field and its value
/// @param first  index of the first shape of `columns`, for the message
void check_shapes(const ShapeBatch& names, const ShapeColumns& columns, std::size_t count,
                  std::size_t first = 0);

} // namespace lanecast::host
