#include "host/columns/lookup_columns.hpp"

namespace lanecast::host {

LookupColumns::LookupColumns(const ReadableColumn& ids, const Locations& locations,
                             std::size_t length)
    : id_{const_cast<void*>(ids.address), ids.stride}, // only read
      length_(length) {
    BatchWriter writer("Locations", length, at_);
    writer.write("kind", locations.kind);
    writer.write("batch", locations.batch);
    writer.write("index", locations.index);
    writer.write("user", locations.user);
}

void LookupColumns::direct(WritableColumn& id, WritableColumn& part) {
    for (const int column : {batch, index, user})
        if (id.address == nullptr)
            id = at_[column];
    if (id.address == nullptr) {
        ids_.resize(length_);
        id = {ids_.data(), sizeof(std::uint32_t)};
    }
    if (part.address == nullptr)
        part = at_[part_user];
    id_ = id;
    part_ = part;
}

namespace {

/// Columns of which the kernels' columns have a part.
template <class Answers, class Column>
LookupColumns lookups(std::string_view name, const Answers& answers, std::size_t length,
                      Outputs<Column>& columns, int id, int part) {
    return {name, answers, length, columns.at[id], columns.at[part]};
}

} // namespace

LookupColumns view_lookups(const Truths&, std::size_t, WritableColumn&) { return {}; }

LookupColumns view_lookups(const Hits& hits, std::size_t count, HitColumns& columns) {
    return lookups("Hits", hits, count, columns, hit_column::id, hit_column::part);
}

LookupColumns view_lookups(const AllHits& hits, std::size_t count, HitRows& rows) {
    return lookups("AllHits.hits", hits.hits, count * hits.capacity, rows.columns, hit_column::id,
                   hit_column::part);
}

LookupColumns view_lookups(const Impacts& impacts, std::size_t count, ImpactColumns& columns) {
    return lookups("Impacts", impacts, count, columns, impact_column::id, impact_column::part);
}

LookupColumns view_lookups(const AllOverlaps& overlaps, std::size_t count, OverlapRows& rows) {
    return lookups("AllOverlaps", overlaps, count * overlaps.capacity, rows.columns,
                   overlap_column::id, overlap_column::part);
}

LookupColumns view_lookups(const ClosestPoints& points, std::size_t count,
                           ClosestColumns& columns) {
    return lookups("ClosestPoints", points, count, columns, closest_column::id,
                   closest_column::part);
}

} // namespace lanecast::host
