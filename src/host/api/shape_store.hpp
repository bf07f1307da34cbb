#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <vector>

#include "core/bvh_layout.hpp"
#include "core/columns.hpp"
#include "host/api/free_ids.hpp"
#include "host/api/shape_batch.hpp"
#include "host/api/shape_records.hpp"
#include "lanecast/scene.hpp"

namespace lanecast::host {

/// The shapes of a scene by their ids. If memory runs out all stays as it was before the call.
class ShapeStore {
public:
    /// What one add() brought, or is left of it.
    struct Range {
        IdRange ids; ///< as add() returned it
        std::uint32_t alive;
        std::list<ShapeRecords>::iterator records;

        /// Nothing of it is missing: it need not be looked at id by id.
        [[nodiscard]] bool is_whole() const { return alive == ids.count; }
    };

    /// Those that the next add() of so many will give. @throws Error too_many
    [[nodiscard]] IdRange next_ids(std::size_t count) const;
    /// Takes records and gives them ids.
    IdRange add(ShapeRecords&& records, std::size_t count);
    /// Copies shapes, which are checked: small batches to records that others have already.
    IdRange add(const ShapeBatch& batch, const ShapeColumns& columns, std::size_t count,
                std::shared_ptr<const CommittedScene> prototype);

    /// Of an id that has a shape, else nullptr.
    [[nodiscard]] const Range* range_of(std::uint32_t id) const;
    /// Of `ids`, of which there are some, all with shapes. @throws Error unknown_ids
    [[nodiscard]] const Range& range_of(IdRange ids) const;

    /// As range_of(ids) took them.
    void remove(IdRange ids) noexcept;
    /// @throws Error unknown_ids, before anything is removed
    void remove(const ReadableColumn& ids, std::size_t count);

    /// Calls visit(records, ids) for all shapes in the order of their ids. Those that stand side by
    /// side come at once.
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
    /// No id is as large.
    [[nodiscard]] std::size_t end_of_ids() const { return owners_.size(); }
    /// Without prototypes.
    [[nodiscard]] std::size_t memory_bytes() const noexcept;

private:
    using Records = std::list<ShapeRecords>::iterator;
    static constexpr std::uint32_t nobody = no_id;

    [[nodiscard]] Records shared_records(IdRange ids, Kind kind, const CommittedScene* prototype);
    void prepare_range(IdRange ids);
    void give_range(IdRange ids, Records records) noexcept;
    void release(std::uint32_t owner, std::uint32_t count) noexcept;
    void forget_ids_of_nothing() noexcept;

    AlignedVector<std::uint32_t> owners_; ///< of each id: its place among ranges_, or nobody
    std::vector<Range> ranges_;
    std::vector<std::uint32_t> empty_ranges_; ///< places; has room for all of them
    std::list<ShapeRecords> records_;
    /// How many records have instances of each.
    std::map<std::shared_ptr<const CommittedScene>, std::size_t> prototypes_;
    FreeIds free_;
    std::size_t size_ = 0;
};

} // namespace lanecast::host
