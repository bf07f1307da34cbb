#pragma once

#include <cstdint>
#include <vector>

#include "core/bvh_layout.hpp"

/// Shapes that are the same as others. A first answer never comes from one that at least two others
/// with smaller ids equal: of those a query ignores one at most. So first answers can do without
/// most of a crowd, however large it is; all answers cannot.
namespace lanecast::host {

/// Fewer equal shapes are no crowd.
inline constexpr std::size_t least_crowd = 64;

/// The ids of shapes in the leaves of a tree that equal `leaf_lanes` others with smaller ids at
/// least, kind and mask included; only of crowds. In order.
std::vector<std::uint32_t> copies_in(const SceneView& scene);

} // namespace lanecast::host
