#pragma once

#include "host/parallel/workers.hpp"
#include "host/scene/committed_scene.hpp"
#include "host/scene/shapes/shape_store.hpp"

namespace lanecast::host {

/// Builds tree, leaves and bounds from the shapes, with the quality of `commit`. If memory runs
/// out, nothing changes.
void rebuild(Commit& commit, const ShapeStore& shapes, Workers workers);

} // namespace lanecast::host
