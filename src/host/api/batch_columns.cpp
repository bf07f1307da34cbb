#include "host/api/batch_columns.hpp"

#include "lanecast/shapes.hpp"

namespace lanecast::host {
namespace {

using Array = Component::Kind;

std::string full_name(std::string_view batch, std::string_view field) {
    return std::string(batch) + "." + std::string(field);
}

std::string elements(std::size_t n) {
    return std::to_string(n) + (n == 1 ? " element" : " elements");
}

/// @param element_size a power of two
void check_alignment(std::string_view batch, const Field& field, const Component& c,
                     std::size_t element_size) {
    // No division: calls with one query pay for it.
    const auto address = reinterpret_cast<std::uintptr_t>(c.address);
    const auto stride = static_cast<std::uintptr_t>(c.stride);
    if (((address | stride) & (element_size - 1)) != 0)
        refuse(ErrorCode::wrong_stride, batch, field.name,
               "has an address or a stride (" + std::to_string(c.stride) +
                   " bytes) that is not a multiple of " + std::to_string(element_size));
}

} // namespace

std::size_t batch_length(std::string_view batch, std::span<const Field> fields, std::size_t given) {
    const bool counted = given != count_from_columns;
    std::size_t length = counted ? given : 1;
    const Field* first_array = nullptr; // that the others must agree with
    const Field* unmeasured = nullptr;
    for (const Field& field : fields) {
        if (field.missing() && field.required)
            refuse(ErrorCode::missing_column, batch, field.name, "is required but was left out");
        for (const Component& c : field.components) {
            if (c.kind != Array::array)
                continue;
            if (c.length == unknown_length) {
                unmeasured = &field;
            } else if (counted) {
                if (c.length < given)
                    refuse(ErrorCode::wrong_length, batch, field.name,
                           "has " + elements(c.length) + ", but the batch's count is " +
                               std::to_string(given));
            } else if (!first_array) {
                first_array = &field;
                length = c.length;
            } else if (c.length != length) {
                refuse(ErrorCode::wrong_length, batch, field.name,
                       "has " + elements(c.length) + ", but " +
                           full_name(batch, first_array->name) + " has " + std::to_string(length));
            }
            if (c.length > 0)
                check_alignment(batch, field, c, sizeof(float));
        }
    }
    if (!counted && !first_array && unmeasured)
        refuse(ErrorCode::wrong_length, batch, unmeasured->name,
               "does not know its length: give the batch a count");
    return length;
}

void check_output(std::string_view batch, const Field& field, std::size_t length,
                  std::size_t element_size) {
    for (const Component& c : field.components) {
        if (c.kind == Array::missing || length == 0)
            continue;
        if (c.length < length)
            refuse(ErrorCode::wrong_length, batch, field.name,
                   "has room for " + elements(c.length) + ", must have room for " +
                       std::to_string(length));
        check_alignment(batch, field, c, element_size);
        if (c.stride == 0 && length > 1)
            refuse(ErrorCode::wrong_stride, batch, field.name,
                   "has a stride of 0, so that all answers would go to one place");
    }
}

void refuse(ErrorCode code, std::string_view batch, std::string_view field,
            const std::string& sentence) {
    const std::string name = full_name(batch, field);
    throw Error(code, name, Error::no_index, name + " " + sentence);
}

ReadableColumn readable(const Field& field, std::size_t component) {
    const Component& c = field.components[component];
    switch (c.kind) {
    case Component::Kind::value:
        return {&c.value, 0};
    case Component::Kind::array:
        return {c.address, c.stride};
    default:
        return {field.fallback ? static_cast<const float*>(field.fallback) + component : nullptr,
                0};
    }
}

void place(std::span<const Field> fields, ReadableColumn* columns) {
    for (const Field& field : fields)
        for (std::size_t i = 0; i < field.components.size(); ++i)
            *columns++ = readable(field, i);
}

WritableColumn writable(const Component& component) {
    if (component.kind == Component::Kind::missing)
        return {nullptr, 0};
    // Outputs are made from memory that is not const only.
    return {const_cast<void*>(component.address), component.stride};
}

} // namespace lanecast::host
