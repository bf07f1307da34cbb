#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/kernel_table.hpp"
#include "host/bvh/fit.hpp"
#include "host/commit/shape_sources.hpp"
#include "host/parallel/workers.hpp"
#include "host/scene/committed_scene.hpp"
#include "host/scene/shapes/shape_store.hpp"

/// Steps that builds and refits of a scene share.
namespace lanecast::host {

[[nodiscard]] bool has_only_triangles(const SceneView& view);

/// The job for a whole tree.
/// @param kept  see FitJob
[[nodiscard]] FitJob job_for(const SceneView& view, float* memory, const ShapeSources& sources,
                             std::span<const PlacedPiece> pieces, SortingTurn sorting,
                             NodeFit* kept);

/// Fills the leaves of the tree, if there is one, and sets its boxes.
[[nodiscard]] FitResult fit_tree(const SceneView& view, const FitJob& job,
                                 std::span<const std::uint32_t> parts, Workers workers);

void set_space(SceneView& view, const FitResult& fit);

/// Fills the leaves outside the tree. @returns whether none of their shapes would fit into it
bool fit_outside(const SceneView& view, float* memory, const ShapeSources& sources,
                 BuildBox& bounds);

[[nodiscard]] Bounds bounds_of(const BuildBox& box);
/// The bounds of all shapes, with instances where they are at the start of their ways.
[[nodiscard]] Bounds bounds_at_start(const ShapeStore& shapes) noexcept;

/// Computes the boxes of the ways of instances. @throws std::bad_alloc
void set_boxes(Motions& motions, const ShapeStore& shapes);

/// The kinds of the shapes of a scene: see CommittedScene::kinds.
[[nodiscard]] std::uint32_t kinds_of(const ShapeStore& shapes);
/// The same for a scene without instances, from its leaves.
[[nodiscard]] std::uint32_t kinds_in(const SceneView& view);

/// Whether an answer may be found more than once: see SceneView::has_repeats.
[[nodiscard]] bool has_repeats(const ShapeStore& shapes, std::span<const PlacedPiece> pieces);

} // namespace lanecast::host
