#pragma once

#include <cstddef>
#include <cstdint>

#include "lanecast/isa.hpp"

/// What moves lanes in src/isa/simd, as functions on arrays of one vector, compiled once per ISA
/// and width. Arrays are aligned to their elements only. A quad is four lanes, a row four floats.
namespace lanecast::test {

/// Some rows of records that are so many floats apart. Words are vectors, four for each row that a
/// record may have.
struct RecordOperations {
    static constexpr int most_rows = 4;

    int rows[most_rows]; ///< upwards
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
    void (*transpose_quads)(float* vectors);                  ///< four, in place
    RecordOperations records[record_shapes];
};

struct ShuffleTable {
    Isa isa;
    /// For widths 4, 8 and 16; nullptr where the ISA does not offer them.
    const ShuffleOperations* operations[3];
};

extern const ShuffleTable* const built_tables[];
extern const std::size_t built_table_count;

} // namespace lanecast::test
