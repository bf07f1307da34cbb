#pragma once

#include "host/bvh/tree.hpp"

namespace lanecast::host {

/// Joins two trees below a new root. The root of the first tree becomes the second node. Neither
/// tree may be empty.
Tree joined(Tree first, Tree second);

} // namespace lanecast::host
