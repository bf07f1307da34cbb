#pragma once

#include "host/batch/scene_call.hpp"
#include "host/plan/stream_cut.hpp"

namespace lanecast::host {

/// Runs a part of a batch in the steps of Engine::stream.
/// @param cut      made for as many queries
/// @param scratch  at least cut.scratch_bytes(1) bytes
QueryCounts run_stream(const SceneCall& call, BatchPart part, const StreamCut& cut,
                       const Scratch& scratch);

} // namespace lanecast::host
