#pragma once

#include <cstddef>
#include <cstdint>

/// Data of Engine::stream. It answers a part of a batch in three steps, each of which threads may
/// share: pack queries into records, traverse the tree with lists of records, and write the
/// answers. The host divides the memory and assigns the work; the kernels fill the memory.
namespace lanecast {

/// Number of octants of directions, each of which has its own lists. no_octant is for queries that
/// are in no list, because they already have their answer or get none.
inline constexpr std::uint32_t octants = 8, no_octant = octants;

/// Number of records in a chunk. Records are grouped by octant, so that the records of a list are
/// close together. The number of records per octant is not known in advance, so each octant takes
/// chunks as it needs them.
inline constexpr std::size_t stream_chunk = 256;

/// The number of records in a chunk, and their octant.
struct StreamChunk {
    std::uint16_t octant;
    std::uint16_t size;
};

/// Memory of the stream for a part of a batch.
struct StreamMemory {
    void* records;         ///< stream_record_bytes each
    void* extras;          ///< stream_extra_bytes each
    void* parts;           ///< stream_part_bytes each; not used in scenes without instances
    std::uint32_t* places; ///< number of each query's record
    StreamChunk* chunks;   ///< chunk i contains the records from i * stream_chunk on
    std::size_t first;     ///< first query of the part
};
inline constexpr std::size_t stream_record_bytes = 64, stream_extra_bytes = 16,
                             stream_part_bytes = 16;

/// Queries [first, last) to pack, and the chunks that only this piece uses.
struct StreamPiece {
    std::size_t first, last;
    std::size_t first_chunk, chunk_count;
};

/// Maximum number of queries that are packed as one vector. The last vector may use spare records
/// and places.
inline constexpr std::size_t stream_vector = 16;

/// Number of chunks that suffices for any `queries`: each octant may leave its last chunk nearly
/// empty.
constexpr std::size_t stream_chunks(std::size_t queries) {
    constexpr std::size_t left = std::size_t{octants + 1} * (stream_chunk - 1);
    return (queries + stream_vector - 1 + left) / stream_chunk;
}

/// Queries of an octant that traverse the tree together: `size` queries from number `first` on.
struct StreamList {
    std::uint32_t octant;
    std::uint32_t first, size;
};

/// Memory in bytes that a list needs besides one number per query: for its last vector, for lists
/// on the path to the deepest leaf, and for children that wait. With no more than this, long lists
/// descend in pieces.
inline constexpr std::size_t stream_list_room = 160 * 1024;
/// The part of stream_list_room for children that wait. It is at the end of that memory, and not on
/// the thread's stack, which may be small.
inline constexpr std::size_t descent_room = 84 * 1024;

} // namespace lanecast
