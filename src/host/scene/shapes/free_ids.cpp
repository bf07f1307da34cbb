#include "host/scene/shapes/free_ids.hpp"

#include <algorithm>
#include <bit>

namespace lanecast::host {

std::uint64_t FreeIds::lowest(std::uint64_t count) const {
    if (count == 0)
        return 0;
    if (taken_.empty() || part(1).longest < count)
        return end_;
    std::uint64_t first = 0;
    std::size_t node = 1;
    for (std::uint64_t length = taken_.size() * word_bits / 2; node < taken_.size(); length /= 2) {
        const Part left = part(2 * node);
        if (left.longest >= count) {
            node = 2 * node;
        } else if (left.last + part(2 * node + 1).first >= count) {
            return first + length - left.last;
        } else {
            node = 2 * node + 1;
            first += length;
        }
    }
    for (std::uint64_t free = ~taken_[node - taken_.size()], skipped = 0;;) {
        const int gap = std::countr_zero(free);
        skipped += static_cast<std::uint64_t>(gap);
        free >>= gap;
        const int run = std::countr_one(free);
        if (static_cast<std::uint64_t>(run) >= count)
            return first + skipped;
        skipped += static_cast<std::uint64_t>(run);
        free >>= run;
    }
}

void FreeIds::reserve(std::uint64_t end) {
    const std::uint64_t words = (end + word_bits - 1) / word_bits;
    if (words <= taken_.size())
        return;
    const auto size = static_cast<std::size_t>(std::bit_ceil(words));
    std::vector<Part> parts(size);
    taken_.resize(size, ~std::uint64_t{0});
    parts_ = std::move(parts);
    update(0, size - 1);
}

void FreeIds::take(std::uint64_t first, std::uint64_t count) noexcept {
    if (first == end_)
        end_ += count;
    else
        set(first, count);
}

void FreeIds::give(std::uint64_t first, std::uint64_t count) noexcept {
    if (first + count != end_)
        return change(first, count, [](std::uint64_t& word, std::uint64_t bits) { word &= ~bits; });
    // A gap right before them now belongs to the end.
    end_ = first;
    while (end_ != 0 && (taken_[(end_ - 1) / word_bits] >> ((end_ - 1) % word_bits) & 1u) == 0)
        --end_;
    set(end_, first - end_);
}

void FreeIds::set(std::uint64_t first, std::uint64_t count) noexcept {
    change(first, count, [](std::uint64_t& word, std::uint64_t bits) { word |= bits; });
}

std::size_t FreeIds::memory_bytes() const noexcept {
    return taken_.capacity() * sizeof taken_[0] + parts_.capacity() * sizeof parts_[0];
}

template <class Change>
void FreeIds::change(std::uint64_t first, std::uint64_t count, Change change) noexcept {
    if (count == 0)
        return;
    const std::uint64_t end = first + count;
    for (std::uint64_t id = first; id < end;) {
        const std::uint64_t in_word = id % word_bits;
        const std::uint64_t bits = std::min(end - id, word_bits - in_word);
        change(taken_[id / word_bits], (~std::uint64_t{0} >> (word_bits - bits)) << in_word);
        id += bits;
    }
    update(first / word_bits, (end - 1) / word_bits);
}

void FreeIds::update(std::size_t first_word, std::size_t last_word) noexcept {
    std::size_t first = first_word + taken_.size(), last = last_word + taken_.size();
    for (std::uint64_t length = word_bits; first > 1; length *= 2) {
        first /= 2;
        last /= 2;
        for (std::size_t node = first; node <= last; ++node)
            parts_[node] = join(part(2 * node), part(2 * node + 1), length);
    }
}

FreeIds::Part FreeIds::part(std::size_t node) const noexcept {
    return node < taken_.size() ? parts_[node] : part_of(taken_[node - taken_.size()]);
}

FreeIds::Part FreeIds::part_of(std::uint64_t taken) noexcept {
    if (taken == 0)
        return {word_bits, word_bits, word_bits};
    Part part = {static_cast<std::uint32_t>(std::countr_zero(taken)), 0,
                 static_cast<std::uint32_t>(std::countl_zero(taken))};
    // Each round makes every run shorter by one.
    for (std::uint64_t free = ~taken; free != 0; free &= free >> 1)
        ++part.longest;
    return part;
}

/// @param length  number of ids in each of the two parts
FreeIds::Part FreeIds::join(const Part& left, const Part& right, std::uint64_t length) noexcept {
    const auto counted = [](std::uint64_t run) {
        return static_cast<std::uint32_t>(std::min<std::uint64_t>(run, UINT32_MAX));
    };
    const std::uint64_t middle = std::uint64_t{left.last} + right.first;
    return {left.first == length ? counted(length + right.first) : left.first,
            counted(std::max<std::uint64_t>({left.longest, right.longest, middle})),
            right.last == length ? counted(length + left.last) : right.last};
}

} // namespace lanecast::host
