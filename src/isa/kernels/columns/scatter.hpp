#pragma once

#include "isa/kernels/columns/blocks.hpp"
#include "isa/simd/vec3.hpp"
#include "lanecast/answers.hpp"

/// Lanes to columns. Kernels write directly to the user's memory if its layout allows it, otherwise
/// through a copy.
namespace lanecast::LANECAST_ISA {

/// Bit mask of the columns that the caller requested.
inline unsigned wanted_columns(const WritableColumn* columns, int count) {
    unsigned wanted = 0;
    for (int c = 0; c < count; ++c)
        wanted |= unsigned{columns[c].address != nullptr} << c;
    return wanted;
}
/// Whether the caller requested details of first answers.
template <class Column>
bool wants_details(const Outputs<Column>& columns) {
    return wanted_columns(columns.at, Column::count) >> answer_column::details != 0;
}

/// n columns that are written together, W lanes at a time, each as contiguous 32-bit values.
/// Columns that were not requested and elements past the batch are not written.
template <int n, int W>
class StagedOutputs {
public:
    /// @param columns  must keep their address
    explicit StagedOutputs(const WritableColumn* columns)
        : columns_(columns), wanted_(wanted_columns(columns, n)) {}

    void stage(const Block& block) {
        for_each_wanted([&](int c) {
            now_[c] = in_place(c, block) ? element(columns_[c], block.first) : copy_[c];
        });
    }
    /// Copies staged values to the user's memory. Call it once for each block that was staged.
    void flush(const Block& block) const {
        for_each_wanted([&](int c) {
            if (!in_place(c, block))
                copy(c, block);
        });
    }

    void stage(const OrderedBlock&) {
        for_each_wanted([&](int c) { now_[c] = copy_[c]; });
    }
    void flush(const OrderedBlock& block) const {
        for_each_wanted([&](int c) { copy(c, block); });
    }

    [[nodiscard]] unsigned wanted() const { return wanted_; }
    /// Whether a wanted column has memory for which this is true.
    template <class Predicate>
    [[nodiscard]] bool any_memory(BatchPart part, Predicate is_true) const {
        for (unsigned left = wanted_; left != 0; left &= left - 1)
            if (is_true(MemoryRange(columns_[__builtin_ctz(left)], part)))
                return true;
        return false;
    }
    /// Whether kernels write all wanted columns directly.
    [[nodiscard]] bool lie_in_place() const {
        bool all = true;
        for_each_wanted([&](int c) { all = all && columns_[c].stride == contiguous; });
        return all;
    }
    /// Where the elements of the block last staged begin.
    [[nodiscard]] Word* place(int column) const { return now_[column]; }

    // Elements i to i + W - 1 of the block last staged: `value` where hit, `miss` elsewhere.
    void put(int column, int i, Mask<W> hit, Float<W> value, float miss) {
        if (is_wanted(column))
            select(hit, value, Float<W>(miss)).store(reinterpret_cast<float*>(now_[column]) + i);
    }
    void put(int column, int i, Mask<W> hit, Int<W> value, Int<W> miss) {
        if (is_wanted(column))
            select(hit, value, miss).store(now_[column] + i);
    }
    /// Writes no NaN: if coordinates beyond 2^60 overflowed, the value is an arbitrary number.
    void put(int first, int i, Mask<W> hit, Vec<W> value) {
        const Float<W> lowest(-largest_float);
        put(first, i, hit, max(value.x, lowest), 0.0f);
        put(first + 1, i, hit, max(value.y, lowest), 0.0f);
        put(first + 2, i, hit, max(value.z, lowest), 0.0f);
    }

private:
    template <class Visit>
    void for_each_wanted(Visit visit) const {
        for (unsigned left = wanted_; left != 0; left &= left - 1)
            visit(__builtin_ctz(left));
    }
    [[nodiscard]] bool is_wanted(int column) const { return (wanted_ >> column) & 1u; }
    [[nodiscard]] bool in_place(int c, const Block& block) const {
        return columns_[c].stride == contiguous && block.size % W == 0;
    }
    LANECAST_APART void copy(int c, const Block& block) const {
        auto* to = reinterpret_cast<char*>(element(columns_[c], block.first));
        for (int i = 0; i < block.size; ++i, to += columns_[c].stride)
            *reinterpret_cast<Word*>(to) = copy_[c][i];
    }
    LANECAST_APART void copy(int c, const OrderedBlock& block) const {
        if (columns_[c].stride == contiguous && block.in_quads) {
            for (int i = 0; i < block.size; i += 4)
                __builtin_memcpy(element(columns_[c], block.first + block.offset[i]), copy_[c] + i,
                                 4 * sizeof(Word));
            return;
        }
        for (int i = 0; i < block.size; ++i)
            *element(columns_[c], block.first + block.offset[i]) = copy_[c][i];
    }

    const WritableColumn* columns_;
    unsigned wanted_;
    Word* now_[n];
    alignas(64) Word copy_[n][block_size];
};

/// Values and ids of a block. The addresses are copies: see LocalInputs.
template <int W>
struct ValuesAndIds {
    Word *values, *ids;

    void write(int i, Mask<W> hit, Float<W> value, Int<W> id) const {
        as_int(select(hit, value, Float<W>(__builtin_inff()))).store(values + i);
        select(hit, id, Int<W>(no_id)).store(ids + i);
    }
};

/// The columns of first answers, W lanes at a time.
template <class Column, int W>
class StagedAnswers : public StagedOutputs<Column::count, W> {
public:
    explicit StagedAnswers(const Outputs<Column>& columns)
        : StagedOutputs<Column::count, W>(columns.at), details_wanted_(wants_details(columns)) {}

    [[nodiscard]] bool details_wanted() const { return details_wanted_; }

    /// For plain calls, which want the value and the id.
    static constexpr bool plain_has_details = false;
    [[nodiscard]] bool is_plain() const {
        return this->wanted() == (1u << answer_column::value | 1u << answer_column::id);
    }
    [[nodiscard]] ValuesAndIds<W> plain() const {
        return {this->place(answer_column::value), this->place(answer_column::id)};
    }

    /// Writes answers to lanes that hit and misses to the others.
    void write(int i, Mask<W> hit, Float<W> value, Int<W> id, Int<W> part) {
        const Int<W> none(no_id);
        this->put(answer_column::value, i, hit, value, __builtin_inff());
        this->put(answer_column::id, i, hit, id, none);
        this->put(answer_column::part, i, hit, part, none);
    }

private:
    bool details_wanted_;
};

/// Writes one first answer directly to its position in the columns.
inline void write_answer(const WritableColumn* columns, std::size_t query, float value,
                         std::uint32_t id, std::uint32_t part) {
    const auto put = [&](int column, std::uint32_t word) {
        if (columns[column].address != nullptr)
            *element(columns[column], query) = word;
    };
    put(answer_column::value, __builtin_bit_cast(std::uint32_t, value));
    put(answer_column::id, id);
    put(answer_column::part, part);
}

/// Returns the lowest eight bits as bytes 0 and 1, the lowest bit first in memory.
inline std::uint64_t bytes_of_bits(unsigned bits) {
    static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);
    // Each byte keeps one bit of a copy of all eight. The addition carries it into the top bit.
    const std::uint64_t own = (bits & 0xFFu) * 0x0101010101010101u & 0x8040201008040201u;
    return (own + 0x7F7F7F7F7F7F7F7Fu) >> 7 & 0x0101010101010101u;
}

/// Writes booleans as bytes 0 and 1: bit i of `bits` for element i of [first, first + count).
inline void write_truths(const WritableColumn& column, std::size_t first, int count,
                         unsigned bits) {
    auto* to =
        static_cast<char*>(column.address) + static_cast<std::ptrdiff_t>(first) * column.stride;
    if (column.stride == 1) {
        for (; count >= 8; count -= 8, bits >>= 8, to += 8) {
            const std::uint64_t bytes = bytes_of_bits(bits);
            __builtin_memcpy(to, &bytes, 8);
        }
        if (count >= 4) {
            const auto bytes = static_cast<std::uint32_t>(bytes_of_bits(bits));
            __builtin_memcpy(to, &bytes, 4);
            count -= 4, bits >>= 4, to += 4;
        }
    }
    for (int i = 0; i < count; ++i, to += column.stride)
        *to = static_cast<char>((bits >> i) & 1u);
}

/// Booleans of a block. The address is a copy: see LocalInputs.
template <int W>
struct TruthBytes {
    char* bytes;

    void write(int i, Mask<W> hit, Float<W>, Int<W>) const {
        write_truths({bytes, 1}, static_cast<std::size_t>(i), W, hit.bits());
    }
};

/// A column of booleans, W lanes at a time.
template <int W>
class StagedTruths {
public:
    explicit StagedTruths(const WritableColumn& column) : column_(column) {}

    void stage(const Block& block) { block_ = block; }
    void flush(const Block&) const {}

    /// For plain calls, which want adjacent booleans.
    static constexpr bool plain_has_details = false;
    [[nodiscard]] bool is_plain() const { return column_.stride == 1; }
    [[nodiscard]] bool lie_in_place() const { return is_plain(); }
    template <class Predicate>
    [[nodiscard]] bool any_memory(BatchPart part, Predicate is_true) const {
        return is_true(MemoryRange(column_, part));
    }
    [[nodiscard]] TruthBytes<W> plain() const {
        return {static_cast<char*>(column_.address) + block_.first};
    }

    void stage(const OrderedBlock& block) {
        order_ = &block;
        block_ = {block.first, block.size};
    }
    void flush(const OrderedBlock&) { order_ = nullptr; }

    /// Writes elements i to i + W - 1 of the block last staged.
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
