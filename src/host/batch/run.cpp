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

std::size_t most_workers(std::uint32_t threads) { return threads == 1 ? 1 : arena_threads(); }

/// The parts in which queries go down the tree together in a stream. The larger they are the more
/// queries meet at its leaves (measured with a million rays, parts of 2^20 against 2^18: 100,000
/// spheres 1.16 times as fast, a million 1.2, mixed shapes 1.28, the bunny's 70,000 triangles 1.17,
/// 1.6 million 1.43); what bounds that is memory. But they need not be larger than the longest
/// lists of all octants, and then the records of one part are written where those of the one before
/// still are in the caches (1000 spheres 1.05 times as fast, 10,000 1.04).
std::size_t stream_part(std::size_t queries, std::size_t longest_list, std::uint32_t threads) {
    constexpr std::size_t most = 1048576;
    // Octants are not equally full. One that was just too long for a list would become two.
    const std::size_t full = octants * longest_list / 16 * 15 * most_workers(threads);
    const std::size_t parts = (queries - 1) / std::min(most, full) + 1;
    return (queries / parts + small_part) / small_part * small_part;
}

/// Queries that go in packets: so that several threads have parts to share.
std::size_t packets_part(std::size_t queries, std::uint32_t threads) {
    constexpr std::size_t parts_per_thread = 4;
    const std::size_t workers = most_workers(threads);
    if (workers == 1)
        return queries;
    const std::size_t share = queries / (parts_per_thread * workers) + 1;
    return (share + packet_tile - 1) / packet_tile * packet_tile;
}

/// With fewer queries their taking turns costs more than it gains (measured, avx512, one thread: 4
/// queries 0.75 to 1.04 times as fast as one by one, 8: 0.9 to 1.3, 16: 0.95 to 1.7, 256: 1.2 to
/// 1.9; the most in large scenes).
constexpr std::size_t least_interleaved = 16;

/// How large a scene is for queries that go down its tree. Not by primitives: some blocks are less
/// full than others.
std::size_t leaf_blocks(const SceneView& scene) {
    std::size_t blocks = scene.mixed_blocks;
    for (const LeafArray& leaves : scene.leaves)
        blocks += leaves.all;
    return blocks;
}

/// Whether there are so many queries as share * blocks^(2/3).
bool are_many(std::size_t queries, const SceneView& scene, double share) {
    const auto q = static_cast<double>(queries) / share;
    const auto n = static_cast<double>(leaf_blocks(scene));
    return q * q * q >= n * n;
}

/// Whether queries meet in the tree so often that a stream is faster than taking turns. Measured
/// from where on it is for rays, in units of blocks^(2/3), on an AMD CPU: spheres 10,000 to a
/// million 13 to 16, a bunny's 70,000 triangles 12, 1.6 million of a terrain 10, boxes 23, mixed
/// shapes 17; of moving spheres: the bunny 1 to 3, mixed shapes less than 1 for short ways and 13
/// for long ones.
bool is_worth_a_stream(std::size_t queries, const SceneView& scene) {
    constexpr std::size_t least = 128;
    return queries >= least && are_many(queries, scene, 14.0);
}

/// Of rays that go the same way fewer meet as often. Measured for pictures, times as fast by a
/// stream as by turns: 4000 rays of the bunny 1.6, 8000 1.8; of 100,000 spheres 1.6 and 1.9; 16,000
/// of 1.6 million triangles of a terrain, which are 3 units, 0.8, 64,000 1.3.
bool may_be_worth_a_stream(std::size_t queries, const SceneView& scene) {
    constexpr std::size_t least = 1024;
    return queries >= least && are_many(queries, scene, 5.0);
}

/// Whether rays that go the same way are so many that those of a packet stay together down to the
/// leaves. Measured for pictures, in units of blocks^(2/3), times as fast in packets as by a
/// stream: a bunny's 70,000 triangles 46 units 0.98, 93 units 1.2; 1.6 million of a terrain 25
/// units 1.0, 48 units 1.3; 100,000 spheres 37 units 0.93, 74 units 1.1; a million 64 units 1.0,
/// 244 units 1.2; 100,000 mixed shapes 49 units 0.97, 98 units 1.1.
bool may_be_worth_packets(std::size_t queries, const SceneView& scene) {
    return are_many(queries, scene, 44.0);
}

/// By how much directions of neighbours may differ for either.
constexpr float coherent_in_streams = 1.0f / 2, coherent_in_packets = 1.0f / 20;

/// Whether a query that is asked alone tests all primitives as fast as it goes down a tree: eight
/// blocks of spheres, each of which costs as little as a node, or one of any other kind (measured,
/// avx512: 16 spheres 1.6 times as fast, 32 1.4, 64 1.0; 8 mixed shapes half as fast).
bool is_tiny(const SceneView& scene) {
    constexpr std::uint32_t most_spheres = 8;
    constexpr auto sphere = static_cast<std::uint32_t>(Kind::sphere);
    if (scene.mixed_blocks != 0)
        return false; // whose shapes are asked one by one
    std::uint32_t cost = 0;
    for (std::uint32_t kind = 0; kind < leaf_kinds && cost <= most_spheres; ++kind) {
        const std::uint32_t each = kind == sphere ? 1 : most_spheres;
        cost += std::min(scene.leaves[kind].all, most_spheres + 1) * each;
    }
    return cost <= most_spheres;
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

void add(QueryCounts& all, const QueryCounts& more) {
    all.hits += more.hits;
    all.invalid += more.invalid;
    all.truncated += more.truncated;
}

Summary summary(std::size_t queries, const QueryCounts& counts) {
    return {.queries = queries,
            .hits = counts.hits,
            .invalid = counts.invalid,
            .truncated = counts.truncated};
}

} // namespace

Summary run_batch(std::size_t queries, std::uint32_t threads,
                  FunctionRef<QueryCounts(BatchPart)> part) {
    return summary(queries, run_parts({0, queries}, small_part, threads, part));
}

Engine choose_engine(Traversal wanted, std::size_t queries, const SceneView& scene,
                     FunctionRef<bool(Engine)> offers,
                     FunctionRef<bool(BatchPart, float)> coherent) {
    const auto if_offered = [&](Engine engine) { return offers(engine) ? engine : Engine::single; };
    switch (wanted) {
    case Traversal::exhaustive:
        return Engine::exhaustive;
    case Traversal::single:
        return Engine::single;
    case Traversal::interleaved:
        return if_offered(Engine::interleaved);
    case Traversal::stream:
        return if_offered(Engine::stream);
    case Traversal::packets:
        return offers(Engine::packets) ? Engine::packets : if_offered(Engine::stream);
    case Traversal::automatic:
        break;
    }
    if (is_worth_a_stream(queries, scene) && offers(Engine::stream))
        return Engine::stream;
    if (is_tiny(scene))
        return Engine::exhaustive;
    if (may_be_worth_a_stream(queries, scene) && offers(Engine::stream) &&
        coherent({0, queries}, coherent_in_streams))
        return Engine::stream;
    if (queries < least_interleaved)
        return Engine::single;
    return if_offered(Engine::interleaved);
}

Summary run_on_scene(std::size_t queries, std::uint32_t threads, Engine engine,
                     const SceneView& scene, FunctionRef<bool(BatchPart, float)> coherent,
                     FunctionRef<QueryCounts(Engine, BatchPart, const Scratch&)> part,
                     const StreamSteps& stream) {
    const auto without_scratch = [&](Engine now, BatchPart queries_of_it) {
        return run_parts(queries_of_it, small_part, threads,
                         [&](BatchPart one) { return part(now, one, Scratch{}); });
    };
    const auto with_scratch = [&](Engine now, std::size_t bytes, BatchPart one) {
        const CheckedOutScratch scratch(bytes);
        const bool has_memory = scratch.view().memory != nullptr;
        return part(has_memory ? now : Engine::single, one, scratch.view());
    };
    const auto packets = [&](BatchPart one) {
        return with_scratch(Engine::packets, packets_scratch_bytes(), one);
    };
    if (engine == Engine::interleaved)
        return summary(queries, run_parts({0, queries}, small_part, threads, [&](BatchPart one) {
                           return with_scratch(engine, interleaved_scratch_bytes, one);
                       }));
    if (engine != Engine::stream && engine != Engine::packets)
        return summary(queries, without_scratch(engine, {0, queries}));

    const std::size_t longest_list = StreamCut::longest_list_among(leaf_blocks(scene));
    const std::size_t part_size = queries == 0 ? 1 : stream_part(queries, longest_list, threads);
    QueryCounts all = {};
    for (std::size_t first = 0; first < queries; first += part_size) {
        const BatchPart now = {first, std::min(first + part_size, queries)};
        const std::size_t count = now.last - now.first;
        if (engine == Engine::packets ||
            (may_be_worth_packets(count, scene) && coherent(now, coherent_in_packets))) {
            add(all, run_parts(now, packets_part(count, threads), threads, packets));
            continue;
        }
        const StreamCut cut(count, threads, longest_list);
        const CheckedOutScratch scratch(cut.scratch_bytes());
        const bool has_memory = scratch.view().memory != nullptr;
        add(all, has_memory ? run_stream(now, cut, scratch.view(), stream)
                            : without_scratch(Engine::single, now));
    }
    return summary(queries, all);
}

Summary run_stream_in_parts(std::size_t queries, std::uint32_t threads, const StreamParts& parts,
                            FunctionRef<QueryCounts(Engine, BatchPart, const Scratch&)> part) {
    constexpr std::size_t smallest = 4096;
    const std::size_t workers = most_workers(threads);
    const std::size_t share = workers == 1 ? queries : queries / (parts.parts_per_thread * workers);
    const std::size_t size = std::clamp(share + 1, smallest, parts.largest);
    return summary(queries, run_parts({0, queries}, size, threads, [&](BatchPart one) {
                       const CheckedOutScratch scratch(parts.scratch_bytes(one.last - one.first));
                       const bool has_memory = scratch.view().memory != nullptr;
                       return part(has_memory ? Engine::stream : Engine::single, one,
                                   scratch.view());
                   }));
}

Settings settings(const Options& options) {
    return {.surface = options.interior == Interior::surface,
            .backfaces = options.backfaces,
            .start_overlap = options.start_overlap,
            .exhaustive = options.traversal == Traversal::exhaustive};
}

} // namespace lanecast::host
