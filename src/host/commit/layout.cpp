#include "host/commit/layout.hpp"

#include <limits>

#include "lanecast/error.hpp"

namespace lanecast::host {

namespace {

std::size_t arranged(SceneView& view, const RoomSize& room) {
    std::size_t units = std::size_t{room.nodes} * node_units;
    view.first_mixed = static_cast<std::uint32_t>(units);
    units += std::size_t{room.blocks[Layout::mixed]} * mixed_units;
    view.has_shapes_out_of_tree = false;
    for (std::size_t kind = 0; kind < leaf_kinds; ++kind) {
        LeafArray& leaves = view.leaves[kind];
        leaves.first = static_cast<std::uint32_t>(units);
        view.has_shapes_out_of_tree |= leaves.in_tree < leaves.all;
        units += std::size_t{room.blocks[kind]} * block_units(kind);
    }
    return units;
}

[[noreturn]] void refuse_too_large() {
    throw Error(ErrorCode::too_many, "Scene", Error::no_index,
                "Scene needs more than the limit of 64 GiB for its tree and leaves");
}

} // namespace

std::size_t arrange(SceneView& view, std::size_t nodes) {
    RoomSize room = {.nodes = static_cast<std::uint32_t>(nodes)};
    for (std::size_t kind = 0; kind < leaf_kinds; ++kind)
        room.blocks[kind] = view.leaves[kind].all;
    room.blocks[Layout::mixed] = view.mixed_blocks;
    view.has_tree = nodes != 0;
    return arranged(view, room);
}

std::size_t arrange(SceneView& view, const RoomSize& room) {
    const std::size_t units = arranged(view, room);
    if (units > std::numeric_limits<std::uint32_t>::max())
        refuse_too_large();
    return units;
}

Layout::Layout(const Tree& tree, const Outside& outside) {
    std::array<std::size_t, child_kinds> in_tree{};
    std::size_t nodes = 0;
    for (const TreePart& part : tree.parts) {
        parts.push_back(static_cast<std::uint32_t>(nodes));
        nodes += part.nodes.size();
        first_blocks_.push_back(in_tree);
        for (std::size_t kind = 0; kind < leaf_kinds; ++kind)
            in_tree[kind] += blocks_for(part.slots[kind].size());
        in_tree[mixed] += blocks_for(part.mixed.size());
    }
    parts.push_back(static_cast<std::uint32_t>(nodes));
    view.mixed_blocks = static_cast<std::uint32_t>(in_tree[mixed]);
    for (std::size_t kind = 0; kind < leaf_kinds; ++kind) {
        view.leaves[kind].in_tree = static_cast<std::uint32_t>(in_tree[kind]);
        view.leaves[kind].all =
            static_cast<std::uint32_t>(in_tree[kind] + blocks_for(outside[kind].size()));
    }
    units = arrange(view, nodes);
    if (units > std::numeric_limits<std::uint32_t>::max())
        refuse_too_large();
}

} // namespace lanecast::host
