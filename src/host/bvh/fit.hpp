#pragma once

#include <cstdint>
#include <span>

#include "core/kernel_table.hpp"

namespace lanecast::host {

/// Puts shapes into the leaves of a tree in memory, in which ids stand already, and sets the boxes
/// of all nodes, from below.
/// @param triangles_end of their leaf blocks in the tree
/// @param box_padding  by which the boxes of nodes are larger, relative to their largest
/// coordinates
/// @param parts first node of each part of the tree, and behind them the number of nodes
/// @param refits how often that was done since the tree was built. Sorting children is a good part
///               of the work and hardly ever changes anything, so it takes turns.
FitResult fit_tree(const BuildKernels& kernels, float* memory, const float* triangles_end,
                   const ShapeTable& shapes, float box_padding,
                   std::span<const std::uint32_t> parts, std::uint32_t refits,
                   std::uint32_t threads);

} // namespace lanecast::host
