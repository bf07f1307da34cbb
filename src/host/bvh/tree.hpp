#pragma once

#include <cstdint>
#include <vector>

#include "core/kernel_table.hpp"
#include "host/bvh/split.hpp"
#include "host/bvh/tree_part.hpp"
#include "host/parallel/workers.hpp"

namespace lanecast::host {

/// A tree over primitives. The first part holds the root; the other parts are below it.
struct Tree {
    std::vector<TreePart> parts;

    /// Where a part is attached: a child of a node of the first part.
    struct Place {
        std::uint32_t node;
        std::uint32_t child;
    };
    std::vector<Place> places; ///< of parts[1], parts[2], ...
};

/// Builds a tree by the surface area heuristic. Overwrites both arrays of the segment. The tree is
/// the same for any number of threads and on every ISA. Without primitives it has no parts.
Tree build_tree(const SplitKernels& kernels, const Segment& root, Workers workers);

/// Like build_tree(), but then moves groups with large boxes to better places.
Tree build_thorough(const SplitKernels& kernels, const Segment& root, Workers workers);

} // namespace lanecast::host
