#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <vector>

#include "core/bvh_layout.hpp"
#include "core/columns.hpp"
#include "host/columns/elements.hpp"
#include "host/columns/shape_batch.hpp"
#include "host/scene/shapes/free_ids.hpp"
#include "host/scene/shapes/shape_records.hpp"
#include "lanecast/ids.hpp"
#include "lanecast/shapes.hpp"

namespace lanecast::host {

/// @throws Error too_many
[[noreturn]] void refuse_too_many(std::size_t count);

/// The shapes of a scene by their ids. If memory runs out, a call changes nothing.
class ShapeStore {
public:
    /// Ids as add() returned them, without the number of the batch.
    struct Ids {
        std::uint32_t first = 0, count = 0;

        operator IdRange() const { return {first, count}; }
    };
    /// The shapes of one add(), or those that are left.
    struct Range {
        Ids ids;
        std::uint32_t alive = 0;
        std::uint32_t number = 0; ///< of the records
        std::list<ShapeRecords>::iterator records = {};

        /// Whether no shape was removed. If so, ids need not be checked one by one.
        [[nodiscard]] bool is_whole() const { return alive == ids.count; }
    };

    /// The parts of a store, to save and load it.
    struct Contents {
        AlignedVector<std::uint32_t> owners;
        std::vector<Range> ranges; ///< by batch; those that are gone have no shape alive
        std::list<ShapeRecords> records;
    };

    ShapeStore() = default;
    explicit ShapeStore(Contents&& contents);

    /// The batch of each id, or nobody.
    [[nodiscard]] const AlignedVector<std::uint32_t>& owners() const { return owners_; }
    [[nodiscard]] const std::vector<Range>& ranges() const { return ranges_; }
    [[nodiscard]] const std::list<ShapeRecords>& records() const { return records_; }
    /// The records that reserve() made. They cover many ids that they have no shapes for.
    [[nodiscard]] const std::list<ShapeRecords>& reserved() const { return reserved_; }
    /// Exclusive upper bound of the numbers of records.
    [[nodiscard]] std::uint32_t numbers() const { return numbers_; }
    static constexpr std::uint32_t nobody = no_id;

    /// Returns the ids that the next add() of `count` shapes will get. @throws Error too_many
    [[nodiscard]] IdRange next_ids(std::size_t count) const;
    /// Adds records and assigns ids to them.
    IdRange add(ShapeRecords&& records, std::size_t count);
    /// Copies checked shapes; those of small batches into existing records.
    IdRange add(const ShapeBatch& batch, const ShapeColumns& columns, std::size_t count,
                std::shared_ptr<const CommittedScene> prototype);
    /// Makes room for shapes of a kind beyond those that exist.
    /// @param form  records of the kind, without shapes
    /// @throws Error too_many
    void reserve(ShapeRecords&& form, std::size_t shapes);

    /// Returns the range of an id, or nullptr if the id has no shape.
    [[nodiscard]] const Range* range_of(std::uint32_t id) const;
    /// Returns the range of `ids`, which must not be empty. Some of them may have been removed.
    /// @throws Error unknown_ids if they are not part of one range that exists
    [[nodiscard]] const Range& range_of(IdRange ids) const;
    [[nodiscard]] std::uint32_t batch_of(const Range& range) const {
        return static_cast<std::uint32_t>(&range - ranges_.data());
    }
    /// The ids with the number of the batch.
    [[nodiscard]] IdRange ids_of(const Range& range) const {
        return {range.ids.first, range.ids.count, batch_of(range)};
    }
    /// Returns the batch of an id, or no_id if the id has no shape.
    [[nodiscard]] std::uint32_t batch_of(std::uint32_t id) const {
        return id < owners_.size() ? owners_[id] : nobody;
    }
    [[nodiscard]] const Range& range_of_batch(std::uint32_t batch) const { return ranges_[batch]; }

    /// Calls visit(ids) for each run of ids that are left in a part of a range.
    template <class Visit>
    void for_each_run(const Range& range, IdRange ids, Visit visit) const {
        if (range.is_whole())
            return visit(ids);
        const std::uint32_t batch = batch_of(range), end = ids.first + ids.count;
        for (std::uint32_t first = ids.first; first != end;) {
            std::uint32_t last = first;
            while (last != end && owners_[last] == batch)
                ++last;
            if (last != first)
                visit(IdRange{first, last - first, batch});
            first = last == end ? end : last + 1;
        }
    }

    /// Number of ids that are left in a part of a range.
    [[nodiscard]] std::uint32_t count_left(const Range& range, IdRange ids) const {
        std::uint32_t count = 0;
        for_each_run(range, ids, [&](IdRange run) { count += run.count; });
        return count;
    }
    /// Removes the ids of a part of a range that are left. @returns their number
    std::uint32_t remove(const Range& range, IdRange ids) noexcept;
    /// @throws Error unknown_ids, before anything is removed
    void remove(const ReadableColumn& ids, std::size_t count);

    /// Ids that are claimed for an edit. While this exists, they belong to nobody.
    class Claim {
    public:
        /// @throws Error unknown_ids with the index of an id that does not exist or stands twice
        Claim(ShapeStore& store, const ReadableColumn& ids, std::size_t count);
        ~Claim() { give_back(count_); }
        Claim(const Claim&) = delete;
        Claim& operator=(const Claim&) = delete;

        [[nodiscard]] std::uint32_t id(std::size_t i) const {
            return element<std::uint32_t>(ids_, i);
        }
        [[nodiscard]] ShapeRecords& records(std::size_t i) const {
            return *store_.ranges_[batch(i)].records;
        }
        [[nodiscard]] std::uint32_t batch(std::size_t i) const {
            return store_.owners_[id(i)] & ~claimed;
        }

    private:
        void give_back(std::size_t count);

        ShapeStore& store_;
        ReadableColumn ids_;
        std::size_t count_;
    };

    /// Calls visit(records, ids) for all shapes in the order of their ids, once for each run of
    /// adjacent shapes.
    template <class Visit>
    void for_each(Visit visit) const {
        for (std::uint32_t first = 0; first < owners_.size();) {
            if (owners_[first] == nobody) {
                ++first;
                continue;
            }
            const auto records = ranges_[owners_[first]].records;
            std::uint32_t end = first;
            while (end < owners_.size() && owners_[end] != nobody) {
                const Range& range = ranges_[owners_[end]];
                if (range.records != records)
                    break;
                end = range.is_whole() ? range.ids.first + range.ids.count : end_of_run(end);
            }
            visit(static_cast<const ShapeRecords&>(*records), IdRange{first, end - first});
            first = end;
        }
    }
    /// Shapes of the same records, and the ids from the first to the last of them.
    struct Group {
        const ShapeRecords* records;
        IdRange ids;
    };
    /// Returns groups of all shapes in the order of their ids. Returns none if there are many
    /// batches, or if one has ids between those of another.
    [[nodiscard]] std::vector<Group> groups() const;
    [[nodiscard]] const auto& prototypes() const { return prototypes_; }
    [[nodiscard]] std::size_t size() const { return size_; }
    /// Exclusive upper bound of all ids, also of those at the end that were removed.
    [[nodiscard]] std::size_t end_of_ids() const { return owners_.size(); }
    /// Exclusive upper bound of the ids that exist.
    [[nodiscard]] std::size_t end_of_shapes() const { return free_.end(); }
    /// Upper bound of the ids that exist, and of those for which reserve() made room.
    [[nodiscard]] std::size_t room_for_ids() const {
        return reserved_.empty() ? owners_.size() : owners_.capacity();
    }
    /// Memory in bytes, without prototypes.
    [[nodiscard]] std::size_t memory_bytes() const noexcept;

private:
    using Records = std::list<ShapeRecords>::iterator;
    /// A bit of owners_ of claimed ids, which `nobody` has, too. There are fewer batches.
    static constexpr std::uint32_t claimed = 0x80000000u;

    /// The end of the run of ids from `first` on that have the same owner.
    [[nodiscard]] std::uint32_t end_of_run(std::uint32_t first) const {
        constexpr std::uint32_t step = 16;
        const std::uint32_t owner = owners_[first],
                            end = static_cast<std::uint32_t>(owners_.size());
        std::uint32_t id = first + 1;
        for (std::uint32_t others = 0; end - id >= step; id += step) {
            for (std::uint32_t i = 0; i < step; ++i)
                others |= owners_[id + i] ^ owner;
            if (others != 0)
                break;
        }
        while (id < end && owners_[id] == owner)
            ++id;
        return id;
    }
    [[nodiscard]] Records shared_records(IdRange ids, Kind kind, const CommittedScene* prototype);
    [[nodiscard]] std::uint32_t take_number();
    /// Room to allocate for this many numbers and some more.
    static std::size_t room_for_numbers(std::size_t numbers) { return 2 * numbers + 16; }
    void give_back_number(std::uint32_t number) noexcept { free_numbers_.push_back(number); }
    /// Numbers all records. There must be room for as many free numbers.
    void number_all() noexcept;
    [[nodiscard]] std::uint64_t count_like(const ShapeRecords& form) const;
    void prepare_range(IdRange ids);
    IdRange give_range(IdRange ids, Records records) noexcept;
    void release(std::uint32_t owner, std::uint32_t count) noexcept;
    void forget_ids_of_nothing() noexcept;

    AlignedVector<std::uint32_t> owners_; ///< for each id: its index in ranges_, or nobody
    std::vector<Range> ranges_;
    /// Indices, as a heap with the lowest first; has room for all ranges.
    std::vector<std::uint32_t> empty_ranges_;
    std::list<ShapeRecords> records_;
    /// The records that reserve() made, one for each kind and prototype. Each covers the same ids,
    /// from 0 on, though most of them have other kinds. They stay when their shapes are gone.
    std::list<ShapeRecords> reserved_;
    std::uint32_t numbers_ = 0;
    std::vector<std::uint32_t> free_numbers_; ///< has room for all numbers
    /// Number of records with instances of each prototype.
    std::map<std::shared_ptr<const CommittedScene>, std::size_t> prototypes_;
    FreeIds free_;
    std::size_t size_ = 0;
};

} // namespace lanecast::host
