#include <algorithm>
#include <utility>

#include "host/scene/shapes/shape_store.hpp"

namespace lanecast::host {
namespace {

/// Returns records for the same kind of shape, with the same room, but without memory.
ShapeRecords form_of(const ShapeRecords& records) {
    return {.public_kind = records.public_kind,
            .kind = records.kind,
            .record_floats = records.record_floats,
            .records = {},
            .words = {},
            .prototype = records.prototype,
            .reserved = records.reserved};
}

auto find_suiting(std::list<ShapeRecords>& list, const ShapeRecords& form) {
    return std::find_if(list.begin(), list.end(), [&](const ShapeRecords& records) {
        return form.indices.empty() && records.suit(form.kind, form.prototype.get());
    });
}

/// Whether the room can never be used again, because the scene has no instances of the prototype
/// and the prototype was changed or destroyed since. Only these records and the list of prototypes
/// hold it then.
bool is_useless(const ShapeRecords& records) {
    return records.alive == 0 && records.prototype != nullptr && records.prototype.use_count() == 2;
}

/// Returns a copy with room for `size` elements.
template <class Vector>
Vector with_room(const Vector& vector, std::size_t size) {
    Vector copy;
    copy.reserve(std::max(size, vector.capacity()));
    copy.assign(vector.begin(), vector.end());
    return copy;
}

} // namespace

/// Number of shapes that exist of a kind, in any records.
std::uint64_t ShapeStore::count_like(const ShapeRecords& form) const {
    std::uint64_t count = 0;
    for (const auto* list : {&records_, &reserved_})
        for (const ShapeRecords& records : *list)
            if (records.suit(form.kind, form.prototype.get()))
                count += records.alive;
    return count;
}

void ShapeStore::reserve(ShapeRecords&& form, std::size_t shapes) {
    if (shapes > no_id)
        refuse_too_many(shapes);
    const std::uint64_t wanted = count_like(form) + shapes;
    if (wanted == 0)
        return;
    const Records before = find_suiting(reserved_, form);
    std::list<ShapeRecords> reserved;
    for (const ShapeRecords& records : reserved_)
        if (!is_useless(records))
            reserved.push_back(form_of(records));
    Records own = find_suiting(reserved, form);
    if (own == reserved.end())
        own = reserved.insert(own, std::move(form));
    own->reserved = std::max(own->reserved, wanted);

    // Each shape that is still to be added may take an id at the end and be a batch of its own.
    std::uint64_t end = free_.end(), batches = 0;
    for (const ShapeRecords& records : reserved) {
        const std::uint64_t most = std::max(records.reserved, count_like(records));
        end += most - count_like(records);
        batches += most;
    }
    if (end > no_id)
        refuse_too_many(shapes);
    for (const Range& range : ranges_)
        if (range.alive != 0 && find_suiting(reserved, *range.records) == reserved.end())
            ++batches;
    const bool has_others = std::any_of(records_.begin(), records_.end(), [&](const auto& records) {
        return find_suiting(reserved, records) != reserved.end();
    });
    const std::uint64_t end_before = reserved_.empty() ? 0 : reserved_.front().ids.count;
    if (before != reserved_.end() && end <= end_before && batches <= ranges_.capacity() &&
        !has_others) {
        before->reserved = own->reserved;
        return;
    }

    end = std::max(end, end_before);
    for (ShapeRecords& records : reserved)
        records.cover(static_cast<std::uint32_t>(end));
    auto owners = with_room(owners_, end);
    auto ranges = with_room(ranges_, batches);
    auto empty_ranges = with_room(empty_ranges_, ranges.capacity());
    auto free_numbers = with_room(free_numbers_, room_for_numbers(numbers_ + reserved.size()));
    FreeIds free = free_;
    free.reserve(end);
    std::map<std::shared_ptr<const CommittedScene>, std::size_t> prototypes;
    for (const auto* list : {&records_, &reserved})
        for (const ShapeRecords& records : *list)
            if (records.prototype != nullptr &&
                (list == &reserved || find_suiting(reserved, records) == reserved.end()))
                ++prototypes[records.prototype];

    // From here on, nothing allocates.
    owners_ = std::move(owners);
    ranges_ = std::move(ranges);
    empty_ranges_ = std::move(empty_ranges);
    free_numbers_ = std::move(free_numbers);
    free_ = std::move(free);
    prototypes_ = std::move(prototypes);
    for (Range& range : ranges_) {
        if (range.alive == 0)
            continue;
        const Records to = find_suiting(reserved, *range.records);
        if (to == reserved.end())
            continue;
        for_each_run(range, range.ids, [&](IdRange run) { to->copy(*range.records, run); });
        to->alive += range.alive;
        range.records = to;
    }
    records_.remove_if([&](const ShapeRecords& records) {
        return find_suiting(reserved, records) != reserved.end();
    });
    reserved_.swap(reserved);
    number_all();
}

} // namespace lanecast::host
