#pragma once

#include <cstdint>

#include "host/bvh/tree.hpp"

namespace lanecast::host {

/// Builds a tree quickly: along a curve through all centres, without a look at the boxes. As
/// build_tree otherwise.
Tree build_fast(const Segment& root, std::uint32_t threads);

} // namespace lanecast::host
