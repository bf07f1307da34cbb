#include "host/batch/run.hpp"

#include <algorithm>
#include <atomic>

#include "host/batch/choice.hpp"
#include "host/batch/scratch.hpp"
#include "host/batch/stream.hpp"
#include "host/batch/tuning.hpp"
#include "host/parallel/parallel.hpp"

namespace lanecast::host {
namespace {

std::size_t most_workers(std::uint32_t threads) { return threads == 1 ? 1 : arena_threads(); }

/// Size of the parts of a stream. They need not be larger than the longest lists of all octants
/// together. With this size, the records of a part are written where those of the previous part are
/// still in the caches.
std::size_t stream_part(std::size_t queries, std::size_t longest_list, std::uint32_t threads) {
    const auto full = static_cast<std::size_t>(
        static_cast<double>(octants * longest_list * most_workers(threads)) * tuning::full_lists);
    const std::size_t parts = (queries - 1) / std::min(tuning::most_in_stream, full) + 1;
    return (queries / parts + tuning::small_part) / tuning::small_part * tuning::small_part;
}

/// Size of the parts for rays in packets.
std::size_t packets_part(std::size_t queries, std::uint32_t threads) {
    const std::size_t workers = most_workers(threads);
    if (workers == 1)
        return queries;
    const std::size_t share = queries / (tuning::packet_parts_per_thread * workers) + 1;
    return (share + packet_tile - 1) / packet_tile * packet_tile;
}

QueryCounts run_parts(BatchPart batch, std::size_t part_size, std::uint32_t threads,
                      FunctionRef<QueryCounts(BatchPart)> part) {
    const std::size_t queries = batch.last - batch.first;
    if (queries <= part_size) {
        QueryCounts counts = {};
        for_each_chunk(queries == 0 ? 0 : 1, threads, [&](std::size_t) { counts = part(batch); });
        return counts;
    }
    std::atomic<std::size_t> hits = 0, invalid = 0, truncated = 0;
    for_each_chunk((queries + part_size - 1) / part_size, threads, [&](std::size_t i) {
        const std::size_t first = batch.first + i * part_size;
        const QueryCounts counts = part(BatchPart{first, std::min(first + part_size, batch.last)});
        hits.fetch_add(counts.hits, std::memory_order_relaxed);
        invalid.fetch_add(counts.invalid, std::memory_order_relaxed);
        truncated.fetch_add(counts.truncated, std::memory_order_relaxed);
    });
    return {.hits = hits, .invalid = invalid, .truncated = truncated};
}

/// Like run_parts(), with scratch memory for each part. Without memory, queries run one at a time.
/// @param bytes_for  bytes of scratch memory for a number of queries
QueryCounts run_with_scratch(const SceneCall& call, Engine engine, BatchPart batch,
                             std::size_t part_size,
                             FunctionRef<std::size_t(std::size_t)> bytes_for) {
    return run_parts(batch, part_size, call.facts.options.threads, [&](BatchPart part) {
        const CheckedOutScratch scratch(bytes_for(part.last - part.first));
        const bool has_memory = scratch.view().memory != nullptr;
        return call.answer(has_memory ? engine_for_part(call.facts, engine, part) : Engine::single,
                           part, scratch.view());
    });
}

QueryCounts run_without_scratch(const SceneCall& call, Engine engine, BatchPart batch) {
    return run_parts(batch, tuning::small_part, call.facts.options.threads,
                     [&](BatchPart part) { return call.answer(engine, part, Scratch{}); });
}

QueryCounts run_in_packets(const SceneCall& call, BatchPart batch) {
    return run_with_scratch(call, Engine::packets, batch,
                            packets_part(batch.last - batch.first, call.facts.options.threads),
                            [](std::size_t) { return packets_scratch_bytes(); });
}

QueryCounts run_in_lists(const SceneCall& call, Engine engine, BatchPart batch,
                         const ListParts& parts) {
    const std::size_t workers = most_workers(call.facts.options.threads);
    const std::size_t queries = batch.last - batch.first;
    const std::size_t share = workers == 1 ? queries : queries / (parts.parts_per_thread * workers);
    return run_with_scratch(call, engine, batch,
                            std::clamp(share + 1, tuning::least_list_part, parts.largest),
                            [&](std::size_t size) { return parts.scratch_bytes(size); });
}

QueryCounts run_sorted(const SceneCall& call, BatchPart batch) {
    ListParts parts = parts_for_sorted_rays;
    parts.largest =
        std::clamp(tuning::rays_per_block_in_sorted_part * leaf_blocks(call.facts.scene),
                   tuning::sorted_part, parts.largest);
    return run_in_lists(call, Engine::sorted, batch, parts);
}

QueryCounts run_as_stream(const SceneCall& call) {
    const std::uint32_t threads = call.facts.options.threads;
    const std::size_t longest_list = StreamCut::longest_list_among(leaf_blocks(call.facts.scene));
    const std::size_t size =
        call.facts.queries == 0 ? 1 : stream_part(call.facts.queries, longest_list, threads);
    QueryCounts all = {};
    for (std::size_t first = 0; first < call.facts.queries; first += size) {
        const BatchPart part = {first, std::min(first + size, call.facts.queries)};
        QueryCounts counts = {};
        const Engine engine = engine_for_part(call.facts, Engine::stream, part);
        if (engine == Engine::packets) {
            counts = run_in_packets(call, part);
        } else if (engine == Engine::sorted) {
            counts = run_sorted(call, part);
        } else {
            const StreamCut cut(part.last - part.first, threads, longest_list);
            const CheckedOutScratch scratch(cut.scratch_bytes());
            counts = scratch.view().memory != nullptr
                         ? run_stream(call, part, cut, scratch.view())
                         : run_without_scratch(call, Engine::single, part);
        }
        all.hits += counts.hits;
        all.invalid += counts.invalid;
        all.truncated += counts.truncated;
    }
    return all;
}

QueryCounts counts_of(const SceneCall& call, Engine engine) {
    const BatchPart all = {0, call.facts.queries};
    switch (engine) {
    case Engine::interleaved:
        return run_with_scratch(call, engine, all, tuning::small_part,
                                [](std::size_t) { return interleaved_scratch_bytes; });
    case Engine::packets:
        return run_in_packets(call, all);
    case Engine::rows:
        return run_in_lists(call, engine, all, parts_for_rows);
    case Engine::nearest:
        return run_in_lists(call, engine, all, parts_for_points);
    case Engine::sorted:
        return run_sorted(call, all);
    case Engine::stream:
        return run_as_stream(call);
    case Engine::exhaustive:
    case Engine::single:
        break;
    }
    return run_without_scratch(call, engine, all);
}

} // namespace

Summary run_batch(std::size_t queries, std::uint32_t threads,
                  FunctionRef<QueryCounts(BatchPart)> part) {
    const std::size_t workers = most_workers(threads);
    const std::size_t small_parts =
        queries / (tuning::small_part * tuning::batch_parts_per_thread * workers) + 1;
    const std::size_t size = workers == 1 ? queries : small_parts * tuning::small_part;
    return summary(queries, run_parts({0, queries}, size, threads, part));
}

Summary run_on_scene(const SceneCall& call, Engine engine) {
    return summary(call.facts.queries, counts_of(call, engine));
}

Settings settings(const Options& options) {
    return {.surface = options.interior == Interior::surface,
            .backfaces = options.backfaces == Backfaces::hit,
            .start_overlap = options.start_overlap,
            .exhaustive = options.traversal == Traversal::exhaustive,
            .points = false};
}

} // namespace lanecast::host
