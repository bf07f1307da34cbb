#pragma once

#include <cstdint>

#include "host/bvh/tree.hpp"

namespace lanecast::host {

/// Builds a tree quickly, along a curve through all centres and without looking at the boxes.
/// Otherwise like build_tree().
Tree build_fast(const Segment& root, std::uint32_t threads);

} // namespace lanecast::host
