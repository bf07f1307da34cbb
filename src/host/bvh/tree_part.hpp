#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/bvh_layout.hpp"

namespace lanecast::host {

/// The children of a node. Boxes they get when shapes are put into the leaves.
using Children = std::array<Child, node_width>;

/// Sets of kinds have a bit for each.
constexpr std::uint32_t kind_bit(Kind kind) { return 1u << static_cast<std::uint32_t>(kind); }

/// Which is which of the things that a tree is made of.
struct Primitive {
    std::uint32_t kind;
    std::uint32_t id;
};

/// A piece of the tree. Children refer to nodes, and to the leaf blocks of their kind, by number,
/// beginning with 0 in each piece; a node stands before those below it.
class TreePart {
public:
    std::vector<Children> nodes;
    /// For each kind, which id is in which lane of its leaf blocks, or no_id.
    std::array<std::vector<std::uint32_t>, leaf_kinds> slots;
    /// The same of mixed blocks.
    std::vector<Primitive> mixed;

    /// Puts primitives into a leaf of their own: at least one, and as many as fit_leaf_of() lets.
    Child add_leaf(std::span<const Primitive> primitives);

private:
    Child add_leaf_of_one_kind(std::span<const Primitive> primitives);
    Child add_mixed_leaf(std::span<const Primitive> primitives);
};

/// The most blocks of a leaf.
inline constexpr std::size_t leaf_blocks = 2;

/// Whether primitives may become a leaf of so many blocks. The way into a prototype is long: each
/// instance has a box of its own in a node.
template <class Primitives>
bool fit_leaf_of(const Primitives& p, std::size_t blocks) {
    return p.size <= blocks * leaf_lanes && (p.size == 1 || !p.has_instances());
}

} // namespace lanecast::host
