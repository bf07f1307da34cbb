#pragma once

#include "host/bvh/binary_tree.hpp"

namespace lanecast::host {

/// Moves groups to where the boxes above them have less surface together, by the search of Meister
/// and Bittner, Parallel Reinsertion for Bounding Volume Hierarchy Optimization (2018), but one
/// group after the other. No group comes to stand deeper than built_depth.
void reinsert(BinaryTree& tree);

} // namespace lanecast::host
