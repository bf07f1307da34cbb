#pragma once

#include <cstddef>
#include <cstdint>

#include "core/columns.hpp"

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

    /// Rounded up to whole vectors of W lanes.
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
        visit(Block{i, left < block_size ? static_cast<int>(left) : block_size});
    }
}

/// T is float or std::uint32_t. In the lanes behind the end of a batch stands the last element
/// again: valid, harmless, and never written back.
template <class T, int W>
class StagedInput {
public:
    /// Before the first block of a part of `size` elements; a value is spread once, and no further
    /// than needed.
    void open(const ReadableColumn& column, std::size_t size) {
        column_ = column;
        if (column.stride != 0)
            return;
        const int n = size < block_size ? Block{0, static_cast<int>(size)}.padded<W>() : block_size;
        for (int i = 0; i < n; ++i)
            copy_[i] = *static_cast<const T*>(column.address);
    }

    /// The block's elements, readable up to its padded size.
    [[nodiscard]] const T* stage(const Block& block) {
        if (column_.stride == 0)
            return copy_;
        const char* from = static_cast<const char*>(column_.address) +
                           static_cast<std::ptrdiff_t>(block.first) * column_.stride;
        if (column_.stride == contiguous && block.size % W == 0)
            return reinterpret_cast<const T*>(from);
        for (int i = 0; i < block.size; ++i, from += column_.stride)
            copy_[i] = *reinterpret_cast<const T*>(from);
        for (int i = block.size; i < block.padded<W>(); ++i)
            copy_[i] = copy_[block.size - 1];
        return copy_;
    }

private:
    ReadableColumn column_;
    alignas(64) T copy_[block_size];
};

/// T is float or std::uint32_t. Nothing is written beyond the batch.
template <class T, int W>
class StagedOutput {
public:
    void open(const WritableColumn& column) { column_ = column; }

    [[nodiscard]] bool wanted() const { return column_.address != nullptr; }

    /// Where to write the block's elements, up to its padded size; ask only if wanted.
    [[nodiscard]] T* stage(const Block& block) {
        return in_place(block) ? reinterpret_cast<T*>(at(block)) : copy_;
    }

    /// Brings what was written to the user; call it once for each block that was staged.
    void flush(const Block& block) const {
        if (in_place(block))
            return;
        char* to = at(block);
        for (int i = 0; i < block.size; ++i, to += column_.stride)
            *reinterpret_cast<T*>(to) = copy_[i];
    }

private:
    [[nodiscard]] bool in_place(const Block& block) const {
        return column_.stride == contiguous && block.size % W == 0;
    }
    [[nodiscard]] char* at(const Block& block) const {
        return static_cast<char*>(column_.address) +
               static_cast<std::ptrdiff_t>(block.first) * column_.stride;
    }

    WritableColumn column_;
    alignas(64) T copy_[block_size];
};

/// Writes truth values, bit i of `bits` for element i of [first, first + count), as bytes 0 and 1.
inline void write_truths(const WritableColumn& column, std::size_t first, int count,
                         unsigned bits) {
    auto* to =
        static_cast<char*>(column.address) + static_cast<std::ptrdiff_t>(first) * column.stride;
    for (int i = 0; i < count; ++i, to += column.stride)
        *to = static_cast<char>((bits >> i) & 1u);
}

} // namespace lanecast::LANECAST_ISA
