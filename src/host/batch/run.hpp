#pragma once

#include <cstddef>

#include "host/batch/scene_call.hpp"
#include "host/parallel/function_ref.hpp"
#include "host/parallel/workers.hpp"

namespace lanecast::host {

inline Summary summary(std::size_t queries, const QueryCounts& counts) {
    return {.queries = queries,
            .hits = counts.hits,
            .invalid = counts.invalid,
            .truncated = counts.truncated};
}

/// Splits a batch into parts, runs at most `threads` of them at the same time, and adds up their
/// counts.
Summary run_batch(std::size_t queries, Workers workers, FunctionRef<QueryCounts(BatchPart)> part);

/// Runs a call as its plans say. Parts that get no scratch memory run without the plan's engine.
Summary run_on_scene(const SceneCall& call);

/// Converts options for the kernels.
Settings settings(const Options& options);
/// The same for a call that writes these columns.
template <class Answers>
Settings settings(const Options& options, const Answers&) {
    return settings(options);
}
inline Settings settings(const Options& options, const HitColumns& hits) {
    Settings converted = settings(options);
    for (const int column : {hit_column::point + 0, hit_column::point + 1, hit_column::point + 2,
                             int{hit_column::clearance}})
        converted.points |= hits.at[column].address != nullptr;
    return converted;
}
inline Settings settings(const Options& options, const HitRows& rows) {
    return settings(options, rows.columns);
}

} // namespace lanecast::host
