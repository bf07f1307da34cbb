#pragma once

#include <cstddef>
#include <cstdint>

#include "core/kernel_table.hpp"
#include "host/parallel/function_ref.hpp"

namespace lanecast::host {

/// The steps of Engine::stream for one call: StreamKernels, with all but the work filled in.
struct StreamSteps {
    FunctionRef<std::size_t(const StreamPiece&, const StreamMemory&, std::uint32_t* octant_sizes)>
        pack;
    FunctionRef<void(const StreamList&, const StreamMemory&, const Scratch& lists)> descend;
    FunctionRef<std::size_t(BatchPart, const StreamMemory&)> write;
};

/// Scratch memory for a part of so many queries on so many threads: their records, and room for
/// lists of them. One list is enough, but then long lists go down in pieces.
std::size_t stream_scratch_bytes(std::size_t queries, std::uint32_t threads,
                                 std::size_t lists = 12);

/// Takes a part of a batch down the tree, shared by at most `threads` threads, as
/// Options::threads has them.
QueryCounts run_stream(BatchPart part, std::uint32_t threads, const Scratch& scratch,
                       const StreamSteps& steps);

} // namespace lanecast::host
