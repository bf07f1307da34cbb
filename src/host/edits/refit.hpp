#pragma once

#include <cstdint>
#include <vector>

#include "core/build_boxes.hpp"
#include "host/parallel/workers.hpp"
#include "host/scene/refit_index.hpp"

namespace lanecast::host {

/// Fits some nodes of a tree that has an index.
/// @param nodes  children before parents
void fit_some(const FitJob& job, const std::vector<std::uint32_t>& nodes);

/// Fits all nodes of an edited tree, whose parts are no longer together in memory.
/// @param nodes  number of nodes in use; parents before children
void fit_edited(const FitJob& job, const RefitIndex& index, std::uint32_t nodes, Workers workers);

} // namespace lanecast::host
