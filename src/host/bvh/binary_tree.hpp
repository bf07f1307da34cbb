#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/build_boxes.hpp"
#include "core/bvh_layout.hpp"
#include "host/bvh/tree_part.hpp"

namespace lanecast::host {

/// A group of primitives that was halved, or is small enough not to be.
struct BinaryNode {
    BuildBox bounds;
    std::uint32_t children[2] = {}; ///< 0: there are none. The root is nobody's child
    std::uint32_t parent = 0;       ///< of the root: 0
    std::uint32_t size = 0;         ///< primitives
    std::uint32_t kinds = 0;        ///< a bit for each kind among them
    std::uint32_t first = 0;        ///< primitive of a group without children
    std::uint32_t height = 0;       ///< levels below

    [[nodiscard]] bool is_whole() const { return children[0] == 0; }
    [[nodiscard]] bool has_instances() const { return (kinds & kind_bit(Kind::instance)) != 0; }
};

/// How primitives were halved, before that is collapsed into nodes of eight children.
struct BinaryTree {
    std::vector<BinaryNode> nodes; ///< the root first
    std::vector<Primitive> primitives;
};

/// Puts a tree in the place of a group.
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
