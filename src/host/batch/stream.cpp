#include "host/batch/stream.hpp"

#include <algorithm>
#include <array>
#include <atomic>

#include "host/parallel/parallel.hpp"
#include "host/plan/tuning.hpp"

namespace lanecast::host {
namespace {

constexpr std::size_t cache_line = 64;

using OctantSizes = std::array<std::uint32_t, octants>;

/// The lists that go down the tree, longest first, so that all threads finish at about the same
/// time. In longer lists more queries reach the same leaf, so an octant is split only as far as the
/// threads need it or if its list would be too long.
class StreamLists {
public:
    StreamLists(const OctantSizes& sizes, std::uint32_t threads, std::size_t longest)
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
            const std::uint64_t wanted = (threads * size + all / 2) / all;
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

QueryCounts run_stream(const SceneCall& call, BatchPart part, const StreamCut& cut,
                       const Scratch& scratch) {
    const StreamMemory memory = cut.memory(scratch, part.first);
    const Workers workers = cut.workers();

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
    const StreamLists lists(sizes, workers.threads, cut.longest_list());
    if (lists.count() != 0) {
        // Each thread has memory for one list at a time.
        const std::size_t left = scratch.bytes - cut.memory_bytes();
        const std::size_t least = lists.longest() * sizeof(std::uint32_t) + stream_list_room;
        const std::size_t at_once = std::clamp<std::size_t>(
            left / least, 1, std::min<std::size_t>(workers.threads, lists.count()));
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
