#pragma once

#include "host/bvh/tree.hpp"
#include "host/parallel/workers.hpp"

namespace lanecast::host {

/// Builds a tree quickly, along a curve through all centres and without looking at the boxes.
/// Otherwise like build_tree().
Tree build_fast(const Segment& root, Workers workers);

} // namespace lanecast::host
