#include "host/plan/stream_cut.hpp"

#include <algorithm>

#include "host/plan/tuning.hpp"

namespace lanecast::host {
namespace {

constexpr std::size_t cache_line = 64;
constexpr std::size_t bytes_per_record =
    stream_record_bytes + stream_extra_bytes + stream_part_bytes;

} // namespace

StreamCut::StreamCut(std::size_t queries, Workers workers, std::size_t longest_list)
    : queries_(queries), longest_list_(longest_list) {
    constexpr std::size_t least = tuning::least_piece;
    const std::size_t useful = std::min(most_at_once(workers), queries / least);
    workers_ = {.threads = std::max(static_cast<std::uint32_t>(useful), 1u), .jobs = workers.jobs};
    if (workers_.threads == 1) {
        piece_size_ = std::max<std::size_t>(queries, 1);
        return;
    }
    // A multiple of the kernels' block size.
    const std::size_t share = queries / (tuning::pieces_per_worker * workers_.threads) + 1;
    piece_size_ = (share + least - 1) / least * least;
}

std::size_t StreamCut::longest_list_among(std::size_t blocks) {
    return std::max(tuning::records_in_cache, tuning::queries_per_block * blocks);
}

std::size_t StreamCut::scratch_bytes(std::size_t lists) const {
    return memory_bytes() + lists * queries_ * sizeof(std::uint32_t) +
           workers_.threads * stream_list_room;
}

StreamPiece StreamCut::piece(BatchPart part, std::size_t i) const {
    const std::size_t first = part.first + i * piece_size_, chunks = stream_chunks(piece_size_);
    return {.first = first,
            .last = std::min(first + piece_size_, part.last),
            .first_chunk = i * chunks,
            .chunk_count = chunks};
}

StreamMemory StreamCut::memory(const Scratch& scratch, std::size_t first) const {
    auto* const records = static_cast<std::byte*>(scratch.memory);
    std::byte* const extras = records + chunks() * stream_chunk * stream_record_bytes;
    std::byte* const parts = extras + chunks() * stream_chunk * stream_extra_bytes;
    std::byte* const places = records + chunks() * stream_chunk * bytes_per_record;
    std::byte* const chunk = places + (queries_ + stream_vector) * sizeof(std::uint32_t);
    return {.records = records,
            .extras = extras,
            .parts = parts,
            .places = reinterpret_cast<std::uint32_t*>(places),
            .chunks = reinterpret_cast<StreamChunk*>(chunk),
            .first = first};
}

std::size_t StreamCut::memory_bytes() const {
    const std::size_t bytes = chunks() * (stream_chunk * bytes_per_record + sizeof(StreamChunk)) +
                              (queries_ + stream_vector) * sizeof(std::uint32_t);
    return (bytes + cache_line - 1) / cache_line * cache_line;
}

} // namespace lanecast::host
