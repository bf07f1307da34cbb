#pragma once

#include <cstddef>
#include <cstdint>

#include "core/kernel_table.hpp"
#include "host/batch/stream.hpp"
#include "host/parallel/function_ref.hpp"
#include "lanecast/options.hpp"

namespace lanecast::host {

/// Splits a batch into parts, at most `threads` of them at once, and adds up what they did.
Summary run_batch(std::size_t queries, std::uint32_t threads,
                  FunctionRef<QueryCounts(BatchPart)> part);

/// The engine for so many queries against a scene.
/// @param offers    whether an engine answers this question; `exhaustive` and `single` do
/// @param coherent  coherent(part, most): whether they are rays, and directions of neighbours in a
///                  part differ by at most so much
Engine choose_engine(Traversal wanted, std::size_t queries, const SceneView& scene,
                     FunctionRef<bool(Engine)> offers,
                     FunctionRef<bool(BatchPart, float)> coherent);

/// The same for queries against a scene. What needs scratch memory gets it; where there is none to
/// be had, another engine answers.
/// @param coherent  as choose_engine() has it
/// @param part      any engine but the stream
Summary run_on_scene(std::size_t queries, std::uint32_t threads, Engine engine,
                     const SceneView& scene, FunctionRef<bool(BatchPart, float)> coherent,
                     FunctionRef<QueryCounts(Engine, BatchPart, const Scratch&)> part,
                     const StreamSteps& stream);

/// The same by a stream without steps.
Summary run_stream_in_parts(std::size_t queries, std::uint32_t threads, const StreamParts& parts,
                            FunctionRef<QueryCounts(Engine, BatchPart, const Scratch&)> part);

/// What kernels are told of the options.
Settings settings(const Options& options);

} // namespace lanecast::host
