#include "host/bvh/order.hpp"

#include <utility>

namespace lanecast::host {
namespace {

/// Where the centre of a child lies along the diagonal of an octant, twice.
float along_diagonal(const Node& node, unsigned octant, std::uint32_t child) {
    float along = 0.0f;
    for (unsigned axis = 0; axis < 3; ++axis) {
        const float center = node.bounds[2 * axis][child] + node.bounds[2 * axis + 1][child];
        along += (octant >> axis) & 1u ? -center : center;
    }
    return along;
}

} // namespace

void order_children(Node& node) {
    for (unsigned octant = 0; octant < 4; ++octant) {
        float along[node_width];
        std::uint32_t sorted[node_width];
        int count = 0;
        for (std::uint32_t c = 0; c < node_width; ++c) {
            if (!(node.bounds[0][c] <= node.bounds[1][c]))
                continue; // an empty slot
            float next = along_diagonal(node, octant, c);
            std::uint32_t slot = c;
            for (int i = 0; i < count; ++i) {
                if (next < along[i]) {
                    std::swap(next, along[i]);
                    std::swap(slot, sorted[i]);
                }
            }
            along[count] = next;
            sorted[count++] = slot;
        }
        std::uint32_t order = ~0u;
        for (int i = count - 1; i >= 0; --i)
            order = order << 4 | sorted[i];
        node.set_order(octant, order);
    }
}

} // namespace lanecast::host
