#pragma once

#include "host/batch/scene_call.hpp"

/// Who decides the engine: all of it is here. The answer is the same, whatever is chosen.
namespace lanecast::host {

/// The engine for a whole batch.
Engine choose_engine(const SceneCall& call);

/// The engine for a part of a batch for which `chosen` was taken: some parts are better off with
/// another one.
Engine engine_for_part(const SceneCall& call, Engine chosen, BatchPart part);

/// How large a scene is for queries that go down its tree. Not by primitives: some blocks are less
/// full than others.
std::size_t leaf_blocks(const SceneView& scene);

} // namespace lanecast::host
