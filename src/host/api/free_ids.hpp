#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lanecast::host {

/// Which ids are free: all from some id on, and gaps before that. Gaps are bits, and over the words
/// of bits is a tree that knows the longest runs of free ids, so that every step takes as long as
/// the tree is deep. What only comes at the end needs no look at it.
class FreeIds {
public:
    /// Where the lowest run of `count` free ids begins; of none: 0.
    [[nodiscard]] std::uint64_t lowest(std::uint64_t count) const;

    /// So that ids up to `end` can be taken. If memory runs out all stays as it was.
    void reserve(std::uint64_t end);
    /// @param first  as lowest() had it
    void take(std::uint64_t first, std::uint64_t count) noexcept;
    void give(std::uint64_t first, std::uint64_t count) noexcept;

    [[nodiscard]] std::size_t memory_bytes() const noexcept;

private:
    static constexpr std::uint64_t word_bits = 64;

    /// Runs of free ids in a part: at its begin, the longest, and at its end. Of all ids at once
    /// there may be one more than fits; that one is not counted.
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

    std::uint64_t end_ = 0;            ///< from here on all are free; the one before is not
    std::vector<std::uint64_t> taken_; ///< as many words as a power of two; from end_ on all set
    /// A heap: 1 is all, below i stand 2 i and 2 i + 1; behind the last would be the words.
    std::vector<Part> parts_;
};

} // namespace lanecast::host
