#include "host/commit/placing.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "host/parallel/parallel.hpp"

namespace lanecast::host {
namespace {

/// Writes ids into leaf blocks. Missing lanes at the end become empty.
void place_ids(std::size_t kind, const std::vector<std::uint32_t>& ids, float* block) {
    if (ids.empty())
        return; // there may be no block at all
    const auto floats = static_cast<std::size_t>(kernels().shapes->block_floats[kind]);
    float* to = block + floats - 2 * leaf_lanes;
    for (std::size_t i = 0; i < ids.size(); i += leaf_lanes, to += floats) {
        std::array<std::uint32_t, leaf_lanes> lanes;
        lanes.fill(no_id);
        std::copy_n(ids.data() + i, std::min<std::size_t>(leaf_lanes, ids.size() - i),
                    lanes.data());
        std::memcpy(to, lanes.data(), sizeof lanes);
    }
}

/// The same for mixed blocks.
void place_mixed(const std::vector<Primitive>& primitives, MixedBlock* to) {
    for (std::size_t i = 0; i < primitives.size(); i += leaf_lanes, ++to) {
        MixedBlock block = {};
        for (std::size_t lane = 0; lane < leaf_lanes; ++lane) {
            block.id[lane] = primitives[i + lane].id;
            block.kind[lane] = primitives[i + lane].kind;
        }
        std::memcpy(to, &block, sizeof block);
    }
}

void place_part(const Tree& tree, std::size_t part, const Layout& layout, float* memory) {
    const TreePart& from = tree.parts[part];
    Node node = {};
    float* to = memory + std::size_t{layout.parts[part]} * node_units * unit_floats;
    for (const Children& children : from.nodes) {
        for (std::size_t c = 0; c < node_width; ++c)
            node.children[c] = layout.place(part, children[c]);
        std::memcpy(to, &node, sizeof node);
        to += node_units * unit_floats;
    }
    const auto blocks = [&](std::size_t kind) {
        return memory + std::size_t{layout.blocks_of(part, kind)} * unit_floats;
    };
    for (std::size_t kind = 0; kind < leaf_kinds; ++kind)
        place_ids(kind, from.slots[kind], blocks(kind));
    place_mixed(from.mixed, reinterpret_cast<MixedBlock*>(blocks(Layout::mixed)));
}

} // namespace

std::vector<PlacedPiece> place_pieces(Tree& tree, const Layout& layout, const Pieces& pieces) {
    std::vector<PlacedPiece> placed;
    if (pieces.are_none())
        return placed;
    const auto place = [&](std::uint32_t& id, std::size_t part, std::size_t kind, std::size_t i) {
        const Piece* piece = pieces.find(id);
        if (!piece)
            return;
        id = piece->id;
        placed.push_back({layout.blocks_of(part, kind) +
                              static_cast<std::uint32_t>(i / leaf_lanes) * block_units(kind),
                          static_cast<std::uint32_t>(i % leaf_lanes), piece->cell});
    };
    // In the order of the blocks in memory.
    for (std::size_t part = 0; part < tree.parts.size(); ++part)
        for (std::size_t i = 0; i < tree.parts[part].mixed.size(); ++i)
            place(tree.parts[part].mixed[i].id, part, Layout::mixed, i);
    constexpr auto triangle = static_cast<std::size_t>(Kind::triangle);
    for (std::size_t part = 0; part < tree.parts.size(); ++part)
        for (std::size_t i = 0; i < tree.parts[part].slots[triangle].size(); ++i)
            place(tree.parts[part].slots[triangle][i], part, triangle, i);
    return placed;
}

void place_tree(const Tree& tree, const Layout& layout, float* memory, Workers workers) {
    for_each_chunk(tree.parts.size(), workers,
                   [&](std::size_t part) { place_part(tree, part, layout, memory); });
    for (std::size_t i = 0; i < tree.places.size(); ++i) {
        auto* top = reinterpret_cast<Node*>(memory);
        top[tree.places[i].node].children[tree.places[i].child] =
            Child::node(layout.parts[i + 1] * node_units);
    }
}

float* blocks_outside(const SceneView& view, std::size_t kind, float* memory) {
    const LeafArray& leaves = view.leaves[kind];
    return memory + (leaves.first + std::size_t{leaves.in_tree} * block_units(kind)) * unit_floats;
}

void place_outside(const Outside& outside, const SceneView& view, float* memory) {
    for (std::size_t kind = 0; kind < leaf_kinds; ++kind)
        place_ids(kind, outside[kind], blocks_outside(view, kind, memory));
}

} // namespace lanecast::host
