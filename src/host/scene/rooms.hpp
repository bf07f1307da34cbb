#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/bvh_layout.hpp"

namespace lanecast::host {

/// Numbers of nodes and of leaf blocks of each kind.
struct RoomSize {
    std::uint32_t nodes = 0;
    std::array<std::uint32_t, child_kinds> blocks = {};
};

/// The room for nodes and leaf blocks in the memory of a scene that is edited in place. A built
/// scene has none to spare.
struct Rooms {
    std::uint32_t nodes = 0; ///< that are in use, or were
    std::uint32_t units = 0; ///< of nodes and blocks that are in the tree
    RoomSize all;            ///< with those in use; blocks outside the tree count
    /// Blocks that became empty, in units, by kind.
    std::array<std::vector<std::uint32_t>, child_kinds> free = {};

    [[nodiscard]] bool are_none() const { return nodes == 0; }
    [[nodiscard]] std::size_t memory_bytes() const {
        std::size_t bytes = 0;
        for (const auto& of_kind : free)
            bytes += of_kind.capacity() * sizeof(of_kind[0]);
        return bytes;
    }
};

} // namespace lanecast::host
