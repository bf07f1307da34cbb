#pragma once

#include <cstddef>
#include <cstdint>

#include "host/batch/scene_call.hpp"
#include "host/parallel/function_ref.hpp"

namespace lanecast::host {

/// Splits a batch into parts, at most `threads` of them at once, and adds up what they did.
Summary run_batch(std::size_t queries, std::uint32_t threads,
                  FunctionRef<QueryCounts(BatchPart)> part);

/// Answers a call by one engine; where there is not enough scratch memory to be had, by another.
/// @param engine  one that the call offers, such as choose_engine() returns
Summary run_on_scene(const SceneCall& call, Engine engine);

/// What kernels are told of the options.
Settings settings(const Options& options);

} // namespace lanecast::host
