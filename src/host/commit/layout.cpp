#include "host/commit/layout.hpp"

#include <limits>

#include "lanecast/error.hpp"

namespace lanecast::host {

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
    units = nodes * node_units;
    view.has_tree = nodes != 0;
    view.first_mixed = static_cast<std::uint32_t>(units);
    view.mixed_blocks = static_cast<std::uint32_t>(in_tree[mixed]);
    units += in_tree[mixed] * mixed_units;
    for (std::size_t kind = 0; kind < leaf_kinds; ++kind) {
        const std::size_t blocks = in_tree[kind] + blocks_for(outside[kind].size());
        view.leaves[kind] = {static_cast<std::uint32_t>(units),
                             static_cast<std::uint32_t>(in_tree[kind]),
                             static_cast<std::uint32_t>(blocks)};
        view.has_shapes_out_of_tree |= in_tree[kind] < blocks;
        units += blocks * block_units(kind);
    }
    if (units > std::numeric_limits<std::uint32_t>::max())
        throw Error(ErrorCode::too_many, "Scene", Error::no_index,
                    "Scene needs more than the limit of 64 GiB for its tree and leaves");
}

} // namespace lanecast::host
