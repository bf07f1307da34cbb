#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/bvh_layout.hpp"
#include "core/kernel_table.hpp"
#include "host/bvh/tree.hpp"
#include "host/commit/boxed_shapes.hpp"
#include "host/dispatch/kernels.hpp"
#include "host/scene/rooms.hpp"

namespace lanecast::host {

/// Size of a leaf block of a kind in units.
inline std::uint32_t block_units(std::size_t kind) {
    if (kind == static_cast<std::size_t>(Kind::mixed))
        return mixed_units;
    return static_cast<std::uint32_t>(kernels().shapes->block_floats[kind] / unit_floats);
}

/// The ids in the lanes of a leaf block; behind them, its masks.
inline const std::uint32_t* ids_in(const float* block, std::size_t kind) {
    if (kind == static_cast<std::size_t>(Kind::mixed))
        return reinterpret_cast<const MixedBlock*>(block)->id;
    return reinterpret_cast<const std::uint32_t*>(
        block + std::size_t{block_units(kind)} * unit_floats - 2 * leaf_lanes);
}
inline std::uint32_t* ids_in(float* block, std::size_t kind) {
    return const_cast<std::uint32_t*>(ids_in(static_cast<const float*>(block), kind));
}

/// Places nodes, mixed blocks and leaf blocks one after another. The view has the numbers of the
/// blocks already. @returns how many units they take
std::size_t arrange(SceneView& view, std::size_t nodes);
/// The same with room for more than there are.
/// @throws Error too_many
std::size_t arrange(SceneView& view, const RoomSize& room);

/// Where everything is placed in memory, and how much memory that takes.
class Layout {
public:
    SceneView view = {};
    std::size_t units = 0;
    std::vector<std::uint32_t> parts; ///< first node of each part, then the number of nodes

    Layout(const Tree& tree, const Outside& outside);

    static constexpr auto mixed = static_cast<std::size_t>(Kind::mixed);

    /// First block of a kind in a part, in units.
    [[nodiscard]] std::uint32_t blocks_of(std::size_t part, std::size_t kind) const {
        return (kind == mixed ? view.first_mixed : view.leaves[kind].first) +
               static_cast<std::uint32_t>(first_blocks_[part][kind]) * block_units(kind);
    }
    /// A child of a part with its final place in memory.
    [[nodiscard]] Child place(std::size_t part, Child child) const {
        if (is_nothing(child))
            return child;
        if (!child.is_leaf())
            return child.moved_to((parts[part] + child.index()) * node_units);
        return child.moved_to(blocks_of(part, child.kind()) +
                              child.index() * block_units(child.kind()));
    }

private:
    std::vector<std::array<std::size_t, child_kinds>> first_blocks_;
};

} // namespace lanecast::host
