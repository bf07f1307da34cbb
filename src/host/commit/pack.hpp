#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/aligned_buffer.hpp"
#include "core/build_boxes.hpp"
#include "core/bvh_layout.hpp"
#include "host/world/rooms.hpp"

namespace lanecast::host {

/// The nodes and leaf blocks of a scene, copied in the order of traversal: as a build places them,
/// in one part.
struct Packed {
    AlignedBuffer<float> memory;
    SceneView view = {};
    std::vector<PlacedPiece> pieces;
    Rooms rooms; ///< with the room to spare
};

/// Copies a scene that has a tree but no tree of copies. Blocks that became empty are left out.
/// @param pieces  in order
/// @param spare   room for so much more
/// @throws Error too_many
Packed pack(const SceneView& scene, std::span<const PlacedPiece> pieces, const RoomSize& spare);

} // namespace lanecast::host
