#include "host/api/shape_store.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "host/api/elements.hpp"
#include "host/api/scene_data.hpp"
#include "lanecast/error.hpp"

namespace lanecast::host {
namespace {

/// Small batches share records up to so many shapes: enough that shapes that come one by one cost
/// what those of a batch do, few enough that copying grown records is not felt.
constexpr std::size_t most_shared = 4096;

std::uint64_t end_of(IdRange ids) { return std::uint64_t{ids.first} + ids.count; }

} // namespace

std::vector<std::uint32_t> copy_masks(const ReadableColumn& column, std::size_t count) {
    std::vector<std::uint32_t> masks(column.stride == 0 ? 1 : count);
    copy_elements(column, masks.size(), masks.data());
    return masks;
}

void ShapeRecords::grow_to(std::uint64_t end) {
    if (end <= end_of(ids))
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

void ShapeStore::check_room(std::size_t count) const {
    if (count > no_id || free_.lowest(count) + count > no_id)
        throw Error(ErrorCode::too_many, "Scene", Error::no_index,
                    "Scene cannot take " + std::to_string(count) +
                        " more primitives: it has ids for 2^32 - 1");
}

IdRange ShapeStore::next_ids(std::size_t count) const {
    check_room(count);
    return {static_cast<std::uint32_t>(free_.lowest(count)), static_cast<std::uint32_t>(count)};
}

IdRange ShapeStore::add(ShapeRecords&& records, std::size_t count) {
    const IdRange ids = next_ids(count);
    if (count == 0)
        return ids;
    records.ids = ids;
    records.alive = ids.count;
    std::list<ShapeRecords> added;
    added.push_back(std::move(records));
    const auto run = runs_.emplace(ids.first, ShapeRun{ids.count, ids, added.begin()}).first;
    auto prototype = prototypes_.end();
    try {
        if (added.front().prototype) {
            prototype = prototypes_.try_emplace(added.front().prototype, 0).first;
            ++prototype->second;
        }
        free_.take(ids.first, ids.count);
    } catch (...) { // no memory
        if (prototype != prototypes_.end() && --prototype->second == 0)
            prototypes_.erase(prototype);
        runs_.erase(run);
        throw;
    }
    records_.splice(records_.end(), added);
    size_ += count;
    return ids;
}

IdRange ShapeStore::add(const ShapeBatch& batch, const ShapeColumns& columns, std::size_t count,
                        std::shared_ptr<const CommittedScene> prototype) {
    const IdRange ids = next_ids(count);
    if (count == 0)
        return ids;
    const auto shared = shared_records(ids, batch.kind, prototype.get());
    if (shared == records_.end()) {
        const std::size_t floats = batch.column_count();
        ShapeRecords records = {.public_kind = public_kind_of(batch.kind),
                                .kind = batch.kind,
                                .record_floats = static_cast<std::uint32_t>(floats),
                                .records = std::vector<float>(count * floats + ShapeRecords::room),
                                .masks = copy_masks(columns.mask, count),
                                .prototype = std::move(prototype)};
        copy_records(columns.columns, floats, count, records.records.data());
        return add(std::move(records), count);
    }
    shared->grow_to(end_of(ids));
    shared->prepare_masks(columns.mask, count);
    const auto run = runs_.emplace(ids.first, ShapeRun{ids.count, ids, shared}).first;
    try {
        free_.take(ids.first, ids.count);
    } catch (...) { // no memory
        runs_.erase(run);
        throw;
    }
    shared->write(ids, columns.columns);
    shared->write_masks(ids, columns.mask);
    shared->alive += ids.count;
    size_ += count;
    return ids;
}

/// Those of a neighbour that have places for the ids, or may get them.
auto ShapeStore::shared_records(IdRange ids, Kind kind, const CommittedScene* prototype)
    -> std::list<ShapeRecords>::iterator {
    const auto fit = [&](const ShapeRecords& records) {
        if (records.kind != kind || !records.indices.empty() ||
            records.prototype.get() != prototype || ids.first < records.ids.first)
            return false;
        return end_of(ids) <= end_of(records.ids) ||
               (ids.first <= end_of(records.ids) && end_of(ids) - records.ids.first <= most_shared);
    };
    const auto next = runs_.upper_bound(ids.first);
    if (next != runs_.begin() && fit(*std::prev(next)->second.records))
        return std::prev(next)->second.records;
    if (next != runs_.end() && fit(*next->second.records))
        return next->second.records;
    return records_.end();
}

ShapeStore::Runs::iterator ShapeStore::find(std::uint32_t id) {
    const auto next = runs_.upper_bound(id);
    if (next == runs_.begin())
        return runs_.end();
    const auto run = std::prev(next);
    return id - run->first < run->second.count ? run : runs_.end();
}

ShapeRun* ShapeStore::run_of(std::uint32_t id) {
    const auto run = find(id);
    return run == runs_.end() ? nullptr : &run->second;
}

ShapeRun& ShapeStore::run_of(IdRange ids) {
    const auto run = find(ids.first);
    if (run == runs_.end() || ids.count > run->second.count - (ids.first - run->first))
        throw Error(ErrorCode::unknown_ids, "ids", Error::no_index,
                    "ids " + std::to_string(ids.first) + " to " + std::to_string(end_of(ids)) +
                        " (exclusive) are not part of one range of this scene");
    return run->second;
}

void ShapeStore::remove(std::span<const IdRange> ids) {
    // What lies in one run.
    struct Part {
        IdRange ids;
        Runs::iterator run;
    };
    std::vector<Part> parts;
    for (IdRange left : ids)
        while (left.count != 0) {
            const auto run = find(left.first);
            const std::uint32_t in_run = run->second.count - (left.first - run->first);
            const IdRange part = {left.first, std::min(left.count, in_run)};
            parts.push_back({part, run});
            left = {part.first + part.count, left.count - part.count};
        }

    // All that needs memory comes first. A run keeps what is before the first of its parts; what
    // is behind a part becomes a run of its own.
    Runs rest;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const auto& [first, run] = *parts[i].run;
        const auto begin = static_cast<std::uint32_t>(end_of(parts[i].ids));
        const bool is_last = i + 1 == parts.size() || parts[i + 1].run != parts[i].run;
        const std::uint32_t end = is_last ? first + run.count : parts[i + 1].ids.first;
        if (begin != end)
            rest.emplace(begin, ShapeRun{end - begin, run.range, run.records});
    }
    if (parts.size() == 1) {
        free_.give(parts[0].ids.first, parts[0].ids.count);
    } else {
        FreeIds free = free_;
        for (const Part& part : parts)
            free.give(part.ids.first, part.ids.count);
        free_ = std::move(free);
    }

    for (std::size_t i = 0; i < parts.size(); ++i) {
        const auto [removed, run] = parts[i];
        const auto records = run->second.records;
        run->second.count = std::min(run->second.count, removed.first - run->first);
        if (run->second.count == 0 && (i + 1 == parts.size() || parts[i + 1].run != run))
            runs_.erase(run);
        records->alive -= removed.count;
        size_ -= removed.count;
        if (records->alive == 0)
            erase(records);
    }
    runs_.merge(rest);
}

void ShapeStore::erase(std::list<ShapeRecords>::iterator records) noexcept {
    if (const auto of = prototypes_.find(records->prototype);
        of != prototypes_.end() && --of->second == 0)
        prototypes_.erase(of);
    records_.erase(records);
}

std::size_t ShapeStore::memory_bytes() const noexcept {
    const auto bytes = [](const auto& vector) {
        return vector.capacity() * sizeof(typename std::decay_t<decltype(vector)>::value_type);
    };
    constexpr std::size_t links = 4 * sizeof(void*); // of a node of a map
    std::size_t total = runs_.size() * (sizeof(Runs::value_type) + links);
    for (const ShapeRecords& records : records_)
        total += sizeof records + links + bytes(records.records) + bytes(records.indices) +
                 bytes(records.masks);
    return total;
}

} // namespace lanecast::host
