#pragma once

#include <cstddef>
#include <cstdint>

#include "core/columns.hpp"
#include "isa/simd/records.hpp"
#include "isa/simd/vec3.hpp"

/// Columns to lanes and back. A batch is worked on in blocks; of each block every column is staged
/// as a contiguous array: the user's own memory where that will do, a copy elsewhere. So kernels
/// have one form, with plain vector loads, and the end of a batch needs no special case.
namespace lanecast::LANECAST_ISA {

inline constexpr int block_size = 128;
static_assert(block_size % 16 == 0, "whole vectors on every ISA");

inline constexpr std::ptrdiff_t contiguous = 4;

/// Blocks [first, first + size) that cover a part of a batch.
struct Block {
    std::size_t first;
    int size;
    bool has_last = true; ///< perhaps the last element of all is in it

    /// Rounded up to whole vectors of W lanes.
    template <int W>
    [[nodiscard]] int padded() const {
        return (size + W - 1) / W * W;
    }
};

/// The same of elements in another order: lane i holds element first + offset[i]. Up to whole
/// vectors the last one stands again.
struct OrderedBlock {
    std::size_t first;
    int size;
    bool in_quads; ///< lanes 4 q to 4 q + 3 hold consecutive elements
    bool has_last; ///< perhaps the last element of all is in it
    alignas(64) std::uint32_t offset[block_size];

    template <int W>
    [[nodiscard]] int padded() const {
        return (size + W - 1) / W * W;
    }
};

/// Calls visit(Block) for consecutive blocks of [first, last).
template <class Visit>
void for_each_block(std::size_t first, std::size_t last, Visit visit) {
    for (std::size_t i = first; i < last; i += block_size) {
        const std::size_t left = last - i;
        visit(
            Block{i, left < block_size ? static_cast<int>(left) : block_size, left <= block_size});
    }
}

/// A float or an integer of a column, as its bits.
using Word [[gnu::may_alias]] = std::uint32_t;

inline const Word* element(const ReadableColumn& column, std::size_t i) {
    return reinterpret_cast<const Word*>(static_cast<const char*>(column.address) +
                                         static_cast<std::ptrdiff_t>(i) * column.stride);
}
/// Whether three columns are those of vectors side by side.
inline bool are_vectors(const ReadableColumn* columns) {
    constexpr std::ptrdiff_t size = 3 * contiguous;
    const auto* first = static_cast<const char*>(columns[0].address);
    return first != nullptr && columns[0].stride == size && columns[1].stride == size &&
           columns[2].stride == size && columns[1].address == first + contiguous &&
           columns[2].address == first + 2 * contiguous;
}

inline Word* element(const WritableColumn& column, std::size_t i) {
    return reinterpret_cast<Word*>(static_cast<char*>(column.address) +
                                   static_cast<std::ptrdiff_t>(i) * column.stride);
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

/// One column to write, as contiguous 32-bit values. Nothing is written beyond the batch.
class StagedOutput {
public:
    void open(const WritableColumn& column) { column_ = column; }

    [[nodiscard]] bool wanted() const { return column_.address != nullptr; }

    /// Where to write the block's elements, up to its padded size; ask only if wanted.
    template <int W>
    [[nodiscard]] Word* stage(const Block& block) {
        return in_place<W>(block) ? element(column_, block.first) : copy_;
    }

    /// Brings what was written to the user; call it once for each block that was staged.
    template <int W>
    void flush(const Block& block) const {
        if (!in_place<W>(block))
            copy(block);
    }

    [[nodiscard]] Word* stage(const OrderedBlock&) { return copy_; }
    [[gnu::noinline]] void flush(const OrderedBlock& block) const {
        if (column_.stride == contiguous && block.in_quads) {
            for (int i = 0; i < block.size; i += 4)
                __builtin_memcpy(element(column_, block.first + block.offset[i]), copy_ + i,
                                 4 * sizeof(Word));
            return;
        }
        for (int i = 0; i < block.size; ++i)
            *element(column_, block.first + block.offset[i]) = copy_[i];
    }

private:
    template <int W>
    [[nodiscard]] bool in_place(const Block& block) const {
        return column_.stride == contiguous && block.size % W == 0;
    }
    [[gnu::noinline]] void copy(const Block& block) const {
        auto* to = reinterpret_cast<char*>(element(column_, block.first));
        for (int i = 0; i < block.size; ++i, to += column_.stride)
            *reinterpret_cast<Word*>(to) = copy_[i];
    }

    WritableColumn column_;
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
    }
    void stage(const Block& block) {
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
            constexpr std::size_t floats_ahead = 256;
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

    StagedInput columns_[n];
    const Word* now_[n];
    bool begins_vector_[n];
};

/// n columns that are written together, W lanes at a time. What is not wanted is not written.
template <int n, int W>
class StagedOutputs {
public:
    explicit StagedOutputs(const WritableColumn* columns) {
        for (int c = 0; c < n; ++c)
            columns_[c].open(columns[c]);
    }
    [[nodiscard]] bool wanted(int column) const { return columns_[column].wanted(); }

    void stage(const Block& block) {
        for (int c = 0; c < n; ++c)
            now_[c] = wanted(c) ? columns_[c].template stage<W>(block) : nullptr;
    }
    void flush(const Block& block) const {
        for (int c = 0; c < n; ++c)
            if (wanted(c))
                columns_[c].template flush<W>(block);
    }

    void stage(const OrderedBlock& block) {
        for (int c = 0; c < n; ++c)
            now_[c] = wanted(c) ? columns_[c].stage(block) : nullptr;
    }
    void flush(const OrderedBlock& block) const {
        for (int c = 0; c < n; ++c)
            if (wanted(c))
                columns_[c].flush(block);
    }

    // Elements i to i + W - 1 of the block last staged: `value` where hit, `miss` elsewhere.
    void put(int column, int i, Mask<W> hit, Float<W> value, float miss) {
        if (now_[column])
            select(hit, value, Float<W>(miss)).store(reinterpret_cast<float*>(now_[column]) + i);
    }
    void put(int column, int i, Mask<W> hit, Int<W> value, Int<W> miss) {
        if (now_[column])
            select(hit, value, miss).store(now_[column] + i);
    }
    /// Where coordinates beyond 2^60 overflowed there is some number, but no NaN.
    void put(int first, int i, Mask<W> hit, Vec<W> value) {
        const Float<W> lowest(-largest_float);
        put(first, i, hit, max(value.x, lowest), 0.0f);
        put(first + 1, i, hit, max(value.y, lowest), 0.0f);
        put(first + 2, i, hit, max(value.z, lowest), 0.0f);
    }

private:
    StagedOutput columns_[n];
    Word* now_[n];
};

/// The bits of the lanes that belong to the block, of those from i on.
template <int W, class Block>
unsigned lanes_in_block(const Block& block, int i) {
    const int left = block.size - i;
    return left >= W ? (1u << W) - 1u : (1u << left) - 1u;
}

inline std::size_t count_bits(unsigned bits) {
    return static_cast<std::size_t>(__builtin_popcount(bits));
}

/// Writes truth values, bit i of `bits` for element i of [first, first + count), as bytes 0 and 1.
inline void write_truths(const WritableColumn& column, std::size_t first, int count,
                         unsigned bits) {
    auto* to =
        static_cast<char*>(column.address) + static_cast<std::ptrdiff_t>(first) * column.stride;
    for (int i = 0; i < count; ++i, to += column.stride)
        *to = static_cast<char>((bits >> i) & 1u);
}

/// A column of truth values, W lanes at a time.
template <int W>
class StagedTruths {
public:
    explicit StagedTruths(const WritableColumn& column) : column_(column) {}

    void stage(const Block& block) { block_ = block; }
    void flush(const Block&) const {}

    void stage(const OrderedBlock& block) {
        order_ = &block;
        block_ = {block.first, block.size};
    }
    void flush(const OrderedBlock&) { order_ = nullptr; }

    /// Elements i to i + W - 1 of the block last staged.
    void write(int i, Mask<W> hit, Float<W>, Int<W>, Int<W>) const {
        const int left = block_.size - i, count = left < W ? left : W;
        if (order_ == nullptr) {
            write_truths(column_, block_.first + static_cast<std::size_t>(i), count, hit.bits());
            return;
        }
        for (int lane = 0; lane < count; ++lane)
            write_truths(column_, block_.first + order_->offset[i + lane], 1, hit.bits() >> lane);
    }

private:
    WritableColumn column_;
    Block block_;
    const OrderedBlock* order_ = nullptr;
};

} // namespace lanecast::LANECAST_ISA
