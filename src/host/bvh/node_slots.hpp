#pragma once

#include <cstdint>
#include <tuple>

#include "core/build_boxes.hpp"
#include "core/bvh_layout.hpp"

/// The children of a node as an editor sees them.
namespace lanecast::host {

inline constexpr std::uint32_t no_slot = node_width;

/// Sets a child without changing the orders in its spare bytes.
inline void set_child(Child& child, Child to) {
    const std::uint32_t extra = child.extra();
    child = to;
    child.set_extra(extra);
}

inline void set_bounds(Node& node, std::uint32_t slot, const BuildBox& box) {
    for (int a = 0; a < 3; ++a) {
        node.bounds[2 * a][slot] = box.lo[a];
        node.bounds[2 * a + 1][slot] = box.hi(a);
    }
}

inline BuildBox bounds_of(const Node& node, std::uint32_t slot) {
    BuildBox box;
    for (int a = 0; a < 3; ++a) {
        box.lo[a] = node.bounds[2 * a][slot];
        box.minus_hi[a] = -node.bounds[2 * a + 1][slot];
    }
    return box;
}

inline BuildBox box_of(const BoxedPrimitive& shape) {
    BuildBox box;
    for (int a = 0; a < 3; ++a) {
        box.lo[a] = shape.lo[a];
        box.minus_hi[a] = shape.minus_hi[a];
    }
    return box;
}

inline BuildBox united(BuildBox a, const BuildBox& b) {
    a.include(b);
    return a;
}

/// Takes a child out. The last child moves to its slot, so that children have the first slots.
inline void remove_child(Node& node, std::uint32_t slot) {
    std::uint32_t last = slot;
    while (last + 1 < node_width && !is_nothing(node.children[last + 1]))
        ++last;
    set_child(node.children[slot], node.children[last]);
    set_bounds(node, slot, bounds_of(node, last));
    set_child(node.children[last], Child::node(0));
    set_bounds(node, last, BuildBox());
}

/// The child whose box grows least by another box, and the first slot without a child.
struct Choice {
    std::uint32_t slot = no_slot, free = no_slot;
    float growth = unbounded;

    Choice(const Node& node, const BuildBox& box) {
        float area = unbounded;
        for (std::uint32_t c = 0; c < node_width; ++c) {
            if (is_nothing(node.children[c])) {
                free = c;
                break;
            }
            const BuildBox own = bounds_of(node, c);
            const float own_area = own.half_area(), grown = united(own, box).half_area() - own_area;
            if (slot == no_slot || std::tie(grown, own_area) < std::tie(growth, area)) {
                slot = c;
                growth = grown;
                area = own_area;
            }
        }
    }
};

} // namespace lanecast::host
