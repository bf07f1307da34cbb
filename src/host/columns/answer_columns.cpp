#include "host/columns/answer_columns.hpp"

#include <limits>
#include <string>

#include "host/columns/batch_columns.hpp"

namespace lanecast::host {
namespace {

/// A single output column with elements of `element_size` bytes.
template <class T>
WritableColumn view(std::string_view batch, std::string_view name, const Output<T>& output,
                    std::size_t length, std::size_t element_size) {
    WritableColumn column;
    BatchWriter(batch, length, &column).write(name, output, element_size);
    return column;
}

HitColumns view_hits(std::string_view batch, const Hits& hits, std::size_t length) {
    HitColumns columns;
    BatchWriter writer(batch, length, columns.at);
    writer.write("t", hits.t);
    writer.write("id", hits.id);
    writer.write("part", hits.part);
    writer.write("normal", hits.normal);
    writer.write("point", hits.point);
    writer.write("u", hits.u);
    writer.write("v", hits.v);
    writer.write("clearance", hits.clearance);
    writer.write("flags", hits.flags);
    return columns;
}

/// Number of elements in all rows. With a capacity of 0 there are none, so columns may have any
/// length.
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
    if (truths.hit.missing())
        refuse(ErrorCode::missing_column, truths.query, "hit", "is required but was left out");
    return view(truths.query, "hit", truths.hit, count, sizeof(std::uint8_t));
}

HitColumns view_answers(const Hits& hits, std::size_t count) {
    return view_hits("Hits", hits, count);
}

HitRows view_answers(const AllHits& hits, std::size_t count) {
    const std::size_t elements = row_elements("AllHits", count, hits.capacity);
    return {.columns = view_hits("AllHits.hits", hits.hits, elements),
            .found = view("AllHits", "found", hits.found, count, sizeof(float)),
            .capacity = hits.capacity};
}

ImpactColumns view_answers(const Impacts& impacts, std::size_t count) {
    ImpactColumns columns;
    BatchWriter writer("Impacts", count, columns.at);
    writer.write("t", impacts.t);
    writer.write("id", impacts.id);
    writer.write("part", impacts.part);
    writer.write("normal", impacts.normal);
    writer.write("point", impacts.point);
    writer.write("depth", impacts.depth);
    writer.write("flags", impacts.flags);
    return columns;
}

OverlapRows view_answers(const AllOverlaps& overlaps, std::size_t count) {
    OverlapRows rows;
    const std::size_t elements = row_elements("AllOverlaps", count, overlaps.capacity);
    BatchWriter writer("AllOverlaps", elements, rows.columns.at);
    writer.write("id", overlaps.id);
    writer.write("part", overlaps.part);
    rows.found = view("AllOverlaps", "found", overlaps.found, count, sizeof(float));
    rows.capacity = overlaps.capacity;
    return rows;
}

ClosestColumns view_answers(const ClosestPoints& points, std::size_t count) {
    ClosestColumns columns;
    BatchWriter writer("ClosestPoints", count, columns.at);
    writer.write("distance", points.distance);
    writer.write("id", points.id);
    writer.write("part", points.part);
    writer.write("point", points.point);
    writer.write("normal", points.normal);
    writer.write("flags", points.flags);
    return columns;
}

} // namespace lanecast::host
