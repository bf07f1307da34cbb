#pragma once

#include "host/bvh/binary_tree.hpp"

namespace lanecast::host {

/// Moves groups to where the total surface of the boxes above them is smaller. The search is that
/// of Meister and Bittner, Parallel Reinsertion for Bounding Volume Hierarchy Optimization (2018),
/// but groups move one after the other. All groups stay above built_depth, because a whole one may
/// become a node.
void reinsert(BinaryTree& tree);

} // namespace lanecast::host
