#include "host/world/shape_records.hpp"

#include <algorithm>
#include <type_traits>

#include "host/columns/elements.hpp"

namespace lanecast::host {

std::vector<std::uint32_t> copy_masks(const ReadableColumn& column, std::size_t count) {
    std::vector<std::uint32_t> masks(column.stride == 0 ? 1 : count);
    copy_elements(column, masks.size(), masks.data());
    return masks;
}

AlignedVector<float> ShapeRecords::uninitialised(std::size_t floats) {
    AlignedVector<float> records(floats + room);
    std::fill_n(records.data() + floats, room, 0.0f);
    return records;
}

void ShapeRecords::grow_to(std::uint64_t end) {
    if (end - ids.first <= ids.count)
        return;
    const auto count = static_cast<std::uint32_t>(end - ids.first);
    const auto grow = [&](auto& vector, std::size_t each, std::size_t more) {
        const std::size_t size = count * each + more;
        if (vector.capacity() < size)
            vector.reserve(std::max(count, std::min(2 * ids.count, most_shared)) * each + more);
        vector.resize(size, typename std::decay_t<decltype(vector)>::value_type{});
    };
    grow(records, record_floats, room);
    if (masks.size() != 1)
        grow(masks, 1, 0);
    ids.count = count;
}

void ShapeRecords::write(IdRange of, const ReadableColumn* columns) {
    copy_records(columns, record_floats, of.count,
                 records.data() + std::size_t{of.first - ids.first} * record_floats);
}

void ShapeRecords::prepare_masks(const ReadableColumn& column, std::size_t count) {
    if (masks.size() != 1)
        return;
    for (std::size_t i = 0; i < (column.stride == 0 ? 1 : count); ++i)
        if (element<std::uint32_t>(column, i) != masks[0])
            return masks.resize(ids.count, masks[0]);
}

void ShapeRecords::write_masks(IdRange of, const ReadableColumn& column) {
    if (masks.size() != 1)
        copy_elements(column, of.count, masks.data() + (of.first - ids.first));
}

} // namespace lanecast::host
