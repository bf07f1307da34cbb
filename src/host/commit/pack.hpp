#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/aligned_buffer.hpp"
#include "core/build_boxes.hpp"
#include "core/bvh_layout.hpp"
#include "host/scene/rooms.hpp"

namespace lanecast::host {

/// The nodes and leaf blocks of a scene in new memory.
struct Packed {
    AlignedBuffer<float> memory;
    SceneView view = {};
    std::vector<PlacedPiece> pieces;
    Rooms rooms; ///< with the room to spare
};

/// Copies a scene that has a tree but no tree of duplicates in the order of traversal: as a build
/// places it, in one part. Blocks that became empty are left out.
/// @param pieces  in order
/// @param spare   room for so much more
/// @throws Error too_many
Packed pack(const SceneView& scene, std::span<const PlacedPiece> pieces, const RoomSize& spare);

/// Copies a scene with more room. Nodes keep their numbers, blocks their order.
/// @param rooms  as pack() made them
/// @throws Error too_many
Packed enlarge(const SceneView& scene, std::span<const PlacedPiece> pieces, const Rooms& rooms,
               const RoomSize& spare);

/// Whether more than a fifth of the memory is nodes and blocks that became empty.
[[nodiscard]] bool is_sparse(const SceneView& scene, const Rooms& rooms);

} // namespace lanecast::host
