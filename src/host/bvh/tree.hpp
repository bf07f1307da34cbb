#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/bvh_layout.hpp"
#include "core/kernel_table.hpp"

namespace lanecast::host {

/// A tree over primitives; the root is nodes[0]. Children refer to nodes, and to the leaf blocks of
/// their kind, by number.
struct Tree {
    std::vector<Node> nodes;
    /// For each kind, which primitive (PrimitiveBox::index) is in which lane of its leaf blocks, or
    /// no_shape.
    std::array<std::vector<std::uint32_t>, shape_kinds> slots;
};

/// Builds the tree by the surface area heuristic; reorders `primitives`. The tree is the same for
/// any number of threads. Of no primitives it has no nodes.
Tree build_tree(std::span<PrimitiveBox> primitives, std::uint32_t threads);

} // namespace lanecast::host
