#pragma once

#include <cstddef>
#include <cstdint>

#include "isa/kernels/columns/blocks.hpp"
#include "isa/simd/records.hpp"
#include "isa/simd/vec3.hpp"

/// Columns to lanes. A batch is processed block by block. Within a block, every column is staged as
/// a contiguous array: the user's own memory if its layout allows it, otherwise a copy. Kernels
/// therefore use plain vector loads only, and the end of a batch is not a special case.
namespace lanecast::LANECAST_ISA {

/// Whether three columns are the components of vectors, tightly packed or in records.
inline bool are_vectors(const ReadableColumn* columns) {
    const auto* first = static_cast<const char*>(columns[0].address);
    const std::ptrdiff_t stride = columns[0].stride;
    return first != nullptr && stride >= 3 * contiguous && stride % contiguous == 0 &&
           columns[1].stride == stride && columns[2].stride == stride &&
           columns[1].address == first + contiguous && columns[2].address == first + 2 * contiguous;
}

/// One column as contiguous 32-bit values, block by block. Lanes past the end of a batch repeat the
/// last element: they are valid, harmless and never written back.
///
/// Copying is never inlined, because kernels have many columns and would consist of little else.
class StagedInput {
public:
    /// @param copy  `room` elements, for a block, which belong to this column
    StagedInput(const ReadableColumn& column, Word* copy, int room = block_size)
        : column_(column), copy_(copy), room_(room) {}

    /// Prepares for a part of `size` elements. A column with one value for all is broadcast here,
    /// once, and only as far as needed.
    template <int W>
    void open(std::size_t size) const {
        if (is_value() && size != 0)
            spread<W>(size < static_cast<std::size_t>(room_) ? static_cast<int>(size) : room_);
    }

    /// Whether one value stands for all elements.
    [[nodiscard]] bool is_value() const { return column_.stride == 0; }

    /// Returns the block's elements, readable up to its padded size.
    template <int W>
    [[nodiscard]] const Word* stage(const Block& block) const {
        if (is_value())
            return copy_;
        if (column_.stride == contiguous && block.size % W == 0)
            return element(column_, block.first);
        copy<W>(block, 0);
        return copy_;
    }
    template <int W>
    [[nodiscard]] const Word* stage(const OrderedBlock& block) const {
        if (!is_value())
            copy(block, block.padded<W>());
        return copy_;
    }

    /// Copies the block's elements from index `begin` on, which must be the start of a vector.
    template <int W>
    LANECAST_APART void copy(const Block& block, int begin) const {
        const int last = block.size - 1;
        const auto* from = reinterpret_cast<const char*>(element(column_, block.first));
        Int<W>(*reinterpret_cast<const Word*>(from + last * column_.stride))
            .store(copy_ + block.padded<W>() - W);
        from += begin * column_.stride;
        for (int i = begin; i < last; ++i, from += column_.stride)
            copy_[i] = *reinterpret_cast<const Word*>(from);
    }

private:
    template <int W>
    void spread(int size) const {
        const Int<W> value(*element(column_, 0));
        for (int i = 0; i < size; i += W)
            value.store(copy_ + i);
    }
    LANECAST_APART void copy(const OrderedBlock& block, int padded) const {
        for (int i = 0; i < padded; ++i)
            copy_[i] = *element(column_, block.first + block.offset[i]);
    }

    const ReadableColumn& column_;
    Word* copy_;
    int room_;
};

/// n columns that are read together, W lanes at a time.
/// @tparam room  size of the largest block
template <int n, int W, int room = block_size>
class StagedInputs {
public:
    /// @param size  number of elements of the part
    StagedInputs(const ReadableColumn* columns, std::size_t size) {
        for (int c = 0; c < n; ++c) {
            columns_[c] = columns[c];
            input(c).template open<W>(size);
            begins_vector_[c] = false;
        }
        // A part of at most one vector is copied faster column by column.
        for (int c = 0; size > W && c + 2 < n; ++c)
            begins_vector_[c] = are_vectors(columns + c);
        for (int c = 0; c < n; ++c) {
            step_[c] = columns[c].stride == 0 ? 0 : room;
            in_place_ = in_place_ && (columns[c].stride == 0 || columns[c].stride == contiguous);
        }
    }
    void stage(const Block& block) {
        if (in_place_ && next_ == block.first && block.size == room) {
            for (int c = 0; c < n; ++c)
                now_[c] += step_[c];
            next_ += room;
            return;
        }
        next_ = block.size == room ? block.first + room : none;
        static constexpr Consecutive offsets;
        // The batch's last vector is excluded, because copy_vectors() reads past the last element.
        const int vectors = block.has_last ? (block.size - 1) / W * W : block.size;
        for (int c = 0; c < n; ++c) {
            if constexpr (n >= 3) {
                if (begins_vector_[c]) {
                    copy_vectors(c, block.first, offsets.of, vectors);
                    for (int a = 0; a < 3 && block.has_last; ++a)
                        input(c + a).template copy<W>(block, vectors);
                    c += 2;
                    continue;
                }
            }
            now_[c] = input(c).template stage<W>(block);
        }
    }
    void stage(const OrderedBlock& block) {
        next_ = none;
        for (int c = 0; c < n; ++c) {
            if constexpr (n >= 3) {
                if (begins_vector_[c] && !block.has_last) {
                    copy_vectors(c, block.first, block.offset, block.padded<W>());
                    c += 2;
                    continue;
                }
            }
            now_[c] = input(c).template stage<W>(block);
        }
    }

    /// Where the elements of the block last staged begin.
    [[nodiscard]] const Word* place(int column) const { return now_[column]; }

    // Elements i to i + W - 1 of the block last staged.
    [[nodiscard]] Float<W> floats(int column, int i) const {
        return Float<W>::load(reinterpret_cast<const float*>(now_[column]) + i);
    }
    [[nodiscard]] Int<W> ints(int column, int i) const { return Int<W>::load(now_[column] + i); }
    [[nodiscard]] Vec<W> vectors(int first, int i) const {
        return {floats(first, i), floats(first + 1, i), floats(first + 2, i)};
    }

private:
    struct Consecutive {
        std::uint32_t of[room];
        constexpr Consecutive() : of{} {
            for (std::uint32_t i = 0; i < room; ++i)
                of[i] = i;
        }
    };

    /// Copies elements first + offset[i] of three columns that are vectors. Reads one float past
    /// each.
    LANECAST_APART void copy_vectors(int c, std::size_t first, const std::uint32_t* offset,
                                     int count) {
        const auto* from = reinterpret_cast<const float*>(element(columns_[c], first));
        const auto stride = static_cast<std::size_t>(columns_[c].stride / contiguous);
        for (int i = 0; i < count; i += W) {
            // Prefetched explicitly, because CPUs do not predict the next row of a picture.
            constexpr std::size_t floats_ahead = tuning::column_floats_ahead;
            for (int q = 0; q < W; q += 4)
                __builtin_prefetch(from + stride * offset[i + q] + floats_ahead);
            Float<W> words[4];
            load_records<Rows<0>, W>(from, stride, offset + i, words);
            for (int a = 0; a < 3; ++a)
                as_int(words[a]).store(copies_[c + a] + i);
        }
        for (int a = 0; a < 3; ++a)
            now_[c + a] = copies_[c + a];
    }

    static constexpr std::size_t none = ~std::size_t{0};

    [[nodiscard]] StagedInput input(int c) { return {columns_[c], copies_[c], room}; }

    // Copies apart from columns: aligned one by one, each pair would waste most of a cache line of
    // the stack.
    alignas(64) Word copies_[n][room];
    ReadableColumn columns_[n];
    const Word* now_[n];
    std::ptrdiff_t step_[n];  ///< to the next block, if nothing has to be copied
    std::size_t next_ = none; ///< first element of the block after the last one, if that was whole
    bool in_place_ = true;    ///< no column ever has to be copied
    bool begins_vector_[n];
};

/// One query's elements, broadcast to all lanes, with the interface of StagedInputs. A call with a
/// single query avoids the cost of staging.
/// @tparam Words  words(column) returns an element
template <int W, class Words>
class OneInput {
public:
    explicit OneInput(Words words) : words_(words) {}

    [[nodiscard]] Float<W> floats(int column, int) const {
        return __builtin_bit_cast(float, words_(column));
    }
    [[nodiscard]] Int<W> ints(int column, int) const { return Int<W>(words_(column)); }
    [[nodiscard]] Vec<W> vectors(int first, int i) const {
        return {floats(first, i), floats(first + 1, i), floats(first + 2, i)};
    }

private:
    Words words_;
};
template <int W, class Words>
OneInput<W, Words> one_input(Words words) {
    return OneInput<W, Words>(words);
}
/// Query `query` of a batch.
template <int W>
auto one_input(const ReadableColumn* columns, std::size_t query) {
    return one_input<W>([=](int column) { return *element(columns[column], query); });
}

} // namespace lanecast::LANECAST_ISA
