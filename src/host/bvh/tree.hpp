#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/bvh_layout.hpp"
#include "core/kernel_table.hpp"
#include "host/bvh/split.hpp"

namespace lanecast::host {

/// The children of a node. Boxes they get when shapes are put into the leaves.
using Children = std::array<Child, node_width>;

/// A piece of the tree. Children refer to nodes, and to the leaf blocks of their kind, by number,
/// beginning with 0 in each piece; a node stands before those below it.
struct TreePart {
    std::vector<Children> nodes;
    /// For each kind, which id is in which lane of its leaf blocks, or no_id.
    std::array<std::vector<std::uint32_t>, leaf_kinds> slots;
};

/// A tree over primitives. The first part has the root; below it are the others.
struct Tree {
    std::vector<TreePart> parts;

    /// Where a part goes: the child of a node of the first part.
    struct Place {
        std::uint32_t node;
        std::uint32_t child;
    };
    std::vector<Place> places; ///< of parts[1], parts[2], ...
};

/// Builds the tree by the surface area heuristic; both arrays of the segment are used up. The tree
/// is the same for any number of threads and on every ISA. Of no primitives it has no parts.
Tree build_tree(const SplitKernels& kernels, const Segment& root, std::uint32_t threads);

/// Likewise, and then looks for a better place for each group with a large box.
Tree build_thorough(const SplitKernels& kernels, const Segment& root, std::uint32_t threads);

} // namespace lanecast::host
