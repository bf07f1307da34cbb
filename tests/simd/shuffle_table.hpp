#pragma once

#include <cstddef>
#include <cstdint>

#include "lanecast/isa.hpp"

/// The operations of src/isa/simd that move lanes, as functions on arrays of one vector, compiled
/// once per ISA and width. Arrays are only aligned to their elements. A quad is four lanes, a row
/// four floats.
namespace lanecast::test {

/// Operations on some rows of records, `stride` floats from one record to the next. Words are
/// vectors, four for each row that a record may have.
struct RecordOperations {
    static constexpr int most_rows = 4;

    int rows[most_rows]; ///< ascending
    std::size_t row_count;
    std::size_t stride;
    void (*load)(const float* first, const std::uint32_t* numbers, float* words);
    void (*store)(const float* words, float* first, const std::uint32_t* numbers);
    void (*spread)(const float* first, const std::uint32_t* numbers, float* words);
};
inline constexpr std::size_t record_shapes = 7;

struct ShuffleOperations {
    int width;
    void (*compress)(const std::uint32_t* from, unsigned bits, std::uint32_t* to);
    void (*load_quads)(const float* const* rows, float* to);
    void (*store_quads)(float* const* rows, const float* from);
    void (*repeat_quad)(const float* row, float* to);
    void (*spread_in_quads[4])(const float* from, float* to); ///< lane i of each quad
    void (*transpose_quads)(float* vectors);                  ///< four vectors, in place
    RecordOperations records[record_shapes];
};

struct ShuffleTable {
    Isa isa;
    /// For the widths 4, 8 and 16; nullptr if the ISA does not have the width.
    const ShuffleOperations* operations[3];
};

extern const ShuffleTable* const built_tables[];
extern const std::size_t built_table_count;

} // namespace lanecast::test
