#include "host/columns/batch_columns.hpp"

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
bool is_aligned(const Component& c, std::size_t element_size) {
    // No division, because it would slow down calls with a single query.
    const auto address = reinterpret_cast<std::uintptr_t>(c.address);
    const auto stride = static_cast<std::uintptr_t>(c.stride);
    return ((address | stride) & (element_size - 1)) == 0;
}

// Refusals are separate functions, which keeps their registers out of the common case.

[[noreturn, gnu::noinline]] void refuse_alignment(std::string_view batch, std::string_view field,
                                                  const Component& c, std::size_t element_size) {
    refuse(ErrorCode::wrong_stride, batch, field,
           "has an address or a stride (" + std::to_string(c.stride) +
               " bytes) that is not a multiple of " + std::to_string(element_size));
}

[[noreturn, gnu::noinline]] void refuse_output(std::string_view batch, std::string_view field,
                                               const Component& c, std::size_t length,
                                               std::size_t element_size) {
    if (c.length < length)
        refuse(ErrorCode::wrong_length, batch, field,
               "has room for " + elements(c.length) + ", must have room for " +
                   std::to_string(length));
    if (!is_aligned(c, element_size))
        refuse_alignment(batch, field, c, element_size);
    refuse(ErrorCode::wrong_stride, batch, field,
           "has a stride of 0, so that all answers would go to one place");
}

WritableColumn writable(const Component& component) {
    if (component.kind == Component::Kind::missing)
        return {nullptr, 0};
    // Outputs are only made from memory that is not const.
    return {const_cast<void*>(component.address), component.stride};
}

} // namespace

BatchLength::BatchLength(std::string_view batch, std::size_t given)
    : batch_(batch), length_(given), counted_(given != count_from_columns) {}

inline void BatchLength::add(std::string_view field, const Component& array) {
    if (array.length == unknown_length) {
        unmeasured_ = field;
    } else if (!counted_ && !measured_) {
        measured_ = true;
        first_array_ = field;
        length_ = array.length;
    } else if (counted_ ? array.length < length_ : array.length != length_) {
        refuse_length(field, array.length);
    }
    if (!is_aligned(array, sizeof(float)) && array.length > 0)
        refuse_alignment(batch_, field, array, sizeof(float));
}

void BatchLength::add(const Field& field) {
    if (field.required && field.missing())
        refuse_missing(field.name);
    for (const Component& c : field.components)
        if (c.kind == Array::array)
            add(field.name, c);
}

void BatchLength::refuse_missing(std::string_view field) const {
    refuse(ErrorCode::missing_column, batch_, field, "is required but was left out");
}

void BatchLength::refuse_length(std::string_view field, std::size_t length) const {
    const std::string has = "has " + elements(length) + ", but ";
    refuse(ErrorCode::wrong_length, batch_, field,
           counted_ ? has + "the batch's count is " + std::to_string(length_)
                    : has + full_name(batch_, first_array_) + " has " + std::to_string(length_));
}

std::size_t BatchLength::get() const {
    if (counted_ || measured_)
        return length_;
    if (!unmeasured_.empty())
        refuse(ErrorCode::wrong_length, batch_, unmeasured_,
               "has no length of its own: set the count of the batch");
    return 1;
}

std::size_t batch_length(std::string_view batch, std::span<const Field> fields, std::size_t given) {
    BatchLength length(batch, given);
    for (const Field& field : fields)
        length.add(field);
    return length.get();
}

std::pair<ReadableColumn, std::size_t> view_ids(std::string_view call,
                                                const Input<std::uint32_t>& ids) {
    const Field field("ids", ids);
    const std::size_t count = batch_length(call, std::span(&field, 1), count_from_columns);
    return {readable(field), count};
}

void BatchReader::read(const Field& field) {
    if (field.required && field.missing())
        length_.refuse_missing(field.name);
    ReadableColumn* next = next_;
    const auto* fallback = static_cast<const float*>(field.fallback);
    for (const Component& c : field.components) {
        if (c.kind == Array::array) {
            length_.add(field.name, c);
            *next++ = {c.address, c.stride};
        } else {
            *next++ = constant(c, fallback);
        }
        fallback += fallback != nullptr ? 1 : 0;
    }
    next_ = next;
}

void BatchWriter::write(const Field& field, std::size_t element_size) {
    for (const Component& c : field.components) {
        *next_++ = writable(c);
        if (c.kind == Array::missing || length_ == 0)
            continue;
        if (c.length < length_ || !is_aligned(c, element_size) || (c.stride == 0 && length_ > 1))
            refuse_output(batch_, field.name, c, length_, element_size);
    }
}

void refuse(ErrorCode code, std::string_view batch, std::string_view field,
            const std::string& sentence) {
    const std::string name = full_name(batch, field);
    throw Error(code, name, Error::no_index, name + " " + sentence);
}

ReadableColumn readable(const Field& field, std::size_t component) {
    const Component& c = field.components[component];
    if (c.kind == Array::array)
        return {c.address, c.stride};
    const auto* fallback = static_cast<const float*>(field.fallback);
    return constant(c, fallback ? fallback + component : nullptr);
}

void place(std::span<const Field> fields, ReadableColumn* columns) {
    for (const Field& field : fields)
        for (std::size_t i = 0; i < field.components.size(); ++i)
            *columns++ = readable(field, i);
}

} // namespace lanecast::host
