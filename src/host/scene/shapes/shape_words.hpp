#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/columns.hpp"
#include "host/columns/elements.hpp"
#include "host/columns/word_fields.hpp"
#include "host/scene/shapes/shared_words.hpp"

namespace lanecast::host {

/// The meaning of a field that was left out.
enum class LeftOut { gets_default, keeps_value };

/// The words of many shapes, in the order of shape_word.
class ShapeWords {
public:
    using Fields = std::span<const Field, shape_word::count>;

    ShapeWords() = default;
    ShapeWords(Fields fields, std::size_t count) {
        for (std::size_t w = 0; w < all_.size(); ++w)
            all_[w] = {readable(fields[w]), count};
    }
    /// Words of their own for each of many shapes.
    static ShapeWords of_each(std::size_t count) {
        ShapeWords words;
        for (SharedWords& word : words.all_)
            word = SharedWords(std::vector<std::uint32_t>(count), false);
        return words;
    }

    [[nodiscard]] const SharedWords& operator[](int word) const {
        return all_[static_cast<std::size_t>(word)];
    }
    [[nodiscard]] SharedWords& operator[](int word) { return all_[static_cast<std::size_t>(word)]; }

    /// See SharedWords.
    void grow_to(std::size_t count, std::size_t room) {
        for (SharedWords& word : all_)
            word.grow_to(count, room);
    }
    /// Makes room for words that are to be written, among `all`.
    /// @param first  index of their first element in the fields
    void prepare(Fields fields, LeftOut rest, std::size_t first, std::size_t count,
                 std::size_t all) {
        for (std::size_t w = 0; w < all_.size(); ++w)
            if (rest == LeftOut::gets_default || !fields[w].missing())
                all_[w].prepare(from(readable(fields[w]), first), count, all);
    }
    /// Writes prepared words.
    void write(std::size_t place, Fields fields, LeftOut rest, std::size_t first,
               std::size_t count) {
        for (std::size_t w = 0; w < all_.size(); ++w)
            if (rest == LeftOut::gets_default || !fields[w].missing())
                all_[w].write(place, from(readable(fields[w]), first), count);
    }
    /// Copies words of other shapes. Needs no memory if these have words of their own.
    void copy(std::size_t place, const ShapeWords& others, std::size_t of, std::size_t count) {
        for (std::size_t w = 0; w < all_.size(); ++w)
            all_[w].write(place, others.all_[w].from(of), count);
    }
    /// The same words, where fields are given those of the fields instead.
    [[nodiscard]] ShapeWords changed(Fields fields, std::size_t count) const {
        ShapeWords words;
        for (std::size_t w = 0; w < all_.size(); ++w)
            words.all_[w] = fields[w].missing() ? all_[w] : SharedWords(readable(fields[w]), count);
        return words;
    }
    [[nodiscard]] std::size_t memory_bytes() const {
        std::size_t bytes = 0;
        for (const SharedWords& word : all_)
            bytes += word.memory_bytes();
        return bytes;
    }

private:
    std::array<SharedWords, shape_word::count> all_;
};

} // namespace lanecast::host
