#include "host/batch/run.hpp"

#include <algorithm>
#include <atomic>

#include "host/batch/scratch.hpp"
#include "host/parallel/parallel.hpp"

namespace lanecast::host {
namespace {

/// Queries of a part: enough that drawing one costs nothing, few enough to share them out evenly. A
/// multiple of the kernels' block, so that only the last part has an incomplete one.
constexpr std::size_t small_part = 2048;

/// The same for streams. The more queries go down the tree together the better, as long as caches
/// hold what they need to know; several threads want parts to share.
std::size_t stream_part(std::size_t queries, std::uint32_t threads) {
    constexpr std::size_t largest = 262144, smallest = 4096, parts_per_thread = 4;
    const std::size_t workers = threads == 1 ? 1 : arena_threads();
    if (workers == 1)
        return largest;
    const std::size_t share = queries / (parts_per_thread * workers) + 1;
    return std::clamp((share + small_part - 1) / small_part * small_part, smallest, largest);
}

/// Fewer queries than that, or so few for so many primitives, do not meet often enough in the tree
/// (measured: docs/performance.md).
constexpr std::size_t least_stream = 1024;
constexpr std::size_t primitives_per_query = 100;

Summary run_parts(std::size_t queries, std::size_t part_size, std::uint32_t threads,
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

} // namespace

Summary run_batch(std::size_t queries, std::uint32_t threads,
                  FunctionRef<QueryCounts(BatchPart)> part) {
    return run_parts(queries, small_part, threads, part);
}

Engine choose_engine(Traversal wanted, std::size_t queries, std::size_t primitives,
                     FunctionRef<bool(Engine)> offers) {
    const bool many = queries >= least_stream && queries * primitives_per_query >= primitives;
    switch (wanted) {
    case Traversal::exhaustive:
        return Engine::exhaustive;
    case Traversal::single:
        return Engine::single;
    case Traversal::interleaved:
        return offers(Engine::interleaved) ? Engine::interleaved : Engine::single;
    case Traversal::stream:
        return offers(Engine::stream) ? Engine::stream : Engine::single;
    case Traversal::automatic:
        break;
    }
    return many && offers(Engine::stream) ? Engine::stream : Engine::single;
}

Summary run_on_scene(std::size_t queries, std::uint32_t threads, Engine engine,
                     FunctionRef<QueryCounts(Engine, BatchPart, const Scratch&)> part) {
    if (engine != Engine::stream)
        return run_parts(queries, small_part, threads,
                         [&](BatchPart one) { return part(engine, one, Scratch{}); });
    return run_parts(queries, stream_part(queries, threads), threads, [&](BatchPart one) {
        const CheckedOutScratch scratch(stream_scratch_bytes(one.last - one.first));
        const bool has_memory = scratch.view().memory != nullptr;
        return part(has_memory ? Engine::stream : Engine::single, one, scratch.view());
    });
}

Settings settings(const Options& options) {
    return {.surface = options.interior == Interior::surface,
            .backfaces = options.backfaces,
            .ignore_starts = options.start_overlap == StartOverlap::ignore};
}

} // namespace lanecast::host
