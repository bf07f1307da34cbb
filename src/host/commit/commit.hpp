#pragma once

#include <cstdint>

#include "host/world/committed_scene.hpp"
#include "host/world/shape_store.hpp"
#include "host/world/touched_ids.hpp"

namespace lanecast::host {

/// Builds tree, leaves and bounds from the shapes. If memory runs out, nothing changes.
void rebuild(Commit& commit, const ShapeStore& shapes, Build how, std::uint32_t threads);

/// Adapts tree, leaves and bounds to changed shapes. @returns false if a rebuild is needed
bool refit(Commit& commit, const ShapeStore& shapes, const TouchedIds& touched,
           std::uint32_t threads);

} // namespace lanecast::host
