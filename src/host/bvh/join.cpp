#include "host/bvh/join.hpp"

#include <iterator>
#include <utility>

namespace lanecast::host {
namespace {

/// Appends a part. @returns the new index of its first node
std::uint32_t append(TreePart& to, const TreePart& part) {
    const auto first_node = static_cast<std::uint32_t>(to.nodes.size());
    std::array<std::uint32_t, child_kinds> first_blocks = {};
    for (std::size_t kind = 0; kind < leaf_kinds; ++kind) {
        first_blocks[kind] = static_cast<std::uint32_t>(to.slots[kind].size() / leaf_lanes);
        to.slots[kind].insert(to.slots[kind].end(), part.slots[kind].begin(),
                              part.slots[kind].end());
    }
    first_blocks[static_cast<std::size_t>(Kind::mixed)] =
        static_cast<std::uint32_t>(to.mixed.size() / leaf_lanes);
    to.mixed.insert(to.mixed.end(), part.mixed.begin(), part.mixed.end());
    for (Children children : part.nodes) {
        for (Child& child : children)
            if (!is_nothing(child))
                child = child.moved_to(child.index() +
                                       (child.is_leaf() ? first_blocks[child.kind()] : first_node));
        to.nodes.push_back(children);
    }
    return first_node;
}

} // namespace

Tree joined(Tree first, Tree second) {
    Tree tree;
    tree.parts.resize(1);
    TreePart top;
    top.nodes.emplace_back();
    Children roots = {};
    std::size_t child = 0;
    for (Tree* const of : {&first, &second}) {
        const std::uint32_t root = append(top, of->parts[0]);
        roots[child++] = Child::node(root);
        for (const Tree::Place& place : of->places)
            tree.places.push_back({root + place.node, place.child});
        tree.parts.insert(tree.parts.end(), std::make_move_iterator(of->parts.begin() + 1),
                          std::make_move_iterator(of->parts.end()));
    }
    top.nodes[0] = roots;
    tree.parts[0] = std::move(top);
    return tree;
}

} // namespace lanecast::host
