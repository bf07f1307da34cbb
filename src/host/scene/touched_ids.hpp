#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "lanecast/ids.hpp"

namespace lanecast::host {

/// The ids that were added, removed or changed since the last commit. Marking them allocates
/// nothing.
class TouchedIds {
public:
    /// Forgets all, and makes room for ids below `end`.
    void reset(std::size_t end) {
        words_ = std::vector<std::uint64_t>((end + bits - 1) / bits); // assign() never shrinks
        tables_changed_ = false;
    }
    /// Memory for more ids, allocated before they are added.
    using Room = std::vector<std::uint64_t>;
    [[nodiscard]] Room room_for(std::size_t end) const {
        Room room;
        if (end > this->end()) {
            const std::size_t size = (end + bits - 1) / bits;
            room.reserve(std::max(size, words_.size() + words_.size() / 2));
            room.assign(words_.begin(), words_.end());
            room.resize(size);
        }
        return room;
    }
    void take(Room&& room) noexcept {
        if (room.size() > words_.size())
            words_ = std::move(room);
    }
    /// Exclusive upper bound of the ids for which there is room.
    [[nodiscard]] std::size_t end() const { return words_.size() * bits; }
    void clear() noexcept {
        std::fill(words_.begin(), words_.end(), 0);
        tables_changed_ = false;
    }

    void add(std::uint32_t id) noexcept { words_[id / bits] |= std::uint64_t{1} << id % bits; }
    void add(IdRange ids) noexcept {
        const std::size_t end = std::size_t{ids.first} + ids.count;
        for (std::size_t id = ids.first; id < end;) {
            const std::size_t next = std::min((id / bits + 1) * bits, end);
            words_[id / bits] |= ~std::uint64_t{0} >> (bits - (next - id)) << id % bits;
            id = next;
        }
    }
    /// Notes that the tables of what is looked up by id changed.
    void note_tables(bool changed) noexcept { tables_changed_ = tables_changed_ || changed; }
    [[nodiscard]] bool tables_changed() const { return tables_changed_; }

    [[nodiscard]] bool has(std::uint32_t id) const {
        return id < end() && (words_[id / bits] >> id % bits & 1u) != 0;
    }
    [[nodiscard]] std::size_t count() const {
        std::size_t count = 0;
        for (const std::uint64_t word : words_)
            count += static_cast<std::size_t>(std::popcount(word));
        return count;
    }
    /// Calls visit(id) in ascending order.
    template <class Visit>
    void for_each(Visit visit) const {
        for (std::size_t w = 0; w < words_.size(); ++w)
            for (std::uint64_t left = words_[w]; left != 0; left &= left - 1)
                visit(static_cast<std::uint32_t>(w * bits) +
                      static_cast<std::uint32_t>(std::countr_zero(left)));
    }
    [[nodiscard]] const std::uint64_t* words() const { return words_.data(); }
    [[nodiscard]] std::size_t memory_bytes() const { return words_.capacity() * sizeof(words_[0]); }

private:
    static constexpr std::size_t bits = 64;

    std::vector<std::uint64_t> words_;
    bool tables_changed_ = false;
};

} // namespace lanecast::host
