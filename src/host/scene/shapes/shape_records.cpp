#include "host/scene/shapes/shape_records.hpp"

#include <algorithm>

#include "host/columns/elements.hpp"

namespace lanecast::host {

AlignedVector<float> ShapeRecords::uninitialised(std::size_t floats) {
    AlignedVector<float> records(floats + room);
    std::fill_n(records.data() + floats, room, 0.0f);
    return records;
}

void ShapeRecords::grow_to(std::uint64_t end) {
    if (end - ids.first <= ids.count)
        return;
    const auto count = static_cast<std::uint32_t>(end - ids.first);
    const std::uint32_t more = std::max(count, std::min(2 * ids.count, most_shared));
    const std::size_t floats = std::size_t{count} * record_floats + room;
    if (records.capacity() < floats)
        records.reserve(std::size_t{more} * record_floats + room);
    records.resize(floats, 0.0f);
    words.grow_to(count, more);
    ids.count = count;
}

void ShapeRecords::cover(std::uint32_t end) {
    ids = {0, end};
    records.assign(std::size_t{end} * record_floats + room, 0.0f);
    words = ShapeWords::of_each(end);
}

void ShapeRecords::copy(const ShapeRecords& from, IdRange of) {
    const std::size_t to_place = place_of(of.first), place = from.place_of(of.first);
    std::copy_n(from.records.data() + place * record_floats, std::size_t{of.count} * record_floats,
                records.data() + to_place * record_floats);
    words.copy(to_place, from.words, place, of.count);
}

void ShapeRecords::write(IdRange of, const ReadableColumn* columns) {
    copy_records(columns, record_floats, of.count,
                 records.data() + place_of(of.first) * record_floats);
}

} // namespace lanecast::host
