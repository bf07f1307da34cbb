#pragma once

#include <cstddef>
#include <cstdint>

#include "core/kernel_table.hpp"
#include "host/batch/scene_call.hpp"

namespace lanecast::host {

/// How many threads share a part of a batch, the pieces in which they pack and write it, how many
/// queries go down the tree together, and how its scratch memory is cut.
class StreamCut {
public:
    /// @param threads       as Options::threads says
    /// @param longest_list  of queries that go down the tree together
    StreamCut(std::size_t queries, std::uint32_t threads, std::size_t longest_list);

    /// What is fast among so many blocks of shapes.
    static std::size_t longest_list_among(std::size_t blocks);

    /// For records, and room for lists of all queries. One list is enough, but then long lists go
    /// down in pieces.
    [[nodiscard]] std::size_t scratch_bytes(std::size_t lists = 14) const;

    [[nodiscard]] std::uint32_t workers() const { return static_cast<std::uint32_t>(workers_); }
    [[nodiscard]] std::size_t pieces() const { return (queries_ + piece_size_ - 1) / piece_size_; }
    [[nodiscard]] StreamPiece piece(BatchPart part, std::size_t i) const;
    [[nodiscard]] std::size_t longest_list() const { return longest_list_; }

    /// What lies before the lists.
    /// @param first  query of the part
    [[nodiscard]] StreamMemory memory(const Scratch& scratch, std::size_t first) const;
    [[nodiscard]] std::size_t memory_bytes() const;

private:
    [[nodiscard]] std::size_t chunks() const { return pieces() * stream_chunks(piece_size_); }

    std::size_t queries_, longest_list_, workers_, piece_size_;
};

/// Takes a part of a batch down the tree, in the steps of Engine::stream.
/// @param cut      of as many queries
/// @param scratch  at least cut.scratch_bytes(1)
QueryCounts run_stream(const SceneCall& call, BatchPart part, const StreamCut& cut,
                       const Scratch& scratch);

} // namespace lanecast::host
