#include "host/batch/run.hpp"

#include <algorithm>
#include <atomic>

#include "host/parallel/parallel.hpp"

namespace lanecast::host {
namespace {

/// Queries of a part: enough that drawing one costs nothing, few enough to share them out evenly. A
/// multiple of the kernels' block, so that only the last part has an incomplete one.
constexpr std::size_t part_size = 2048;

} // namespace

Summary run_batch(std::size_t queries, std::uint32_t threads,
                  FunctionRef<QueryCounts(BatchPart)> part) {
    std::atomic<std::size_t> hits = 0, invalid = 0, truncated = 0;
    for_each_chunk((queries + part_size - 1) / part_size, threads, [&](std::size_t i) {
        const std::size_t first = i * part_size;
        const QueryCounts counts = part({first, std::min(first + part_size, queries)});
        hits.fetch_add(counts.hits, std::memory_order_relaxed);
        invalid.fetch_add(counts.invalid, std::memory_order_relaxed);
        truncated.fetch_add(counts.truncated, std::memory_order_relaxed);
    });
    return {.queries = queries, .hits = hits, .invalid = invalid, .truncated = truncated};
}

Engine choose_engine(Traversal wanted) {
    return wanted == Traversal::exhaustive ? Engine::exhaustive : Engine::single;
}

Settings settings(const Options& options) {
    return {.surface = options.interior == Interior::surface,
            .backfaces = options.backfaces,
            .ignore_starts = options.start_overlap == StartOverlap::ignore};
}

} // namespace lanecast::host
