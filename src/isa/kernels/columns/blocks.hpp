#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/columns.hpp"
#include "isa/kernels/columns/tuning.hpp"
#include "isa/simd/lanes.hpp"

/// Blocks of a batch, and access to the elements of its columns.
namespace lanecast::LANECAST_ISA {

/// Lanes of a vector, unless a template parameter overrides the number.
inline constexpr int W = native_width;

inline constexpr int block_size = 128;
static_assert(block_size % 32 == 0, "whole vectors on every ISA, and pairs of them");

/// Prepared queries per group: the lane count of the widest vectors. A query that comes alone
/// occupies only one group, so the stack stays small.
inline constexpr int group_size = 16;
static_assert(block_size % group_size == 0);

inline constexpr std::ptrdiff_t contiguous = 4;

/// The elements [first, first + size) of a batch. Consecutive blocks cover a part of it.
struct Block {
    std::size_t first;
    int size;
    bool has_last = true; ///< may contain the last element of the batch

    /// Size rounded up to whole vectors of W lanes.
    template <int W>
    [[nodiscard]] int padded() const {
        return (size + W - 1) / W * W;
    }
};

/// A block in another order: lane i holds element first + offset[i]. The last element is repeated
/// up to a whole vector.
struct OrderedBlock {
    std::size_t first;
    int size;
    bool in_quads; ///< lanes 4 q to 4 q + 3 hold consecutive elements
    bool has_last; ///< may contain the last element of the batch
    alignas(64) std::uint32_t offset[block_size];

    template <int W>
    [[nodiscard]] int padded() const {
        return (size + W - 1) / W * W;
    }
};

/// Calls visit(Block) for consecutive blocks of [first, last).
/// @tparam size  of each block; at most block_size
template <int size = block_size, class Visit>
void for_each_block(std::size_t first, std::size_t last, Visit visit) {
    static_assert(size <= block_size && size % group_size == 0);
    for (std::size_t i = first; i < last; i += size) {
        const std::size_t left = last - i;
        visit(Block{i, left < size ? static_cast<int>(left) : size, left <= size});
    }
}

/// The bits of a float or integer in a column.
using Word [[gnu::may_alias]] = std::uint32_t;

inline const Word* element(const ReadableColumn& column, std::size_t i) {
    return reinterpret_cast<const Word*>(static_cast<const char*>(column.address) +
                                         static_cast<std::ptrdiff_t>(i) * column.stride);
}
inline Word* element(const WritableColumn& column, std::size_t i) {
    return reinterpret_cast<Word*>(static_cast<char*>(column.address) +
                                   static_cast<std::ptrdiff_t>(i) * column.stride);
}

/// The memory of a part of a column.
struct MemoryRange {
    std::uintptr_t begin, end;

    /// @param column  readable or writable
    template <class Column>
    MemoryRange(const Column& column, BatchPart part) {
        const auto at = [&](std::size_t i) {
            return reinterpret_cast<std::uintptr_t>(column.address) +
                   i * static_cast<std::uintptr_t>(column.stride);
        };
        const std::uintptr_t first = at(part.first), last = at(part.last - 1);
        begin = std::min(first, last);
        end = std::max(first, last) + sizeof(Word);
    }
    [[nodiscard]] bool meets(const MemoryRange& other) const {
        return begin < other.end && other.begin < end;
    }
};

/// Bit mask of the lanes from i on that belong to the block.
template <int W, class Block>
unsigned lanes_in_block(const Block& block, int i) {
    const int left = block.size - i;
    constexpr unsigned all = ~0u >> (32 - W);
    return left >= W ? all : (1u << left) - 1u;
}

inline std::size_t count_bits(unsigned bits) {
    return static_cast<std::size_t>(__builtin_popcount(bits));
}
inline std::size_t count_bits(std::uint64_t bits) {
    return static_cast<std::size_t>(__builtin_popcountll(bits));
}

} // namespace lanecast::LANECAST_ISA
