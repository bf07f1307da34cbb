#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/bvh_layout.hpp"

namespace lanecast::host {

/// The children of a node. Their boxes are set when shapes are written into the leaves.
using Children = std::array<Child, node_width>;

/// The bit of a kind in a set of kinds.
constexpr std::uint32_t kind_bit(Kind kind) { return 1u << static_cast<std::uint32_t>(kind); }

/// Kind and id of a primitive in the tree.
struct Primitive {
    std::uint32_t kind;
    std::uint32_t id;
};

/// A part of the tree. Children refer to nodes, and to leaf blocks of their kind, by an index that
/// starts at 0 in each part. A node comes before all nodes below it.
class TreePart {
public:
    std::vector<Children> nodes;
    /// For each kind, the ids in the lanes of its leaf blocks; no_id in empty lanes.
    std::array<std::vector<std::uint32_t>, leaf_kinds> slots;
    /// The same for mixed blocks.
    std::vector<Primitive> mixed;

    /// Adds a leaf of these primitives: at least one, and no more than fit_leaf_of() allows.
    Child add_leaf(std::span<const Primitive> primitives);

private:
    Child add_leaf_of_one_kind(std::span<const Primitive> primitives);
    Child add_mixed_leaf(std::span<const Primitive> primitives);
};

/// Maximum number of blocks in a leaf.
inline constexpr std::size_t leaf_blocks = 2;

/// Whether primitives may become a leaf of this many blocks. Entering a prototype is expensive, so
/// each instance has a box of its own in a node.
template <class Primitives>
bool fit_leaf_of(const Primitives& p, std::size_t blocks) {
    return p.size <= blocks * leaf_lanes && (p.size == 1 || !p.has_instances());
}

} // namespace lanecast::host
