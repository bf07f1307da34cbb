#include "host/scene/shapes/shape_store.hpp"

#include <algorithm>
#include <functional>
#include <string>
#include <utility>

#include "host/columns/elements.hpp"
#include "lanecast/error.hpp"

namespace lanecast::host {
namespace {

std::uint64_t end_of(IdRange ids) { return std::uint64_t{ids.first} + ids.count; }

} // namespace

ShapeStore::ShapeStore(Contents&& contents)
    : owners_(std::move(contents.owners)), ranges_(std::move(contents.ranges)),
      records_(std::move(contents.records)) {
    empty_ranges_.reserve(ranges_.size());
    for (std::size_t batch = 0; batch < ranges_.size(); ++batch) {
        size_ += ranges_[batch].alive;
        if (ranges_[batch].alive == 0)
            empty_ranges_.push_back(static_cast<std::uint32_t>(batch)); // in order, so a heap
    }
    for (const ShapeRecords& records : records_)
        if (records.prototype)
            ++prototypes_[records.prototype];
    free_numbers_.reserve(records_.size());
    number_all();
    free_.reserve(owners_.size());
    free_.take(0, owners_.size());
    for (std::size_t first = 0; first < owners_.size(); ++first) {
        std::size_t last = first;
        while (last < owners_.size() && owners_[last] == nobody)
            ++last;
        if (last != first)
            free_.give(first, last - first);
        first = last;
    }
}

void refuse_too_many(std::size_t count) {
    throw Error(ErrorCode::too_many, "Scene", Error::no_index,
                "Scene cannot take " + std::to_string(count) +
                    " more primitives: it has ids for 2^32 - 1");
}

IdRange ShapeStore::next_ids(std::size_t count) const {
    const std::uint64_t first = free_.lowest(count);
    if (count > no_id || first + count > no_id)
        refuse_too_many(count);
    return {static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(count)};
}

IdRange ShapeStore::add(ShapeRecords&& records, std::size_t count) {
    const IdRange ids = next_ids(count);
    if (count == 0)
        return ids;
    records.ids = ids;
    records.number = take_number();
    std::list<ShapeRecords> added;
    try {
        added.push_back(std::move(records));
        prepare_range(ids);
        if (const auto& prototype = added.front().prototype)
            ++prototypes_[prototype];
    } catch (...) { // no memory
        give_back_number(records.number);
        forget_ids_of_nothing();
        throw;
    }
    records_.splice(records_.begin(), added);
    return give_range(ids, records_.begin());
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
                                .words = {batch.words(), count},
                                .prototype = std::move(prototype)};
        copy_records(columns.columns, floats, count, records.records.data());
        return add(std::move(records), count);
    }
    prepare_range(ids);
    shared->grow_to(end_of(ids));
    shared->words.prepare(batch.words(), LeftOut::gets_default, 0, count, shared->ids.count);
    shared->write(ids, columns.columns);
    shared->words.write(shared->place_of(ids.first), batch.words(), LeftOut::gets_default, 0,
                        count);
    return give_range(ids, shared);
}

/// Returns the records that were reserved for the ids, or those of a neighbouring range that have
/// room for them or can grow.
auto ShapeStore::shared_records(IdRange ids, Kind kind, const CommittedScene* prototype)
    -> Records {
    for (Records records = reserved_.begin(); records != reserved_.end(); ++records)
        if (records->suit(kind, prototype) && end_of(ids) <= end_of(records->ids))
            return records;
    const auto fit = [&](const ShapeRecords& records) {
        if (records.reserved != 0 || !records.suit(kind, prototype) ||
            ids.first < records.ids.first)
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
        empty_ranges_.push_back(static_cast<std::uint32_t>(ranges_.size() - 1)); // the only one
    }
    if (owners_.size() < end_of(ids))
        owners_.resize(end_of(ids), nobody);
}

IdRange ShapeStore::give_range(IdRange ids, Records records) noexcept {
    std::pop_heap(empty_ranges_.begin(), empty_ranges_.end(), std::greater<>());
    const std::uint32_t owner = empty_ranges_.back();
    empty_ranges_.pop_back();
    ids.batch = owner;
    ranges_[owner] = {{ids.first, ids.count}, ids.count, records->number, records};
    std::fill_n(owners_.begin() + ids.first, ids.count, owner);
    records->alive += ids.count;
    free_.take(ids.first, ids.count);
    size_ += ids.count;
    return ids;
}

const ShapeStore::Range* ShapeStore::range_of(std::uint32_t id) const {
    return id < owners_.size() && owners_[id] != nobody ? &ranges_[owners_[id]] : nullptr;
}

const ShapeStore::Range& ShapeStore::range_of(IdRange ids) const {
    const std::uint64_t end = std::min<std::uint64_t>(end_of(ids), owners_.size());
    std::uint32_t batch = ids.batch;
    for (std::uint64_t id = ids.first; id < end && batch == nobody; ++id)
        batch = owners_[id];
    if (batch < ranges_.size()) {
        const Range& range = ranges_[batch];
        if (range.alive != 0 && range.ids.first <= ids.first && end_of(ids) <= end_of(range.ids))
            return range;
    }
    throw Error(ErrorCode::unknown_ids, "ids", Error::no_index,
                "ids " + std::to_string(ids.first) + " to " + std::to_string(end_of(ids)) +
                    " (exclusive) are not part of one batch that this scene has");
}

auto ShapeStore::groups() const -> std::vector<Group> {
    constexpr std::size_t most_batches = 64;
    if (ranges_.size() > most_batches)
        return {};
    std::vector<const Range*> ranges;
    for (const Range& range : ranges_)
        if (range.alive != 0)
            ranges.push_back(&range);
    std::sort(ranges.begin(), ranges.end(),
              [](const Range* a, const Range* b) { return a->ids.first < b->ids.first; });
    std::vector<Group> groups;
    for (const Range* range : ranges) {
        const ShapeRecords* const records = &*range->records;
        if (!groups.empty() && groups.back().records == records) {
            IdRange& ids = groups.back().ids;
            ids.count =
                static_cast<std::uint32_t>(std::max(end_of(ids), end_of(range->ids)) - ids.first);
        } else if (groups.empty() || end_of(groups.back().ids) <= range->ids.first) {
            groups.push_back({records, range->ids});
        } else { // ids of removed shapes belong to another batch by now
            return {};
        }
    }
    return groups;
}

std::uint32_t ShapeStore::take_number() {
    if (free_numbers_.empty()) {
        if (free_numbers_.capacity() <= numbers_)
            free_numbers_.reserve(room_for_numbers(numbers_ + 1));
        return numbers_++;
    }
    const std::uint32_t number = free_numbers_.back();
    free_numbers_.pop_back();
    return number;
}

void ShapeStore::number_all() noexcept {
    numbers_ = 0;
    free_numbers_.clear();
    for (auto* list : {&records_, &reserved_})
        for (ShapeRecords& records : *list)
            records.number = numbers_++;
    for (Range& range : ranges_)
        if (range.alive != 0)
            range.number = range.records->number;
}

std::uint32_t ShapeStore::remove(const Range& range, IdRange ids) noexcept {
    const std::uint32_t owner = batch_of(range), count = count_left(range, ids);
    for_each_run(range, ids, [&](IdRange run) { free_.give(run.first, run.count); });
    for (std::uint32_t i = 0; i < ids.count; ++i)
        if (owners_[ids[i]] == owner)
            owners_[ids[i]] = nobody;
    release(owner, count);
    forget_ids_of_nothing();
    return count;
}

ShapeStore::Claim::Claim(ShapeStore& store, const ReadableColumn& ids, std::size_t count)
    : store_(store), ids_(ids), count_(count) {
    for (std::size_t i = 0; i < count; ++i) {
        const bool is_in = id(i) < store.owners_.size();
        if (is_in && (store.owners_[id(i)] & claimed) == 0) {
            store.owners_[id(i)] |= claimed;
            continue;
        }
        const bool stands_before = is_in && store.owners_[id(i)] != nobody;
        give_back(i);
        throw Error(
            ErrorCode::unknown_ids, "ids", i,
            "ids[" + std::to_string(i) + "] is " + std::to_string(id(i)) +
                (stands_before ? ", which occurs twice" : ", which this scene does not have"));
    }
}

void ShapeStore::Claim::give_back(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i)
        store_.owners_[id(i)] &= ~claimed;
}

void ShapeStore::remove(const ReadableColumn& ids, std::size_t count) {
    { const Claim refuses_wrong_ids(*this, ids, count); }
    for (std::size_t i = 0; i < count; ++i) {
        const auto id = element<std::uint32_t>(ids, i);
        free_.give(id, 1);
        release(std::exchange(owners_[id], nobody), 1);
    }
    forget_ids_of_nothing();
}

/// Updates the counts after shapes of a range were removed, and frees records without shapes.
void ShapeStore::release(std::uint32_t owner, std::uint32_t count) noexcept {
    size_ -= count;
    const Records records = ranges_[owner].records;
    ranges_[owner].alive -= count;
    if (count != 0 && ranges_[owner].alive == 0) {
        empty_ranges_.push_back(owner);
        std::push_heap(empty_ranges_.begin(), empty_ranges_.end(), std::greater<>());
    }
    records->alive -= count;
    if (records->alive != 0 || records->reserved != 0)
        return;
    if (const auto of = prototypes_.find(records->prototype);
        of != prototypes_.end() && --of->second == 0)
        prototypes_.erase(of);
    give_back_number(records->number);
    records_.erase(records);
}

void ShapeStore::forget_ids_of_nothing() noexcept {
    if (size_ != 0)
        return;
    if (!reserved_.empty()) { // keep the memory; all ids are free already
        owners_.clear();
        ranges_.clear();
        empty_ranges_.clear();
        return;
    }
    owners_ = AlignedVector<std::uint32_t>();
    ranges_ = std::vector<Range>();
    empty_ranges_ = std::vector<std::uint32_t>();
    free_ = FreeIds();
    free_numbers_ = std::vector<std::uint32_t>();
    numbers_ = 0;
}

std::size_t ShapeStore::memory_bytes() const noexcept {
    const auto bytes = [](const auto& vector) {
        return vector.capacity() * sizeof(typename std::decay_t<decltype(vector)>::value_type);
    };
    std::size_t total = bytes(owners_) + bytes(ranges_) + bytes(empty_ranges_) +
                        bytes(free_numbers_) + free_.memory_bytes();
    for (const auto* list : {&records_, &reserved_})
        for (const ShapeRecords& records : *list)
            total += sizeof records + bytes(records.records) + bytes(records.indices) +
                     records.words.memory_bytes();
    return total;
}

} // namespace lanecast::host
