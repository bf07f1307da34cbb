#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/build_boxes.hpp"
#include "core/bvh_layout.hpp"
#include "host/bvh/tree_part.hpp"

namespace lanecast::host {

/// A node of the binary tree: a group of primitives, split in two or small enough to stay whole.
struct BinaryNode {
    BuildBox bounds;
    std::uint32_t children[2] = {}; ///< 0: no children. The root is never a child
    std::uint32_t parent = 0;       ///< 0 for the root
    std::uint32_t size = 0;         ///< number of primitives
    std::uint32_t kinds = 0;        ///< a bit for each kind of primitive in the group
    std::uint32_t first = 0;        ///< first primitive of a group without children
    std::uint32_t height = 0;       ///< number of levels below
    float area_apart = 0.0f;        ///< half areas of the primitives' boxes, if may_part()

    [[nodiscard]] bool is_whole() const { return children[0] == 0; }
    [[nodiscard]] bool has_instances() const { return (kinds & kind_bit(Kind::instance)) != 0; }
    /// Whether the shapes of a whole group may become leaves of their own. Spheres and aabbs are
    /// too cheap to test, and meshes would take too much memory.
    [[nodiscard]] bool may_part() const {
        constexpr std::uint32_t kept =
            kind_bit(Kind::sphere) | kind_bit(Kind::aabb) | kind_bit(Kind::triangle);
        return is_whole() && size > 1 && (kinds & ~kept) != 0;
    }
};

/// The binary splits of the primitives, before they are collapsed into nodes of eight children.
struct BinaryTree {
    std::vector<BinaryNode> nodes; ///< the root first
    std::vector<Primitive> primitives;
};

/// Replaces a group by the tree `part`.
inline void graft(BinaryTree& tree, std::uint32_t group, const BinaryTree& part) {
    const auto before = static_cast<std::uint32_t>(tree.nodes.size()) - 1;
    const auto primitives_before = static_cast<std::uint32_t>(tree.primitives.size());
    const std::uint32_t parent = tree.nodes[group].parent;
    const auto place_of = [&](std::uint32_t index) { return index == 0 ? group : before + index; };
    tree.nodes.resize(tree.nodes.size() + part.nodes.size() - 1);
    for (std::uint32_t i = 0; i < part.nodes.size(); ++i) {
        BinaryNode& to = tree.nodes[place_of(i)];
        to = part.nodes[i];
        to.parent = i == 0 ? parent : place_of(to.parent);
        to.first += primitives_before;
        if (!to.is_whole())
            for (std::uint32_t& child : to.children)
                child = place_of(child);
    }
    tree.primitives.insert(tree.primitives.end(), part.primitives.begin(), part.primitives.end());
}

} // namespace lanecast::host
