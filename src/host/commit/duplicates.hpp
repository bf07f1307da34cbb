#pragma once

#include <cstdint>
#include <vector>

#include "core/bvh_layout.hpp"

/// Shapes that equal other shapes. If a shape equals `leaf_lanes` shapes with smaller ids, it is
/// never the first answer of a query that ignores fewer of them, because one of the others comes
/// before it. So queries for first answers can skip most of a group of duplicates, however large it
/// is. Queries for all answers cannot, nor can batches with a query that may ignore as many ids:
/// see needs_duplicates() in host/batch/searched_scene.hpp.
namespace lanecast::host {

/// Minimum size of a group of equal shapes.
inline constexpr std::size_t least_duplicates = 64;

/// Returns, in order, the ids of shapes in the leaves of a tree that equal at least `leaf_lanes`
/// shapes with smaller ids, in groups of `least_duplicates` and more. Equal shapes have the same
/// kind and mask.
std::vector<std::uint32_t> duplicates_in(const SceneView& scene);

} // namespace lanecast::host
