#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/columns.hpp"
#include "lanecast/column.hpp"
#include "lanecast/queries.hpp"

/// From the public columns to those that kernels read and write: every rule of column.hpp about
/// lengths, strides and what may be left out is applied here, before anything is written.
namespace lanecast::host {

/// One field of a batch.
struct Field {
    std::string_view name;
    std::span<const Component> components;
    bool required = true;

    Field() = default;
    template <class Column>
    Field(std::string_view field_name, const Column& column, bool is_required)
        : name(field_name), components(column.components()), required(is_required) {}

    [[nodiscard]] bool missing() const { return components[0].kind == Component::Kind::missing; }
};

/// The number of elements of a batch of inputs.
/// @param given the batch's `count`
/// @throws Error missing_column, wrong_length or wrong_stride
std::size_t batch_length(std::string_view batch, std::span<const Field> fields, std::size_t given);

/// @throws Error wrong_length or wrong_stride if `length` elements cannot be written.
void check_output(std::string_view batch, const Field& field, std::size_t length,
                  std::size_t element_size);

/// As kernels read it. A missing column reads `*fallback`, which must outlive the call.
ReadableColumn readable(const Component& component, const void* fallback);
WritableColumn writable(const Component& component);

/// The columns of rays, which must outlive the result, and their number.
struct RayBatch {
    explicit RayBatch(const Rays& rays);
    std::size_t count;
    RayColumns columns;
};

/// @throws Error wrong_length or wrong_stride
HitColumns hit_columns(const Hits& hits, std::size_t count);
WritableColumn truth_column(const Output<bool>& hit, std::size_t count);

} // namespace lanecast::host
