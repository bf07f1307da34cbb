#pragma once

#include <cstddef>
#include <cstdint>

#include "host/batch/scene_call.hpp"
#include "host/parallel/function_ref.hpp"

namespace lanecast::host {

/// Splits a batch into parts, runs at most `threads` of them at the same time, and adds up their
/// counts.
Summary run_batch(std::size_t queries, std::uint32_t threads,
                  FunctionRef<QueryCounts(BatchPart)> part);

/// Runs a call with one engine. Parts that get no scratch memory run with another engine.
/// @param engine  one that the call offers, such as choose_engine() returns
Summary run_on_scene(const SceneCall& call, Engine engine);

/// Converts options for the kernels.
Settings settings(const Options& options);

} // namespace lanecast::host
