#include "host/world/shape_store.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "host/columns/elements.hpp"
#include "lanecast/error.hpp"

namespace lanecast::host {
namespace {

std::uint64_t end_of(IdRange ids) { return std::uint64_t{ids.first} + ids.count; }

} // namespace

IdRange ShapeStore::next_ids(std::size_t count) const {
    const std::uint64_t first = free_.lowest(count);
    if (count > no_id || first + count > no_id)
        throw Error(ErrorCode::too_many, "Scene", Error::no_index,
                    "Scene cannot take " + std::to_string(count) +
                        " more primitives: it has ids for 2^32 - 1");
    return {static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(count)};
}

IdRange ShapeStore::add(ShapeRecords&& records, std::size_t count) {
    const IdRange ids = next_ids(count);
    if (count == 0)
        return ids;
    records.ids = ids;
    std::list<ShapeRecords> added;
    try {
        added.push_back(std::move(records));
        prepare_range(ids);
        if (const auto& prototype = added.front().prototype)
            ++prototypes_[prototype];
    } catch (...) { // no memory
        forget_ids_of_nothing();
        throw;
    }
    records_.splice(records_.begin(), added);
    give_range(ids, records_.begin());
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
                                .records = ShapeRecords::uninitialised(count * floats),
                                .masks = copy_masks(columns.mask, count),
                                .prototype = std::move(prototype)};
        copy_records(columns.columns, floats, count, records.records.data());
        return add(std::move(records), count);
    }
    prepare_range(ids);
    shared->grow_to(end_of(ids));
    shared->prepare_masks(columns.mask, count);
    shared->write(ids, columns.columns);
    shared->write_masks(ids, columns.mask);
    give_range(ids, shared);
    return ids;
}

/// Returns the records of a neighbouring range that have room for the ids or can grow.
auto ShapeStore::shared_records(IdRange ids, Kind kind, const CommittedScene* prototype)
    -> Records {
    const auto fit = [&](const ShapeRecords& records) {
        if (records.kind != kind || !records.indices.empty() ||
            records.prototype.get() != prototype || ids.first < records.ids.first)
            return false;
        return end_of(ids) <= end_of(records.ids) ||
               (ids.first <= end_of(records.ids) &&
                end_of(ids) - records.ids.first <= ShapeRecords::most_shared);
    };
    const Range* const neighbours[] = {
        ids.first == 0 ? nullptr : range_of(ids.first - 1),
        end_of(ids) >= no_id ? nullptr : range_of(static_cast<std::uint32_t>(end_of(ids)))};
    for (const Range* neighbour : neighbours)
        if (neighbour != nullptr && fit(*neighbour->records))
            return neighbour->records;
    return records_.end();
}

/// Allocates all memory that give_range() needs.
void ShapeStore::prepare_range(IdRange ids) {
    free_.reserve(end_of(ids));
    if (empty_ranges_.empty()) {
        ranges_.push_back({});
        try {
            if (empty_ranges_.capacity() < ranges_.size())
                empty_ranges_.reserve(2 * ranges_.size());
        } catch (...) {
            ranges_.pop_back();
            throw;
        }
        empty_ranges_.push_back(static_cast<std::uint32_t>(ranges_.size() - 1));
    }
    if (owners_.size() < end_of(ids))
        owners_.resize(end_of(ids), nobody);
}

void ShapeStore::give_range(IdRange ids, Records records) noexcept {
    const std::uint32_t owner = empty_ranges_.back();
    empty_ranges_.pop_back();
    ranges_[owner] = {ids, ids.count, records};
    std::fill_n(owners_.begin() + ids.first, ids.count, owner);
    records->alive += ids.count;
    free_.take(ids.first, ids.count);
    size_ += ids.count;
}

const ShapeStore::Range* ShapeStore::range_of(std::uint32_t id) const {
    return id < owners_.size() && owners_[id] != nobody ? &ranges_[owners_[id]] : nullptr;
}

const ShapeStore::Range& ShapeStore::range_of(IdRange ids) const {
    const Range* const range = range_of(ids.first);
    const auto has = [&](const Range& one) {
        return end_of(ids) <= end_of(one.ids) &&
               (one.is_whole() ||
                std::all_of(owners_.begin() + ids.first,
                            owners_.begin() + static_cast<std::ptrdiff_t>(end_of(ids)),
                            [&](std::uint32_t of) { return of == owners_[ids.first]; }));
    };
    if (range == nullptr || !has(*range))
        throw Error(ErrorCode::unknown_ids, "ids", Error::no_index,
                    "ids " + std::to_string(ids.first) + " to " + std::to_string(end_of(ids)) +
                        " (exclusive) are not part of one range of this scene");
    return *range;
}

void ShapeStore::remove(IdRange ids) noexcept {
    const std::uint32_t owner = owners_[ids.first];
    std::fill_n(owners_.begin() + ids.first, ids.count, nobody);
    free_.give(ids.first, ids.count);
    release(owner, ids.count);
    forget_ids_of_nothing();
}

void ShapeStore::remove(const ReadableColumn& ids, std::size_t count) {
    const auto id_of = [&](std::size_t i) { return element<std::uint32_t>(ids, i); };
    std::vector<std::uint32_t> owners(count);
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint32_t id = id_of(i);
        owners[i] = id < owners_.size() ? std::exchange(owners_[id], nobody) : nobody;
        if (owners[i] != nobody)
            continue;
        bool stands_before = false;
        for (std::size_t before = i; before-- > 0;) {
            owners_[id_of(before)] = owners[before];
            stands_before |= id_of(before) == id;
        }
        throw Error(
            ErrorCode::unknown_ids, "ids", i,
            "ids[" + std::to_string(i) + "] is " + std::to_string(id) +
                (stands_before ? ", which occurs twice" : ", which this scene does not have"));
    }
    for (std::size_t i = 0; i < count; ++i) {
        free_.give(id_of(i), 1);
        release(owners[i], 1);
    }
    forget_ids_of_nothing();
}

/// Updates the counts after shapes of a range were removed, and frees records without shapes.
void ShapeStore::release(std::uint32_t owner, std::uint32_t count) noexcept {
    size_ -= count;
    const Records records = ranges_[owner].records;
    ranges_[owner].alive -= count;
    if (ranges_[owner].alive == 0)
        empty_ranges_.push_back(owner);
    records->alive -= count;
    if (records->alive != 0)
        return;
    if (const auto of = prototypes_.find(records->prototype);
        of != prototypes_.end() && --of->second == 0)
        prototypes_.erase(of);
    records_.erase(records);
}

void ShapeStore::forget_ids_of_nothing() noexcept {
    if (size_ != 0)
        return;
    owners_ = AlignedVector<std::uint32_t>();
    ranges_ = std::vector<Range>();
    empty_ranges_ = std::vector<std::uint32_t>();
    free_ = FreeIds();
}

std::size_t ShapeStore::memory_bytes() const noexcept {
    const auto bytes = [](const auto& vector) {
        return vector.capacity() * sizeof(typename std::decay_t<decltype(vector)>::value_type);
    };
    std::size_t total =
        bytes(owners_) + bytes(ranges_) + bytes(empty_ranges_) + free_.memory_bytes();
    for (const ShapeRecords& records : records_)
        total +=
            sizeof records + bytes(records.records) + bytes(records.indices) + bytes(records.masks);
    return total;
}

} // namespace lanecast::host
