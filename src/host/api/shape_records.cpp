#include "host/api/shape_records.hpp"

#include "host/api/elements.hpp"

namespace lanecast::host {

std::vector<std::uint32_t> copy_masks(const ReadableColumn& column, std::size_t count) {
    std::vector<std::uint32_t> masks(column.stride == 0 ? 1 : count);
    copy_elements(column, masks.size(), masks.data());
    return masks;
}

void ShapeRecords::grow_to(std::uint64_t end) {
    if (end - ids.first <= ids.count)
        return;
    const auto count = static_cast<std::uint32_t>(end - ids.first);
    records.resize(std::size_t{count} * record_floats + room);
    if (masks.size() != 1)
        masks.resize(count);
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
