#include "host/edits/changes.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "host/bvh/curve.hpp"
#include "host/commit/layout.hpp"
#include "host/commit/placing.hpp"

namespace lanecast::host {

Outside outside_of(const SceneView& view, float* memory) {
    Outside outside;
    for (std::uint32_t kind = 0; kind < leaf_kinds; ++kind) {
        const LeafArray& leaves = view.leaves[kind];
        const float* block = blocks_outside(view, kind, memory);
        const std::size_t floats = std::size_t{block_units(kind)} * unit_floats;
        for (std::uint32_t b = leaves.in_tree; b < leaves.all; ++b, block += floats) {
            const std::uint32_t* const ids = ids_in(block, kind);
            for (int lane = 0; lane < leaf_lanes; ++lane)
                if (ids[lane] != no_id)
                    outside[kind].push_back(ids[lane]);
        }
    }
    return outside;
}

void sort_along_curve(std::vector<BoxedPrimitive>& shapes) {
    BuildBox centers;
    for (const BoxedPrimitive& shape : shapes)
        for (int a = 0; a < 3; ++a) {
            const float twice = shape.lo[a] - shape.minus_hi[a];
            centers.lo[a] = std::min(centers.lo[a], twice);
            centers.minus_hi[a] = std::min(centers.minus_hi[a], -twice);
        }
    const Curve curve(centers);
    std::vector<std::pair<std::uint32_t, BoxedPrimitive>> places;
    places.reserve(shapes.size());
    for (const BoxedPrimitive& shape : shapes)
        places.emplace_back(curve.place_of(shape), shape);
    std::sort(places.begin(), places.end(), [](const auto& a, const auto& b) {
        return std::tie(a.first, a.second.id) < std::tie(b.first, b.second.id);
    });
    std::transform(places.begin(), places.end(), shapes.begin(),
                   [](const auto& place) { return place.second; });
}

} // namespace lanecast::host
