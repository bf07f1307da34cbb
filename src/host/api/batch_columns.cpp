#include "host/api/batch_columns.hpp"

#include <array>
#include <limits>

#include "lanecast/error.hpp"

namespace lanecast::host {
namespace {

using Array = Component::Kind;

std::string full_name(std::string_view batch, const Field& field) {
    return std::string(batch) + "." + std::string(field.name);
}

[[noreturn]] void refuse(ErrorCode code, std::string_view batch, const Field& field,
                         const std::string& sentence) {
    const std::string name = full_name(batch, field);
    throw Error(code, name, Error::no_index, name + " " + sentence);
}

std::string elements(std::size_t n) {
    return std::to_string(n) + (n == 1 ? " element" : " elements");
}

void check_alignment(std::string_view batch, const Field& field, const Component& c,
                     std::size_t element_size) {
    const auto misaligned = reinterpret_cast<std::uintptr_t>(c.address) % element_size != 0 ||
                            c.stride % static_cast<std::ptrdiff_t>(element_size) != 0;
    if (misaligned)
        refuse(ErrorCode::wrong_stride, batch, field,
               "has an address or a stride (" + std::to_string(c.stride) +
                   " bytes) that is not a multiple of " + std::to_string(element_size));
}

/// Puts the components of an input where kernels look for them.
template <class Columns, class Column>
void place(Columns& columns, int first, const Column& input, const void* fallback) {
    for (const Component& component : input.components())
        columns.at[first++] = readable(component, fallback);
}

/// The columns of a set of outputs.
template <class Column>
struct OutputColumns {
    OutputColumns(std::string_view name, std::size_t length) : batch(name), count(length) {}

    template <class Output>
    void place(int first, std::string_view name, const Output& output) {
        check_output(batch, Field(name, output, false), count, sizeof(float));
        for (const Component& component : output.components())
            columns.at[first++] = writable(component);
    }

    std::string_view batch;
    std::size_t count;
    Outputs<Column> columns;
};

} // namespace

std::size_t batch_length(std::string_view batch, std::span<const Field> fields, std::size_t given) {
    const bool counted = given != count_from_columns;
    std::size_t length = counted ? given : 1;
    const Field* first_array = nullptr; // that the others must agree with
    const Field* unmeasured = nullptr;
    for (const Field& field : fields) {
        if (field.missing() && field.required)
            refuse(ErrorCode::missing_column, batch, field, "is required but was left out");
        for (const Component& c : field.components) {
            if (c.kind != Array::array)
                continue;
            if (c.length == unknown_length) {
                unmeasured = &field;
            } else if (counted) {
                if (c.length < given)
                    refuse(ErrorCode::wrong_length, batch, field,
                           "has " + elements(c.length) + ", but the batch's count is " +
                               std::to_string(given));
            } else if (!first_array) {
                first_array = &field;
                length = c.length;
            } else if (c.length != length) {
                refuse(ErrorCode::wrong_length, batch, field,
                       "has " + elements(c.length) + ", but " + full_name(batch, *first_array) +
                           " has " + std::to_string(length));
            }
            if (c.length > 0)
                check_alignment(batch, field, c, sizeof(float));
        }
    }
    if (!counted && !first_array && unmeasured)
        refuse(ErrorCode::wrong_length, batch, *unmeasured,
               "does not know its length: give the batch a count");
    return length;
}

void check_output(std::string_view batch, const Field& field, std::size_t length,
                  std::size_t element_size) {
    for (const Component& c : field.components) {
        if (c.kind == Array::missing || length == 0)
            continue;
        if (c.length < length)
            refuse(ErrorCode::wrong_length, batch, field,
                   "has room for " + elements(c.length) + ", but the batch has " +
                       std::to_string(length));
        check_alignment(batch, field, c, element_size);
        if (c.stride == 0 && length > 1)
            refuse(ErrorCode::wrong_stride, batch, field,
                   "has a stride of 0, so that all answers would go to one place");
    }
}

ReadableColumn readable(const Component& component, const void* fallback) {
    switch (component.kind) {
    case Component::Kind::value:
        return {&component.value, 0};
    case Component::Kind::array:
        return {component.address, component.stride};
    default:
        return {fallback, 0};
    }
}

WritableColumn writable(const Component& component) {
    if (component.kind == Component::Kind::missing)
        return {nullptr, 0};
    // Outputs are made from memory that is not const only.
    return {const_cast<void*>(component.address), component.stride};
}

RayBatch::RayBatch(const Rays& rays) {
    static constexpr float start = 0.0f;
    static constexpr float end = std::numeric_limits<float>::infinity();
    const std::array fields = {
        Field("origin", rays.origin, true), Field("direction", rays.direction, true),
        Field("t_min", rays.t_min, false),  Field("t_max", rays.t_max, false),
        Field("mask", rays.mask, false),    Field("ignore", rays.ignore, false),
    };
    count = batch_length("Rays", fields, rays.count);
    place(columns, ray_column::origin, rays.origin, nullptr);
    place(columns, ray_column::direction, rays.direction, nullptr);
    place(columns, ray_column::t_min, rays.t_min, &start);
    place(columns, ray_column::t_max, rays.t_max, &end);
    place(columns, ray_column::mask, rays.mask, &all_layers);
    place(columns, ray_column::ignore, rays.ignore, &no_id);
}

HitColumns hit_columns(const Hits& hits, std::size_t count) {
    OutputColumns<hit_column> outputs("Hits", count);
    outputs.place(hit_column::t, "t", hits.t);
    outputs.place(hit_column::id, "id", hits.id);
    outputs.place(hit_column::part, "part", hits.part);
    outputs.place(hit_column::normal, "normal", hits.normal);
    outputs.place(hit_column::u, "u", hits.u);
    outputs.place(hit_column::v, "v", hits.v);
    outputs.place(hit_column::flags, "flags", hits.flags);
    return outputs.columns;
}

WritableColumn truth_column(const Output<bool>& hit, std::size_t count) {
    const Field field("hit", hit, true);
    if (field.missing())
        refuse(ErrorCode::missing_column, "occluded", field, "is required but was left out");
    check_output("occluded", field, count, 1);
    return writable(hit.components()[0]);
}

} // namespace lanecast::host
