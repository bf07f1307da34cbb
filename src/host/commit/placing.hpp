#pragma once

#include <vector>

#include "host/commit/layout.hpp"
#include "host/parallel/workers.hpp"

/// Writes a tree into the memory of a committed scene: nodes, and the ids in leaf blocks.
namespace lanecast::host {

/// Replaces the numbers of pieces in a tree by ids. @returns the places of the pieces, in order
std::vector<PlacedPiece> place_pieces(Tree& tree, const Layout& layout, const Pieces& pieces);

void place_tree(const Tree& tree, const Layout& layout, float* memory, Workers workers);

/// Returns the first leaf block of a kind outside the tree.
float* blocks_outside(const SceneView& view, std::size_t kind, float* memory);

void place_outside(const Outside& outside, const SceneView& view, float* memory);

} // namespace lanecast::host
