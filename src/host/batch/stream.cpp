#include "host/batch/stream.hpp"

#include <algorithm>
#include <array>
#include <atomic>

#include "host/batch/tuning.hpp"
#include "host/parallel/parallel.hpp"

namespace lanecast::host {
namespace {

constexpr std::size_t cache_line = 64;
constexpr std::size_t bytes_per_record =
    stream_record_bytes + stream_extra_bytes + stream_part_bytes;

using OctantSizes = std::array<std::uint32_t, octants>;

/// The lists that go down the tree, longest first, so that all threads finish at about the same
/// time. In longer lists more queries reach the same leaf, so an octant is split only as far as the
/// threads need it or if its list would be too long.
class StreamLists {
public:
    StreamLists(const OctantSizes& sizes, std::uint32_t workers, std::size_t longest)
        : sizes_(sizes) {
        std::uint64_t all = 0;
        for (std::uint32_t octant = 0; octant < octants; ++octant) {
            order_[octant] = octant;
            all += sizes[octant];
        }
        for (std::uint32_t octant = 0; octant < octants; ++octant) {
            if (sizes[octant] == 0)
                continue;
            const std::uint64_t size = sizes[octant];
            const std::uint64_t wanted = (workers * size + all / 2) / all;
            const std::uint64_t divisor =
                std::clamp<std::uint64_t>(wanted, 1, size / tuning::least_list + 1);
            divisor_[octant] = static_cast<std::uint32_t>(
                std::max<std::uint64_t>(divisor, (size + longest - 1) / longest));
            count_ += divisor_[octant];
        }
        std::sort(order_.begin(), order_.end(), [&](std::uint32_t a, std::uint32_t b) {
            return longest_of(a) > longest_of(b) || (longest_of(a) == longest_of(b) && a < b);
        });
    }

    [[nodiscard]] std::size_t count() const { return count_; }
    [[nodiscard]] std::size_t longest() const { return longest_of(order_[0]); }
    [[nodiscard]] StreamList operator[](std::size_t i) const {
        const std::uint32_t* octant = order_.data();
        for (; i >= divisor_[*octant]; ++octant)
            i -= divisor_[*octant];
        const std::uint32_t first = begin_of(*octant, i);
        return {*octant, first, begin_of(*octant, i + 1) - first};
    }

private:
    [[nodiscard]] std::uint32_t begin_of(std::uint32_t octant, std::uint64_t i) const {
        return static_cast<std::uint32_t>(i * sizes_[octant] / divisor_[octant]);
    }
    [[nodiscard]] std::uint32_t longest_of(std::uint32_t octant) const {
        const std::uint32_t divisor = std::max(divisor_[octant], 1u);
        return (sizes_[octant] + divisor - 1) / divisor;
    }

    OctantSizes sizes_;
    std::array<std::uint32_t, octants> order_, divisor_ = {};
    std::size_t count_ = 0;
};

} // namespace

StreamCut::StreamCut(std::size_t queries, std::uint32_t threads, std::size_t longest_list)
    : queries_(queries), longest_list_(longest_list) {
    constexpr std::size_t least = tuning::least_piece;
    const std::size_t wanted = threads == 0 ? queries : threads;
    const std::size_t useful = std::min(wanted, queries / least);
    workers_ = useful <= 1 ? 1 : std::min(useful, arena_threads());
    if (workers_ == 1) {
        piece_size_ = std::max<std::size_t>(queries, 1);
        return;
    }
    // A multiple of the kernels' block size.
    const std::size_t share = queries / (tuning::pieces_per_worker * workers_) + 1;
    piece_size_ = (share + least - 1) / least * least;
}

std::size_t StreamCut::longest_list_among(std::size_t blocks) {
    return std::max(tuning::records_in_cache, tuning::queries_per_block * blocks);
}

std::size_t StreamCut::scratch_bytes(std::size_t lists) const {
    return memory_bytes() + lists * queries_ * sizeof(std::uint32_t) + workers_ * stream_list_room;
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

QueryCounts run_stream(const SceneCall& call, BatchPart part, const StreamCut& cut,
                       const Scratch& scratch) {
    const StreamMemory memory = cut.memory(scratch, part.first);
    const std::uint32_t workers = cut.workers();

    std::atomic<std::size_t> hits = 0, invalid = 0;
    std::array<std::atomic<std::uint32_t>, octants> listed = {};
    for_each_chunk(cut.pieces(), workers, [&](std::size_t i) {
        OctantSizes sizes = {};
        invalid += call.pack(cut.piece(part, i), memory, sizes.data());
        for (std::uint32_t octant = 0; octant < octants; ++octant)
            listed[octant] += sizes[octant];
    });

    OctantSizes sizes;
    std::copy(listed.begin(), listed.end(), sizes.begin());
    const StreamLists lists(sizes, workers, cut.longest_list());
    if (lists.count() != 0) {
        // Each thread has memory for one list at a time.
        const std::size_t left = scratch.bytes - cut.memory_bytes();
        const std::size_t least = lists.longest() * sizeof(std::uint32_t) + stream_list_room;
        const std::size_t at_once =
            std::clamp<std::size_t>(left / least, 1, std::min<std::size_t>(workers, lists.count()));
        const std::size_t bytes = left / at_once / cache_line * cache_line;
        std::byte* const first = static_cast<std::byte*>(scratch.memory) + cut.memory_bytes();
        std::atomic<std::size_t> next = 0;
        for_each_chunk(at_once, workers, [&](std::size_t thread) {
            for (std::size_t i; (i = next.fetch_add(1, std::memory_order_relaxed)) < lists.count();)
                call.descend(lists[i], memory, {first + thread * bytes, bytes});
        });
    }

    for_each_chunk(cut.pieces(), workers, [&](std::size_t i) {
        const StreamPiece piece = cut.piece(part, i);
        hits += call.write({piece.first, piece.last}, memory);
    });
    return {.hits = hits, .invalid = invalid, .truncated = 0};
}

} // namespace lanecast::host
