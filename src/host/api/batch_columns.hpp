#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/columns.hpp"
#include "lanecast/column.hpp"
#include "lanecast/error.hpp"

/// From the public columns to those that kernels read and write: every rule of column.hpp about
/// lengths, strides and what may be left out is applied here, before anything is written.
namespace lanecast::host {

/// One field of a batch.
struct Field {
    std::string_view name;
    std::span<const Component> components;
    bool required = true;
    const void* fallback = nullptr; ///< what is read if it is left out: 32 bits for each component

    Field() = default;
    template <class Column>
    Field(std::string_view field_name, const Column& column)
        : name(field_name), components(column.components()) {}
    /// A field that may be left out. `*value` must outlive the call.
    template <class Column>
    Field(std::string_view field_name, const Column& column, const void* value)
        : name(field_name), components(column.components()), required(false), fallback(value) {}

    [[nodiscard]] bool missing() const { return components[0].kind == Component::Kind::missing; }
};

/// The number of elements of a batch of inputs.
/// @param given the batch's `count`
/// @throws Error missing_column, wrong_length or wrong_stride
std::size_t batch_length(std::string_view batch, std::span<const Field> fields, std::size_t given);

/// @throws Error wrong_length or wrong_stride if `length` elements cannot be written.
void check_output(std::string_view batch, const Field& field, std::size_t length,
                  std::size_t element_size);

/// @throws Error about `batch`.`field`; the sentence begins behind its name.
[[noreturn]] void refuse(ErrorCode code, std::string_view batch, std::string_view field,
                         const std::string& sentence);

/// As kernels read it.
ReadableColumn readable(const Field& field, std::size_t component = 0);
/// The components of all fields, one after the other.
void place(std::span<const Field> fields, ReadableColumn* columns);

WritableColumn writable(const Component& component);

} // namespace lanecast::host
