#include "host/commit/layout.hpp"

#include <limits>

#include "lanecast/error.hpp"

namespace lanecast::host {

std::size_t arrange(SceneView& view, std::size_t nodes) {
    std::size_t units = nodes * node_units;
    view.has_tree = nodes != 0;
    view.first_mixed = static_cast<std::uint32_t>(units);
    units += std::size_t{view.mixed_blocks} * mixed_units;
    for (std::size_t kind = 0; kind < leaf_kinds; ++kind) {
        LeafArray& leaves = view.leaves[kind];
        leaves.first = static_cast<std::uint32_t>(units);
        view.has_shapes_out_of_tree |= leaves.in_tree < leaves.all;
        units += std::size_t{leaves.all} * block_units(kind);
    }
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
        throw Error(ErrorCode::too_many, "Scene", Error::no_index,
                    "Scene needs more than the limit of 64 GiB for its tree and leaves");
}

} // namespace lanecast::host
