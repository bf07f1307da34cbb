#pragma once

#include <cstdint>

#include "host/bvh/tree.hpp"

namespace lanecast::host {

/// Builds a tree quickly: neighbours along a curve through all centres share a leaf block, and only
/// the blocks are divided by the surface area heuristic. As build_tree otherwise.
Tree build_fast(const SplitKernels& kernels, const Segment& root, std::uint32_t threads);

} // namespace lanecast::host
