#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <vector>

#include "core/bvh_layout.hpp"
#include "core/columns.hpp"
#include "host/columns/shape_batch.hpp"
#include "host/world/free_ids.hpp"
#include "host/world/shape_records.hpp"
#include "lanecast/scene.hpp"

namespace lanecast::host {

/// The shapes of a scene by their ids. If memory runs out, a call changes nothing.
class ShapeStore {
public:
    /// The shapes of one add(), or those that are left.
    struct Range {
        IdRange ids; ///< as add() returned it
        std::uint32_t alive;
        std::list<ShapeRecords>::iterator records;

        /// Whether no shape was removed. If so, ids need not be checked one by one.
        [[nodiscard]] bool is_whole() const { return alive == ids.count; }
    };

    /// Returns the ids that the next add() of `count` shapes will get. @throws Error too_many
    [[nodiscard]] IdRange next_ids(std::size_t count) const;
    /// Adds records and assigns ids to them.
    IdRange add(ShapeRecords&& records, std::size_t count);
    /// Copies checked shapes; those of small batches into existing records.
    IdRange add(const ShapeBatch& batch, const ShapeColumns& columns, std::size_t count,
                std::shared_ptr<const CommittedScene> prototype);

    /// Returns the range of an id, or nullptr if the id has no shape.
    [[nodiscard]] const Range* range_of(std::uint32_t id) const;
    /// Returns the range of `ids`, which must not be empty.
    /// @throws Error unknown_ids if they are not all in one range
    [[nodiscard]] const Range& range_of(IdRange ids) const;

    /// Removes ids that range_of(ids) accepts.
    void remove(IdRange ids) noexcept;
    /// @throws Error unknown_ids, before anything is removed
    void remove(const ReadableColumn& ids, std::size_t count);

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
                end = range.is_whole() ? range.ids.first + range.ids.count : end + 1;
            }
            visit(static_cast<const ShapeRecords&>(*records), IdRange{first, end - first});
            first = end;
        }
    }
    [[nodiscard]] const auto& prototypes() const { return prototypes_; }
    [[nodiscard]] std::size_t size() const { return size_; }
    /// Exclusive upper bound of all ids.
    [[nodiscard]] std::size_t end_of_ids() const { return owners_.size(); }
    /// Memory in bytes, without prototypes.
    [[nodiscard]] std::size_t memory_bytes() const noexcept;

private:
    using Records = std::list<ShapeRecords>::iterator;
    static constexpr std::uint32_t nobody = no_id;

    [[nodiscard]] Records shared_records(IdRange ids, Kind kind, const CommittedScene* prototype);
    void prepare_range(IdRange ids);
    void give_range(IdRange ids, Records records) noexcept;
    void release(std::uint32_t owner, std::uint32_t count) noexcept;
    void forget_ids_of_nothing() noexcept;

    AlignedVector<std::uint32_t> owners_; ///< for each id: its index in ranges_, or nobody
    std::vector<Range> ranges_;
    std::vector<std::uint32_t> empty_ranges_; ///< indices; has room for all ranges
    std::list<ShapeRecords> records_;
    /// Number of records with instances of each prototype.
    std::map<std::shared_ptr<const CommittedScene>, std::size_t> prototypes_;
    FreeIds free_;
    std::size_t size_ = 0;
};

} // namespace lanecast::host
