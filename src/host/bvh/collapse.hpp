#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "host/bvh/binary_tree.hpp"
#include "host/bvh/tree.hpp"

namespace lanecast::host {

/// Collapses a binary tree into nodes of eight children so that the expected cost of a ray is
/// minimal: Ylitie, Karras and Laine, Efficient Incoherent Ray Traversal on GPUs Through Compressed
/// Wide BVHs (2017).
class Collapse {
public:
    explicit Collapse(const BinaryTree& tree);

    /// A group that becomes a part of its own.
    struct Gap {
        Tree::Place place;
        std::uint32_t group;
    };

    /// Returns the nodes of the subtree with this root.
    TreePart part(std::uint32_t group) const;
    /// @param gap_size groups up to this size become gaps
    TreePart part(std::uint32_t group, std::size_t gap_size, std::vector<Gap>& gaps) const;

private:
    class Part;

    /// Least cost of a subtree, weighted by the areas of boxes. Elements [1] to [7]: the subtree
    /// takes at most that many slots of a node. Element [0]: its root becomes a node. A whole group
    /// takes one slot, or one for each of its shapes.
    using Costs = std::array<float, node_width>;

    void solve(std::uint32_t group);
    [[nodiscard]] bool is_leaf(std::uint32_t group) const;

    /// How the two children of a group share slots.
    struct Sharing {
        std::size_t first; ///< slots of the first child
        float cost;
    };
    [[nodiscard]] Sharing sharing(const BinaryNode& group, std::size_t slots) const;

    /// The chance that a ray through the box of a group hits a shape, divided by the cost of the
    /// group as one child.
    [[nodiscard]] float yield(std::uint32_t group) const;
    [[nodiscard]] float chance_of(const BinaryNode& group) const;

    const BinaryTree& tree_;
    std::vector<Costs> costs_;
    std::vector<float> chances_; ///< that a ray through the box of a group hits a shape of it
};

} // namespace lanecast::host
