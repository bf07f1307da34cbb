#pragma once

#include "core/bvh_layout.hpp"
#include "isa/shapes/ball.hpp"

/// Blocks of mixed leaves.
namespace lanecast::LANECAST_ISA {
namespace {

/// Calls visit(from, to) for lanes side by side that have their shapes in one block.
template <class Visit>
void for_each_shared(const MixedBlock& mixed, Visit visit) {
    int from = 0;
    while (from < leaf_lanes && mixed.block[from] != 0) {
        int to = from + 1;
        while (to < leaf_lanes && mixed.block[to] == mixed.block[from])
            ++to;
        visit(from, to);
        from = to;
    }
}

/// The balls of a block, in each quad of lanes.
template <int W>
BoundingBall<W> balls_of(const MixedBlock& mixed) {
    return {{repeat_quad<W>(mixed.center[0]), repeat_quad<W>(mixed.center[1]),
             repeat_quad<W>(mixed.center[2])},
            repeat_quad<W>(mixed.radius)};
}

} // namespace
} // namespace lanecast::LANECAST_ISA
