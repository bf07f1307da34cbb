#pragma once

#include "core/build_boxes.hpp"

namespace lanecast::host {

/// Returns the padding of box tests for a tree. docs/numerics.md, "With and without the tree",
/// derives every number.
[[nodiscard]] TreeSpace space_of(const FitResult& tree, bool only_triangles);

} // namespace lanecast::host
