#pragma once

#include "host/bvh/tree.hpp"

namespace lanecast::host {

/// Both trees below a new root. The root of the first one is the second node. Neither may be empty.
Tree joined(Tree first, Tree second);

} // namespace lanecast::host
