#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "core/columns.hpp"
#include "lanecast/column.hpp"
#include "lanecast/error.hpp"

/// Converts public columns to those that kernels read and write. All rules of column.hpp about
/// lengths, strides and optional columns are applied here, before anything is written.
namespace lanecast::host {

/// One field of a batch.
struct Field {
    std::string_view name;
    std::span<const Component> components;
    bool required = true;
    const void* fallback = nullptr; ///< default if left out: 32 bits for each component

    Field() = default;
    template <class Column>
    Field(std::string_view field_name, const Column& column)
        : name(field_name), components(column.components()) {}
    /// A field that may be left out. `value` points to its default and must outlive the call.
    template <class Column>
    Field(std::string_view field_name, const Column& column, const void* value)
        : name(field_name), components(column.components()), required(false), fallback(value) {}

    [[nodiscard]] bool missing() const { return components[0].kind == Component::Kind::missing; }
};

/// Finds the number of elements in a batch of inputs, one field at a time.
class BatchLength {
public:
    /// @param given the batch's `count`
    BatchLength(std::string_view batch, std::size_t given);

    /// @throws Error missing_column, wrong_length or wrong_stride
    void add(const Field& field);
    void add(std::string_view field, const Component& array);
    /// @throws Error wrong_length
    [[nodiscard]] std::size_t get() const;

    [[noreturn]] void refuse_missing(std::string_view field) const;

private:
    [[noreturn]] void refuse_length(std::string_view field, std::size_t length) const;

    std::string_view batch_;
    std::size_t length_;
    bool counted_, measured_ = false;
    std::string_view first_array_; ///< the array whose length the others must match
    std::string_view unmeasured_;
};

std::size_t batch_length(std::string_view batch, std::span<const Field> fields, std::size_t given);

/// Returns a required column of ids, and how many there are.
std::pair<ReadableColumn, std::size_t> view_ids(std::string_view call,
                                                const Input<std::uint32_t>& ids);

/// One component as kernels read it.
ReadableColumn readable(const Field& field, std::size_t component = 0);
/// Writes the components of all fields into consecutive columns.
void place(std::span<const Field> fields, ReadableColumn* columns);

/// One value for all elements. If the component was left out, the value is read from `fallback`.
inline ReadableColumn constant(const Component& c, const void* fallback) {
    return {c.kind == Component::Kind::value ? &c.value : fallback, 0};
}

/// Converts a batch of inputs, field by field, to the columns that kernels read. Its cost shows in
/// calls with a single query, so fields without arrays, which are most of them, cost almost
/// nothing.
class BatchReader {
public:
    BatchReader(std::string_view batch, std::size_t given, ReadableColumn* columns)
        : length_(batch, given), next_(columns) {}

    template <class Column>
    void read(std::string_view name, const Column& column) {
        for (const Component& c : column.components())
            if (c.kind != Component::Kind::value)
                return read(Field(name, column));
        for (const Component& c : column.components())
            *next_++ = {&c.value, 0};
    }
    /// Reads a field that may be left out; see Field.
    template <class Column, class Value>
    void read(std::string_view name, const Column& column, const Value* value) {
        for (const Component& c : column.components())
            if (c.kind == Component::Kind::array)
                return read(Field(name, column, value));
        for (const Component& c : column.components())
            *next_++ = constant(c, value++);
    }
    [[nodiscard]] std::size_t length() const { return length_.get(); }

private:
    void read(const Field& field);

    BatchLength length_;
    ReadableColumn* next_;
};

/// The same for outputs.
class BatchWriter {
public:
    /// @param length  number of elements that will be written
    BatchWriter(std::string_view batch, std::size_t length, WritableColumn* columns)
        : batch_(batch), length_(length), next_(columns) {}

    /// @throws Error wrong_length or wrong_stride
    template <class Column>
    void write(std::string_view name, const Column& column,
               std::size_t element_size = sizeof(float)) {
        if (!column.missing())
            return write(Field(name, column), element_size);
        for (std::size_t i = 0; i < Column::component_count; ++i)
            *next_++ = {nullptr, 0};
    }

private:
    void write(const Field& field, std::size_t element_size);

    std::string_view batch_;
    std::size_t length_;
    WritableColumn* next_;
};

/// @throws Error about `batch`.`field`; the message is that name followed by `sentence`
[[noreturn]] void refuse(ErrorCode code, std::string_view batch, std::string_view field,
                         const std::string& sentence);

} // namespace lanecast::host
