#pragma once

#include <cstddef>
#include <cstdint>

/// What Engine::stream works on. It answers a part of a batch in three steps, each of which threads
/// may share: queries are packed as records, lists of them go down the tree, and their answers are
/// written. The host cuts the memory and says who does what; the kernels fill it.
namespace lanecast {

/// Octants of directions, in which lists are, and one more for queries that no list has: they have
/// their answer, or get none.
inline constexpr std::uint32_t octants = 8, no_octant = octants;

/// Records stand octant by octant, so that a list finds its records close together. How many there
/// are of each octant is not known before; so they stand in chunks of so many, which octants take
/// as they need them.
inline constexpr std::size_t stream_chunk = 256;

/// How much of a chunk is taken, and by which octant.
struct StreamChunk {
    std::uint16_t octant;
    std::uint16_t size;
};

/// Of a part of a batch.
struct StreamMemory {
    void* records;         ///< stream_record_bytes each
    void* extras;          ///< stream_extra_bytes each
    std::uint32_t* places; ///< the numbers of the queries' records
    StreamChunk* chunks;   ///< records [0, stream_chunk) are in the first of them, and so on
    std::size_t first;     ///< query of the part
};
inline constexpr std::size_t stream_record_bytes = 64, stream_extra_bytes = 16;

/// Queries [first, last) to be packed, and the chunks that are theirs alone.
struct StreamPiece {
    std::size_t first, last;
    std::size_t first_chunk, chunk_count;
};

/// Queries are packed in vectors of at most so many; the last one may have records and places to
/// spare.
inline constexpr std::size_t stream_vector = 16;

/// So many are enough for any `queries`: each octant may leave its last one nearly empty.
constexpr std::size_t stream_chunks(std::size_t queries) {
    constexpr std::size_t left = std::size_t{octants + 1} * (stream_chunk - 1);
    return (queries + stream_vector - 1 + left) / stream_chunk;
}

/// Queries of an octant that go down the tree together: from the first-th of them on.
struct StreamList {
    std::uint32_t octant;
    std::uint32_t first, size;
};

/// Memory that a list needs beside one number for each query: its last vector, lists on the way to
/// the deepest leaf, and what waits meanwhile. With no more than that, long lists go down in
/// pieces.
inline constexpr std::size_t stream_list_room = 160 * 1024;
/// Of that, what waits takes so much, at the end: it does not lie on the stack.
inline constexpr std::size_t descent_room = 84 * 1024;

} // namespace lanecast
