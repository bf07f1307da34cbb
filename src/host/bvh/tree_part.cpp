#include "host/bvh/tree_part.hpp"

#include <algorithm>
#include <iterator>

#include "lanecast/queries.hpp"

namespace lanecast::host {
namespace {

/// Makes a leaf of the lanes [first, end).
Child leaf(std::size_t first, std::size_t end, Kind kind) {
    return Child::leaf(static_cast<std::uint32_t>(first / leaf_lanes),
                       static_cast<std::uint32_t>((end - first) / leaf_lanes),
                       static_cast<std::uint32_t>(kind));
}

} // namespace

Child TreePart::add_leaf(std::span<const Primitive> primitives) {
    const bool one_kind =
        std::all_of(primitives.begin(), primitives.end(),
                    [&](const Primitive& p) { return p.kind == primitives[0].kind; });
    return one_kind ? add_leaf_of_one_kind(primitives) : add_mixed_leaf(primitives);
}

Child TreePart::add_leaf_of_one_kind(std::span<const Primitive> primitives) {
    const std::uint32_t kind = primitives[0].kind;
    std::vector<std::uint32_t>& lanes = slots[kind];
    const std::size_t first = lanes.size();
    for (const Primitive& p : primitives)
        lanes.push_back(p.id);
    lanes.resize(blocks_for(lanes.size()) * leaf_lanes, no_id);
    return leaf(first, lanes.size(), static_cast<Kind>(kind));
}

Child TreePart::add_mixed_leaf(std::span<const Primitive> primitives) {
    const std::size_t first = mixed.size();
    for (std::uint32_t kind = 0; kind < leaf_kinds; ++kind)
        std::copy_if(primitives.begin(), primitives.end(), std::back_inserter(mixed),
                     [kind](const Primitive& p) { return p.kind == kind; });
    mixed.resize(blocks_for(mixed.size()) * leaf_lanes, {0, no_id});
    return leaf(first, mixed.size(), Kind::mixed);
}

} // namespace lanecast::host
