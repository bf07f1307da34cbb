#pragma once

#include <cstdint>
#include <vector>

#include "core/kernel_table.hpp"
#include "host/bvh/split.hpp"
#include "host/bvh/tree_part.hpp"

namespace lanecast::host {

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
