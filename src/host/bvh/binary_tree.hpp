#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/build_boxes.hpp"
#include "core/bvh_layout.hpp"

namespace lanecast::host {

/// A group of primitives that was halved, or is small enough not to be.
struct BinaryNode {
    BuildBox bounds;
    std::uint32_t children[2] = {}; ///< 0: there are none. The root is nobody's child
    std::uint32_t parent = 0;       ///< of the root: 0
    std::uint32_t size = 0;         ///< primitives
    std::uint32_t kinds = 0;        ///< a bit for each kind among them
    std::uint32_t first_id = 0;     ///< of a group without children
    std::uint32_t height = 0;       ///< levels below

    [[nodiscard]] bool is_whole() const { return children[0] == 0; }
    [[nodiscard]] bool one_kind() const { return std::has_single_bit(kinds); }
    [[nodiscard]] std::uint32_t kind() const {
        return static_cast<std::uint32_t>(std::countr_zero(kinds));
    }
};

/// How primitives were halved, before that is collapsed into nodes of eight children.
struct BinaryTree {
    std::vector<BinaryNode> nodes; ///< the root first
    std::vector<std::uint32_t> ids;
};

/// Puts a tree in the place of a group.
inline void graft(BinaryTree& tree, std::uint32_t group, const BinaryTree& part) {
    const auto before = static_cast<std::uint32_t>(tree.nodes.size()) - 1;
    const auto ids_before = static_cast<std::uint32_t>(tree.ids.size());
    const std::uint32_t parent = tree.nodes[group].parent;
    const auto place_of = [&](std::uint32_t index) { return index == 0 ? group : before + index; };
    tree.nodes.resize(tree.nodes.size() + part.nodes.size() - 1);
    for (std::uint32_t i = 0; i < part.nodes.size(); ++i) {
        BinaryNode& to = tree.nodes[place_of(i)];
        to = part.nodes[i];
        to.parent = i == 0 ? parent : place_of(to.parent);
        to.first_id += ids_before;
        if (!to.is_whole())
            for (std::uint32_t& child : to.children)
                child = place_of(child);
    }
    tree.ids.insert(tree.ids.end(), part.ids.begin(), part.ids.end());
}

/// Whether primitives may become a leaf of so many blocks. The way into a prototype is long: each
/// instance has a box of its own in a node.
template <class Primitives>
bool fit_leaf_of(const Primitives& p, std::size_t blocks) {
    return p.size <= blocks * leaf_lanes && p.one_kind() &&
           (p.size == 1 || p.kind() != static_cast<std::uint32_t>(Kind::instance));
}

/// The most blocks of a leaf.
inline constexpr std::size_t leaf_blocks = 2;

} // namespace lanecast::host
