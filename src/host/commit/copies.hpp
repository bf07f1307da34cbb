#pragma once

#include <cstdint>
#include <vector>

#include "core/bvh_layout.hpp"

/// Shapes that equal other shapes. If a shape equals `leaf_lanes` shapes with smaller ids, it is
/// never the first answer of a query that ignores fewer of them, because one of the others comes
/// before it. So queries for first answers can skip most of a crowd, however large it is. Queries
/// for all answers cannot, nor can batches with a query that may ignore as many ids: see
/// needs_copies() in host/batch/searched_scene.hpp.
namespace lanecast::host {

/// Minimum number of equal shapes in a crowd.
inline constexpr std::size_t least_crowd = 64;

/// Returns, in order, the ids of shapes in the leaves of a tree that belong to a crowd and equal at
/// least `leaf_lanes` shapes with smaller ids. Equal shapes have the same kind and mask.
std::vector<std::uint32_t> copies_in(const SceneView& scene);

} // namespace lanecast::host
