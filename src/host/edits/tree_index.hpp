#pragma once

#include <cstddef>

#include "core/bvh_layout.hpp"
#include "host/scene/refit_index.hpp"

namespace lanecast::host {

/// Makes the index of a tree.
/// @param nodes  those in use
/// @param room   nodes for which there is memory
/// @param ids    exclusive upper bound
RefitIndex index_of(const SceneView& scene, std::size_t nodes, std::size_t room, std::size_t ids);

} // namespace lanecast::host
