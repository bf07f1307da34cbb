#pragma once

#include <cstddef>
#include <cstdint>

#include "isa/kernels/columns/blocks.hpp"
#include "isa/simd/records.hpp"
#include "isa/simd/vec3.hpp"

/// Columns to lanes. A batch is worked on in blocks; of each block every column is staged as a
/// contiguous array: the user's own memory where that will do, a copy elsewhere. So kernels have
/// one form, with plain vector loads, and the end of a batch needs no special case.
namespace lanecast::LANECAST_ISA {

/// Whether three columns are those of vectors side by side.
inline bool are_vectors(const ReadableColumn* columns) {
    constexpr std::ptrdiff_t size = 3 * contiguous;
    const auto* first = static_cast<const char*>(columns[0].address);
    return first != nullptr && columns[0].stride == size && columns[1].stride == size &&
           columns[2].stride == size && columns[1].address == first + contiguous &&
           columns[2].address == first + 2 * contiguous;
}

/// One column as contiguous 32-bit values, block by block. In the lanes behind the end of a batch
/// stands the last element again: valid, harmless, and never written back.
///
/// Its functions are calls, not inlined: kernels have many columns and would consist of nothing
/// else.
class StagedInput {
public:
    /// Before the first block of a part of `size` elements; a value is spread once, and no further
    /// than needed.
    template <int W>
    void open(const ReadableColumn& column, std::size_t size) {
        column_ = column;
        if (is_value() && size != 0)
            spread<W>(size < block_size ? static_cast<int>(size) : block_size);
    }

    /// Whether all elements are one value.
    [[nodiscard]] bool is_value() const { return column_.stride == 0; }

    /// The block's elements, readable up to its padded size.
    template <int W>
    [[nodiscard]] const Word* stage(const Block& block) {
        if (is_value())
            return copy_;
        if (column_.stride == contiguous && block.size % W == 0)
            return element(column_, block.first);
        copy<W>(block, 0);
        return copy_;
    }
    template <int W>
    [[nodiscard]] const Word* stage(const OrderedBlock& block) {
        if (!is_value())
            copy(block, block.padded<W>());
        return copy_;
    }

    /// The block's elements from the begin-th on, which begins its vector, as a copy.
    template <int W>
    [[gnu::noinline]] void copy(const Block& block, int begin) {
        const int last = block.size - 1;
        const auto* from = reinterpret_cast<const char*>(element(column_, block.first));
        Int<W>(*reinterpret_cast<const Word*>(from + last * column_.stride))
            .store(copy_ + block.padded<W>() - W);
        from += begin * column_.stride;
        for (int i = begin; i < last; ++i, from += column_.stride)
            copy_[i] = *reinterpret_cast<const Word*>(from);
    }
    [[nodiscard]] const ReadableColumn& column() const { return column_; }
    [[nodiscard]] Word* copied() { return copy_; }

private:
    template <int W>
    void spread(int size) {
        const Int<W> value(*element(column_, 0));
        for (int i = 0; i < size; i += W)
            value.store(copy_ + i);
    }
    [[gnu::noinline]] void copy(const OrderedBlock& block, int padded) {
        for (int i = 0; i < padded; ++i)
            copy_[i] = *element(column_, block.first + block.offset[i]);
    }

    ReadableColumn column_;
    alignas(64) Word copy_[block_size];
};

/// n columns that are read together, W lanes at a time.
template <int n, int W>
class StagedInputs {
public:
    /// Of a part of `size` elements.
    StagedInputs(const ReadableColumn* columns, std::size_t size) {
        for (int c = 0; c < n; ++c) {
            columns_[c].template open<W>(columns[c], size);
            begins_vector_[c] = false;
        }
        // One vector is copied faster without them.
        for (int c = 0; size > W && c + 2 < n; ++c)
            begins_vector_[c] = are_vectors(columns + c);
        for (int c = 0; c < n; ++c) {
            step_[c] = columns[c].stride == 0 ? 0 : block_size;
            in_place_ = in_place_ && (columns[c].stride == 0 || columns[c].stride == contiguous);
        }
    }
    void stage(const Block& block) {
        if (in_place_ && next_ == block.first && block.size == block_size) {
            for (int c = 0; c < n; ++c)
                now_[c] += step_[c];
            next_ += block_size;
            return;
        }
        next_ = block.size == block_size ? block.first + block_size : none;
        static constexpr Consecutive offsets;
        // But the last of all, behind which nothing may be read.
        const int vectors = block.has_last ? (block.size - 1) / W * W : block.size;
        for (int c = 0; c < n; ++c) {
            if constexpr (n >= 3) {
                if (begins_vector_[c]) {
                    copy_vectors(c, block.first, offsets.of, vectors);
                    for (int a = 0; a < 3 && block.has_last; ++a)
                        columns_[c + a].template copy<W>(block, vectors);
                    c += 2;
                    continue;
                }
            }
            now_[c] = columns_[c].template stage<W>(block);
        }
    }
    void stage(const OrderedBlock& block) {
        for (int c = 0; c < n; ++c) {
            if constexpr (n >= 3) {
                if (begins_vector_[c] && !block.has_last) {
                    copy_vectors(c, block.first, block.offset, block.padded<W>());
                    c += 2;
                    continue;
                }
            }
            now_[c] = columns_[c].template stage<W>(block);
        }
    }

    [[nodiscard]] bool is_value(int column) const { return columns_[column].is_value(); }

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
        std::uint32_t of[block_size];
        constexpr Consecutive() : of{} {
            for (std::uint32_t i = 0; i < block_size; ++i)
                of[i] = i;
        }
    };

    /// Elements first + offset[i] of three columns that are vectors. Reads a float behind each.
    [[gnu::noinline]] void copy_vectors(int c, std::size_t first, const std::uint32_t* offset,
                                        int count) {
        const auto* from = reinterpret_cast<const float*>(element(columns_[c].column(), first));
        for (int i = 0; i < count; i += W) {
            // CPUs do not foresee rows of pictures.
            constexpr std::size_t floats_ahead = tuning::column_floats_ahead;
            for (int q = 0; q < W; q += 4)
                __builtin_prefetch(from + std::size_t{3} * offset[i + q] + floats_ahead);
            Float<W> words[4];
            load_records<Rows<0>, 3, W>(from, offset + i, words);
            for (int a = 0; a < 3; ++a)
                as_int(words[a]).store(columns_[c + a].copied() + i);
        }
        for (int a = 0; a < 3; ++a)
            now_[c + a] = columns_[c + a].copied();
    }

    static constexpr std::size_t none = ~std::size_t{0};

    StagedInput columns_[n];
    const Word* now_[n];
    std::ptrdiff_t step_[n];  ///< to the next block, where nothing has to be copied
    std::size_t next_ = none; ///< element where the block behind the last one begins, if whole
    bool in_place_ = true;    ///< nothing ever has to be copied
    bool begins_vector_[n];
};

/// One query's elements of columns, in all lanes, as StagedInputs has those of a block: a call with
/// a single query pays for nothing else.
template <int W>
class OneInput {
public:
    OneInput(const ReadableColumn* columns, std::size_t query) : columns_(columns), query_(query) {}

    [[nodiscard]] Float<W> floats(int column, int) const {
        return __builtin_bit_cast(float, word(column));
    }
    [[nodiscard]] Int<W> ints(int column, int) const { return Int<W>(word(column)); }
    [[nodiscard]] Vec<W> vectors(int first, int i) const {
        return {floats(first, i), floats(first + 1, i), floats(first + 2, i)};
    }

private:
    [[nodiscard]] std::uint32_t word(int column) const {
        return *element(columns_[column], query_);
    }

    const ReadableColumn* columns_;
    std::size_t query_;
};

} // namespace lanecast::LANECAST_ISA
