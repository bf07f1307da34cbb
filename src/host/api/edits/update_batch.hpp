#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "host/columns/elements.hpp"
#include "host/columns/shape_batch.hpp"
#include "host/scene/shapes/shape_store.hpp"

/// Checks of ids, and columns that may be left out, for update() and move().
namespace lanecast::host {

/// @throws Error wrong_kind
void check_kind(const ShapeRecords& records, ShapeKind kind, std::string_view batch);
/// @throws Error wrong_kind with the index of the first id of another kind
void check_kinds(const ShapeStore::Claim& claim, std::size_t count, ShapeKind kind,
                 std::string_view batch);
/// @throws Error wrong_length
void check_update_length(std::string_view batch, std::size_t length, std::size_t ids);

/// Whether any field has an array. A batch without arrays applies to any number of ids.
[[nodiscard]] bool has_arrays(std::span<const Field> fields);

/// Makes columns optional, since those left out keep their values, and checks the length.
void prepare_update(ShapeBatch& batch, std::size_t ids);

/// Calls visit(c, column) for each number of the shapes: their new column from element `first` on,
/// or nullptr if it was left out.
template <class Visit>
void for_each_column(const ShapeBatch& batch, std::size_t first, Visit visit) {
    std::size_t c = 0;
    for (const Field& field : batch.geometry())
        for (std::size_t i = 0; i < field.components.size(); ++i, ++c) {
            const ReadableColumn column = from(readable(field, i), first);
            visit(c, field.missing() ? nullptr : &column);
        }
}

} // namespace lanecast::host
