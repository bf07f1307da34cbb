#pragma once

#include <cstdint>
#include <span>

#include "core/kernel_table.hpp"

namespace lanecast::host {

/// Puts shapes into the leaves of a tree in memory, in which ids stand already, and sets the boxes
/// of all nodes, from below.
/// @param job  for the whole tree: what depends on the part is set here
/// @param parts first node of each part of the tree, and behind them the number of nodes
/// @param refits how often that was done since the tree was built. Sorting children is a good part
///               of the work and hardly ever changes anything, so it takes turns.
FitResult fit_tree(const BuildKernels& kernels, const FitJob& job,
                   std::span<const std::uint32_t> parts, std::uint32_t refits,
                   std::uint32_t threads);

} // namespace lanecast::host
