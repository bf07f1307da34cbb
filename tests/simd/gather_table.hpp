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

/// Copies a part of one column to another through staged blocks, whole vectors at a time. The
/// staged input is written to `staged`, block after block, including the lanes behind the end.
using CopyColumn = void (*)(const ReadableColumn&, const WritableColumn&, Part, void* staged);

/// Reads a part of three columns together and writes one after the other to `staged`, in order or
/// backward.
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
    /// For the widths 4, 8 and 16; nullptr if the ISA does not have the width.
    const GatherOperations* operations[3];
    void (*write_truths)(const WritableColumn&, std::size_t first, int count, unsigned bits);
};

extern const GatherTable* const built_tables[];
extern const std::size_t built_table_count;

} // namespace lanecast::test
