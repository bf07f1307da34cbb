#pragma once

#include <cstddef>
#include <cstdint>

#include "core/columns.hpp"
#include "lanecast/isa.hpp"

/// The staging of columns in src/isa/kernels/columns/gather.hpp and scatter.hpp as plain functions,
/// compiled once per ISA.
namespace lanecast::test {

/// Elements [first, last) of a batch.
struct Part {
    std::size_t first;
    std::size_t last;
};

/// Copies a part of one column to another through staged blocks, whole vectors at a time. What was
/// staged of the input goes to `staged`, block after block, with the lanes behind the end.
using CopyColumn = void (*)(const ReadableColumn&, const WritableColumn&, Part, void* staged);

/// The same of three columns that are read together, to `staged` one after the other; as they come,
/// or the last first.
using ReadVectors = void (*)(const ReadableColumn (&columns)[3], Part, bool backward,
                             std::uint32_t* staged);

struct GatherOperations {
    int width;
    ReadVectors read_vectors;
    CopyColumn copy_floats;
    CopyColumn copy_ints;
};

struct GatherTable {
    Isa isa;
    int block_size;
    /// For widths 4, 8 and 16; nullptr where the ISA does not offer them.
    const GatherOperations* operations[3];
    void (*write_truths)(const WritableColumn&, std::size_t first, int count, unsigned bits);
};

extern const GatherTable* const built_tables[];
extern const std::size_t built_table_count;

} // namespace lanecast::test
