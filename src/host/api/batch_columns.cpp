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
    for (std::size_t axis = 0; axis < 3; ++axis) {
        columns.origin[axis] = readable(rays.origin.components()[axis], nullptr);
        columns.direction[axis] = readable(rays.direction.components()[axis], nullptr);
    }
    columns.t_min = readable(rays.t_min.components()[0], &start);
    columns.t_max = readable(rays.t_max.components()[0], &end);
    columns.mask = readable(rays.mask.components()[0], &all_layers);
    columns.ignore = readable(rays.ignore.components()[0], &no_id);
}

HitColumns hit_columns(const Hits& hits, std::size_t count) {
    const std::array fields = {
        Field("t", hits.t, false),         Field("id", hits.id, false),
        Field("part", hits.part, false),   Field("normal", hits.normal, false),
        Field("u", hits.u, false),         Field("v", hits.v, false),
        Field("flags", hits.flags, false),
    };
    for (const Field& field : fields)
        check_output("Hits", field, count, sizeof(float));
    const auto& normal = hits.normal.components();
    return {writable(hits.t.components()[0]),
            writable(hits.id.components()[0]),
            writable(hits.part.components()[0]),
            {writable(normal[0]), writable(normal[1]), writable(normal[2])},
            writable(hits.u.components()[0]),
            writable(hits.v.components()[0]),
            writable(hits.flags.components()[0])};
}

WritableColumn truth_column(const Output<bool>& hit, std::size_t count) {
    const Field field("hit", hit, true);
    if (field.missing())
        refuse(ErrorCode::missing_column, "occluded", field, "is required but was left out");
    check_output("occluded", field, count, 1);
    return writable(hit.components()[0]);
}

} // namespace lanecast::host
