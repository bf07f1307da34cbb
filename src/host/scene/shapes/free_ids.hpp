#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lanecast::host {

/// The free ids: all ids from some id on, and gaps before it. Gaps are bits in words. A tree over
/// the words has the longest runs of free ids, so the cost of each operation is the depth of the
/// tree. Taking ids at the end does not touch the tree.
class FreeIds {
public:
    /// Returns the first id of the lowest run of `count` free ids; 0 if `count` is 0.
    [[nodiscard]] std::uint64_t lowest(std::uint64_t count) const;

    /// The first of the ids at the end, which are all free.
    [[nodiscard]] std::uint64_t end() const noexcept { return end_; }

    /// Makes room for ids below `end`. If memory runs out, nothing changes.
    void reserve(std::uint64_t end);
    /// @param first  as returned by lowest()
    void take(std::uint64_t first, std::uint64_t count) noexcept;
    void give(std::uint64_t first, std::uint64_t count) noexcept;

    [[nodiscard]] std::size_t memory_bytes() const noexcept;

private:
    static constexpr std::uint64_t word_bits = 64;

    /// Runs of free ids in a part: at its beginning, the longest one, and at its end. A run over
    /// all 2^32 ids does not fit and counts as one id less.
    struct Part {
        std::uint32_t first = 0, longest = 0, last = 0;
    };

    static Part part_of(std::uint64_t taken) noexcept;
    [[nodiscard]] Part part(std::size_t node) const noexcept;
    static Part join(const Part& left, const Part& right, std::uint64_t length) noexcept;
    void set(std::uint64_t first, std::uint64_t count) noexcept;
    template <class Change>
    void change(std::uint64_t first, std::uint64_t count, Change change) noexcept;
    void update(std::size_t first_word, std::size_t last_word) noexcept;

    std::uint64_t end_ = 0;            ///< from here on all ids are free; the one before is not
    std::vector<std::uint64_t> taken_; ///< a power of two of words; from end_ on all bits are set
    /// A heap: node 1 covers all words, the children of node i are 2 i and 2 i + 1. The words would
    /// follow after the last node.
    std::vector<Part> parts_;
};

} // namespace lanecast::host
