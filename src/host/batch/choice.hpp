#pragma once

#include "host/batch/scene_call.hpp"

/// All decisions about the engine. The choice never changes a result.
namespace lanecast::host {

/// Returns the engine for a whole batch.
Engine choose_engine(const SceneCall& call);

/// Returns the engine for one part of a batch that runs with `chosen`, because another engine may
/// be faster for some parts.
Engine engine_for_part(const SceneCall& call, Engine chosen, BatchPart part);

/// Size of a scene for queries that traverse its tree. Counts blocks, not primitives, because some
/// blocks are less full than others.
std::size_t leaf_blocks(const SceneView& scene);

} // namespace lanecast::host
