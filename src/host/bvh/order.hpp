#pragma once

#include "core/bvh_layout.hpp"

namespace lanecast::host {

/// Sets the node's orders: children are sorted by their centres along the diagonal of each octant.
void order_children(Node& node);

} // namespace lanecast::host
