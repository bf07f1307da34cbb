#include "host/batch/run.hpp"

#include <algorithm>
#include <atomic>

#include "host/batch/scratch.hpp"
#include "host/batch/stream.hpp"
#include "host/parallel/parallel.hpp"
#include "host/plan/explain.hpp"
#include "host/plan/tuning.hpp"

namespace lanecast::host {
namespace {

QueryCounts run_parts(BatchPart batch, std::size_t part_size, Workers workers,
                      FunctionRef<QueryCounts(BatchPart)> part) {
    const std::size_t queries = batch.last - batch.first;
    if (queries <= part_size) {
        QueryCounts counts = {};
        for_each_chunk(queries == 0 ? 0 : 1, workers, [&](std::size_t) { counts = part(batch); });
        return counts;
    }
    std::atomic<std::size_t> hits = 0, invalid = 0, truncated = 0;
    for_each_chunk((queries + part_size - 1) / part_size, workers, [&](std::size_t i) {
        const std::size_t first = batch.first + i * part_size;
        const QueryCounts counts = part(BatchPart{first, std::min(first + part_size, batch.last)});
        hits.fetch_add(counts.hits, std::memory_order_relaxed);
        invalid.fetch_add(counts.invalid, std::memory_order_relaxed);
        truncated.fetch_add(counts.truncated, std::memory_order_relaxed);
    });
    return {.hits = hits, .invalid = invalid, .truncated = truncated};
}

void add(QueryCounts& all, const QueryCounts& counts) {
    all.hits += counts.hits;
    all.invalid += counts.invalid;
    all.truncated += counts.truncated;
}

QueryCounts run_as_stream(const SceneCall& call, const Plan& plan, Workers workers) {
    const StreamCut cut(plan.part, workers, plan.longest_list);
    const CheckedOutScratch scratch(plan.memory);
    if (scratch.view().memory != nullptr)
        return run_stream(call, plan.queries, cut, scratch.view());
    return run_parts(plan.queries, tuning::small_part, workers, [&](BatchPart part) {
        return call.answer(engine_without_memory, Order::given, part, Scratch{});
    });
}

QueryCounts run_planned(const SceneCall& call, const Plan& plan, Workers workers) {
    if (plan.engine == Engine::stream)
        return run_as_stream(call, plan, workers);
    return run_parts(plan.queries, plan.part, workers, [&](BatchPart part) {
        if (plan.memory == 0)
            return call.answer(plan.engine, plan.order, part, Scratch{});
        const CheckedOutScratch scratch(plan.memory);
        const bool has_memory = scratch.view().memory != nullptr;
        return call.answer(has_memory ? plan.engine : engine_without_memory, plan.order, part,
                           scratch.view());
    });
}

} // namespace

Summary run_batch(std::size_t queries, Workers workers, FunctionRef<QueryCounts(BatchPart)> part) {
    return summary(queries,
                   run_parts({0, queries}, part_of_pairs(queries, workers), workers, part));
}

Summary run_on_scene(const SceneCall& call) {
    const CallFacts& facts = call.facts;
    QueryCounts all = {};
    for (std::size_t first = 0; first < facts.queries;) {
        const Plan plan = plan_for(facts, first);
        if (explains()) [[unlikely]]
            explain(facts, plan);
        add(all, run_planned(call, plan, facts.workers));
        first = plan.queries.last;
    }
    return summary(facts.queries, all);
}

Settings settings(const Options& options) {
    return {.surface = options.interior == Interior::surface,
            .backfaces = options.backfaces == Backfaces::hit,
            .start_overlap = options.start_overlap,
            .exhaustive = options.traversal == Traversal::exhaustive,
            .points = false};
}

} // namespace lanecast::host
