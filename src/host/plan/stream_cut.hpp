#pragma once

#include <cstddef>

#include "core/kernel_table.hpp"
#include "core/stream_steps.hpp"
#include "host/parallel/workers.hpp"

namespace lanecast::host {

/// How a part of a batch is divided: the number of threads, the pieces that they pack and write,
/// the number of queries that go down the tree together, and the layout of the scratch memory.
class StreamCut {
public:
    /// @param longest_list  maximum number of queries that go down the tree together
    StreamCut(std::size_t queries, Workers workers, std::size_t longest_list);

    /// Returns the longest list that is fast in a scene with this many leaf blocks.
    static std::size_t longest_list_among(std::size_t blocks);

    /// Returns the bytes for records and for lists of all queries. Room for one list is enough, but
    /// then long lists go down in pieces.
    [[nodiscard]] std::size_t scratch_bytes(std::size_t lists = 14) const;

    [[nodiscard]] Workers workers() const { return workers_; }
    [[nodiscard]] std::size_t pieces() const { return (queries_ + piece_size_ - 1) / piece_size_; }
    [[nodiscard]] StreamPiece piece(BatchPart part, std::size_t i) const;
    [[nodiscard]] std::size_t longest_list() const { return longest_list_; }

    /// Returns the memory before the lists.
    /// @param first  first query of the part
    [[nodiscard]] StreamMemory memory(const Scratch& scratch, std::size_t first) const;
    [[nodiscard]] std::size_t memory_bytes() const;

private:
    [[nodiscard]] std::size_t chunks() const { return pieces() * stream_chunks(piece_size_); }

    std::size_t queries_, longest_list_, piece_size_;
    Workers workers_; // as many as have enough to do
};

} // namespace lanecast::host
