#pragma once

#include "host/parallel/workers.hpp"
#include "host/scene/committed_scene.hpp"
#include "host/scene/shapes/shape_store.hpp"
#include "host/scene/touched_ids.hpp"

namespace lanecast::host {

/// Adapts tree, leaves and bounds to changes, in place where they are few.
/// @param touched     the shapes that were added, removed or changed. More may be marked
/// @param rearranged  whether some were added or removed
/// @returns false if a rebuild is needed. Then, or if memory runs out, `commit` is only good for
///          rebuild()
bool adapt(Commit& commit, const ShapeStore& shapes, TouchedIds& touched, bool rearranged,
           Workers workers);

} // namespace lanecast::host
