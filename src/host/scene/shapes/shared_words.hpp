#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/columns.hpp"
#include "host/columns/elements.hpp"

namespace lanecast::host {

/// A word for each of many shapes, or one for all of them, which saves memory.
class SharedWords {
public:
    SharedWords() = default;
    /// Copies a column. A constant column becomes a single word.
    SharedWords(const ReadableColumn& column, std::size_t count)
        : words_(column.stride == 0 ? 1 : count), is_one_(column.stride == 0) {
        copy_elements(column, words_.size(), words_.data());
    }

    /// @param words  a single one, if `is_one`
    SharedWords(std::vector<std::uint32_t>&& words, bool is_one)
        : words_(std::move(words)), is_one_(is_one) {}

    [[nodiscard]] bool is_one() const { return is_one_; }
    [[nodiscard]] const std::uint32_t* at(std::size_t place) const {
        return words_.data() + (is_one_ ? 0 : place);
    }
    [[nodiscard]] std::size_t memory_bytes() const {
        return words_.capacity() * sizeof(std::uint32_t);
    }

    /// Adds words until there are `count`, with room for `room`.
    void grow_to(std::size_t count, std::size_t room) {
        if (is_one_)
            return;
        if (words_.capacity() < count)
            words_.reserve(room);
        words_.resize(count);
    }
    /// Makes room for `count` words that are to be written, among `all`. After that, write() needs
    /// no memory. The words keep their values.
    void prepare(const ReadableColumn& column, std::size_t count, std::size_t all) {
        if (!is_one_)
            return;
        for (std::size_t i = 0; i < (column.stride == 0 ? 1 : count); ++i)
            if (element<std::uint32_t>(column, i) != words_[0]) {
                words_.resize(all, words_[0]);
                is_one_ = false;
                return;
            }
    }
    /// Writes prepared words, starting at a place.
    void write(std::size_t place, const ReadableColumn& column, std::size_t count) {
        if (!is_one_)
            copy_elements(column, count, words_.data() + place);
    }
    /// The words from a place on, as a column.
    [[nodiscard]] ReadableColumn from(std::size_t place) const {
        return {at(place), is_one_ ? 0 : static_cast<std::ptrdiff_t>(sizeof(std::uint32_t))};
    }

private:
    std::vector<std::uint32_t> words_;
    bool is_one_ = true; ///< for all shapes, also if there is only one shape
};

} // namespace lanecast::host
