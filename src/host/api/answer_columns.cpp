#include "host/api/answer_columns.hpp"

#include <array>
#include <limits>
#include <string>

#include "host/api/batch_columns.hpp"

namespace lanecast::host {
namespace {

WritableColumn checked(std::string_view batch, const Field& field, std::size_t length,
                       std::size_t element_size) {
    check_output(batch, field, length, element_size);
    return writable(field.components[0]);
}

/// @param fields in the order of the kernel's columns
template <class Column, std::size_t n>
Outputs<Column> view(std::string_view batch, const std::array<Field, n>& fields,
                     std::size_t length) {
    Outputs<Column> outputs = {};
    WritableColumn* column = outputs.at;
    for (const Field& field : fields) {
        check_output(batch, field, length, sizeof(float));
        for (const Component& component : field.components)
            *column++ = writable(component);
    }
    return outputs;
}

HitColumns view_hits(std::string_view batch, const Hits& hits, std::size_t length) {
    const std::array fields = {
        Field("t", hits.t),           Field("id", hits.id), Field("part", hits.part),
        Field("normal", hits.normal), Field("u", hits.u),   Field("v", hits.v),
        Field("flags", hits.flags),
    };
    return view<hit_column>(batch, fields, length);
}

/// Elements of all rows. With a capacity of 0 there are none: columns may then be of any length.
std::size_t row_elements(std::string_view batch, std::size_t count, std::size_t capacity) {
    constexpr std::size_t most = std::numeric_limits<std::size_t>::max() / 2;
    if (capacity > 0 && count > most / capacity)
        refuse(ErrorCode::wrong_length, batch, "capacity",
               "is " + std::to_string(capacity) + ", must be less: no memory holds " +
                   std::to_string(count) + " such rows");
    return count * capacity;
}

} // namespace

WritableColumn view_answers(const Truths& truths, std::size_t count) {
    const Field field("hit", truths.hit);
    if (field.missing())
        refuse(ErrorCode::missing_column, truths.query, "hit", "is required but was left out");
    return checked(truths.query, field, count, sizeof(std::uint8_t));
}

HitColumns view_answers(const Hits& hits, std::size_t count) {
    return view_hits("Hits", hits, count);
}

HitRows view_answers(const AllHits& hits, std::size_t count) {
    const std::size_t elements = row_elements("AllHits", count, hits.capacity);
    return {.columns = view_hits("AllHits.hits", hits.hits, elements),
            .found = checked("AllHits", Field("found", hits.found), count, sizeof(float)),
            .capacity = hits.capacity};
}

ImpactColumns view_answers(const Impacts& impacts, std::size_t count) {
    const std::array fields = {
        Field("t", impacts.t),         Field("id", impacts.id),
        Field("part", impacts.part),   Field("normal", impacts.normal),
        Field("point", impacts.point), Field("depth", impacts.depth),
        Field("flags", impacts.flags),
    };
    return view<impact_column>("Impacts", fields, count);
}

OverlapRows view_answers(const AllOverlaps& overlaps, std::size_t count) {
    const std::array fields = {Field("id", overlaps.id), Field("part", overlaps.part)};
    const std::size_t elements = row_elements("AllOverlaps", count, overlaps.capacity);
    return {.columns = view<overlap_column>("AllOverlaps", fields, elements),
            .found = checked("AllOverlaps", Field("found", overlaps.found), count, sizeof(float)),
            .capacity = overlaps.capacity};
}

ClosestColumns view_answers(const ClosestPoints& points, std::size_t count) {
    const std::array fields = {
        Field("distance", points.distance), Field("id", points.id),
        Field("part", points.part),         Field("point", points.point),
        Field("normal", points.normal),     Field("flags", points.flags),
    };
    return view<closest_column>("ClosestPoints", fields, count);
}

} // namespace lanecast::host
