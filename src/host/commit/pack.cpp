#include "host/commit/pack.hpp"

#include <algorithm>
#include <cstring>
#include <tuple>

#include "host/commit/layout.hpp"

namespace lanecast::host {
namespace {

bool stands_before(const PlacedPiece& a, const PlacedPiece& b) {
    return std::tie(a.block, a.lane) < std::tie(b.block, b.lane);
}

/// The numbers of nodes and blocks below a node.
void count(const SceneView& scene, std::uint32_t unit, RoomSize& size) {
    ++size.nodes;
    for (const Child child : scene.node(unit).children) {
        if (is_nothing(child))
            continue;
        if (child.is_leaf())
            size.blocks[child.kind()] += child.blocks();
        else
            count(scene, child.index(), size);
    }
}

class Packer {
public:
    Packer(const SceneView& from, std::span<const PlacedPiece> pieces, Packed& to)
        : from_(from), pieces_(pieces), to_(to) {}

    /// Copies a node and all below it. @returns its unit
    std::uint32_t copy_node(std::uint32_t unit) {
        const std::uint32_t copy = next_node_++ * node_units;
        Node node = from_.node(unit);
        for (Child& child : node.children)
            if (!is_nothing(child))
                child =
                    child.moved_to(child.is_leaf() ? copy_leaf(child) : copy_node(child.index()));
        write(copy, &node, sizeof node);
        return copy;
    }

    /// Copies the blocks of a kind outside of the tree.
    void copy_outside(std::uint32_t kind) {
        const LeafArray& leaves = from_.leaves[kind];
        const std::uint32_t units = block_units(kind);
        copy_blocks(kind, leaves.first + leaves.in_tree * units, leaves.all - leaves.in_tree);
    }

private:
    std::uint32_t copy_leaf(Child leaf) {
        return copy_blocks(leaf.kind(), leaf.index(), leaf.blocks());
    }
    std::uint32_t copy_blocks(std::uint32_t kind, std::uint32_t unit, std::uint32_t blocks) {
        const std::uint32_t units = block_units(kind);
        const std::uint32_t first =
            kind == Layout::mixed ? to_.view.first_mixed : to_.view.leaves[kind].first;
        const std::uint32_t copy = first + next_block_[kind] * units;
        next_block_[kind] += blocks;
        write(copy, from_.at(unit), std::size_t{blocks} * units * unit_floats * sizeof(float));
        for (auto piece = std::lower_bound(pieces_.begin(), pieces_.end(), PlacedPiece{unit, 0, {}},
                                           stands_before);
             piece != pieces_.end() && piece->block < unit + blocks * units; ++piece)
            to_.pieces.push_back({piece->block - unit + copy, piece->lane, piece->cell});
        return copy;
    }
    void write(std::uint32_t unit, const void* from, std::size_t bytes) {
        if (bytes != 0)
            std::memcpy(to_.memory.data() + std::size_t{unit} * unit_floats, from, bytes);
    }

    const SceneView& from_;
    std::span<const PlacedPiece> pieces_;
    Packed& to_;
    std::uint32_t next_node_ = 0;
    std::array<std::uint32_t, child_kinds> next_block_ = {};
};

} // namespace

Packed pack(const SceneView& scene, std::span<const PlacedPiece> pieces, const RoomSize& spare) {
    RoomSize used;
    count(scene, 0, used);
    Packed packed;
    packed.view = scene;
    packed.view.mixed_blocks = used.blocks[Layout::mixed];
    packed.rooms.nodes = used.nodes;
    packed.rooms.units = used.nodes * node_units;
    for (std::size_t kind = 0; kind < child_kinds; ++kind)
        packed.rooms.units += used.blocks[kind] * block_units(kind);
    packed.rooms.all = {used.nodes + spare.nodes, used.blocks};
    for (std::size_t kind = 0; kind < child_kinds; ++kind)
        packed.rooms.all.blocks[kind] += spare.blocks[kind];
    for (std::size_t kind = 0; kind < leaf_kinds; ++kind) {
        LeafArray& leaves = packed.view.leaves[kind];
        const std::uint32_t outside = leaves.all - leaves.in_tree;
        leaves.in_tree = used.blocks[kind];
        leaves.all = used.blocks[kind] + outside;
        packed.rooms.all.blocks[kind] += outside;
    }
    packed.memory = AlignedBuffer<float>(arrange(packed.view, packed.rooms.all) * unit_floats);
    packed.view.memory = packed.memory.data();
    packed.pieces.reserve(pieces.size());
    Packer packer(scene, pieces, packed);
    packer.copy_node(0);
    for (std::uint32_t kind = 0; kind < leaf_kinds; ++kind)
        packer.copy_outside(kind);
    std::sort(packed.pieces.begin(), packed.pieces.end(), stands_before);
    return packed;
}

Packed enlarge(const SceneView& scene, std::span<const PlacedPiece> pieces, const Rooms& rooms,
               const RoomSize& spare) {
    Packed large;
    large.view = scene;
    large.rooms = rooms;
    large.rooms.all.nodes = rooms.nodes + spare.nodes;
    for (std::size_t kind = 0; kind < leaf_kinds; ++kind)
        large.rooms.all.blocks[kind] = scene.leaves[kind].all + spare.blocks[kind];
    large.memory = AlignedBuffer<float>(arrange(large.view, large.rooms.all) * unit_floats);
    large.view.memory = large.memory.data();

    const auto copy = [&](std::uint32_t from, std::uint32_t to, std::size_t units) {
        if (units != 0)
            std::memcpy(large.memory.data() + std::size_t{to} * unit_floats, scene.at(from),
                        units * unit_floats * sizeof(float));
    };
    copy(0, 0, std::size_t{rooms.nodes} * node_units);
    std::array<std::uint32_t, child_kinds> moves = {}; // of the blocks of each kind, in units
    moves[Layout::mixed] = large.view.first_mixed - scene.first_mixed;
    copy(scene.first_mixed, large.view.first_mixed, std::size_t{scene.mixed_blocks} * mixed_units);
    for (std::size_t kind = 0; kind < leaf_kinds; ++kind) {
        const LeafArray& leaves = scene.leaves[kind];
        moves[kind] = large.view.leaves[kind].first - leaves.first;
        copy(leaves.first, large.view.leaves[kind].first,
             std::size_t{leaves.all} * block_units(kind));
    }
    for (std::uint32_t node = 0; node < rooms.nodes; ++node)
        for (Child& child : reinterpret_cast<Node*>(large.memory.data() +
                                                    std::size_t{node} * node_units * unit_floats)
                                ->children)
            if (child.is_leaf())
                child = child.moved_to(child.index() + moves[child.kind()]);
    for (std::size_t kind = 0; kind < child_kinds; ++kind)
        for (std::uint32_t& unit : large.rooms.free[kind])
            unit += moves[kind];
    constexpr auto triangle = static_cast<std::size_t>(Kind::triangle);
    for (const PlacedPiece& piece : pieces) {
        const bool is_mixed = piece.block - scene.first_mixed < scene.mixed_blocks * mixed_units;
        large.pieces.push_back(
            {piece.block + moves[is_mixed ? Layout::mixed : triangle], piece.lane, piece.cell});
    }
    return large;
}

bool is_sparse(const SceneView& scene, const Rooms& rooms) {
    std::size_t units = std::size_t{rooms.nodes} * node_units;
    units += std::size_t{scene.mixed_blocks} * mixed_units;
    for (std::size_t kind = 0; kind < leaf_kinds; ++kind)
        units += std::size_t{scene.leaves[kind].in_tree} * block_units(kind);
    return units - units / 5 > rooms.units;
}

} // namespace lanecast::host
