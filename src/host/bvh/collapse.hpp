#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "host/bvh/binary_tree.hpp"
#include "host/bvh/tree.hpp"

namespace lanecast::host {

/// Collapses a binary tree into nodes of eight children, so that rays are expected to have the
/// least to do: Ylitie, Karras and Laine, Efficient Incoherent Ray Traversal on GPUs Through
/// Compressed Wide BVHs (2017).
class Collapse {
public:
    explicit Collapse(const BinaryTree& tree);

    /// A group that becomes a part of its own.
    struct Gap {
        Tree::Place place;
        std::uint32_t group;
    };

    /// All nodes from this one down.
    TreePart part(std::uint32_t group) const;
    /// @param gap_size groups up to this size become gaps
    TreePart part(std::uint32_t group, std::size_t gap_size, std::vector<Gap>& gaps) const;

private:
    class Part;

    /// The least that is done below a group, times the surface of its box: [1] to [7] if it is to
    /// take so many slots of a node or fewer, [0] if it is a node.
    using Costs = std::array<float, node_width>;

    /// @returns how many slots it can take at most
    std::size_t solve(std::uint32_t group);
    [[nodiscard]] bool is_leaf(std::uint32_t group) const;

    /// Slots that the children of a group share.
    struct Sharing {
        std::size_t first; ///< slots of the first child
        float cost;
    };
    [[nodiscard]] Sharing sharing(const BinaryNode& group, std::size_t slots) const;

    const BinaryTree& tree_;
    std::vector<Costs> costs_;
};

} // namespace lanecast::host
