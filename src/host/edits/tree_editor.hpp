#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/build_boxes.hpp"
#include "core/bvh_layout.hpp"
#include "host/scene/refit_index.hpp"
#include "host/scene/rooms.hpp"
#include "host/scene/touched_ids.hpp"

namespace lanecast::host {

/// A leaf block that has a shape.
struct ShapePosition {
    std::uint32_t node, slot; ///< the child is a leaf
    std::uint32_t unit;       ///< of the block
    std::uint32_t lane;
};

/// How many leaves of each kind one commit may make grow from one block to two. It depends only on
/// the number of shapes that arrive, not on the room that is left, so that a loaded scene gets the
/// same tree.
using GrowthLimits = std::array<std::uint32_t, leaf_kinds>;

/// Takes shapes out of the leaves of a tree in memory, and puts others in. Only ids are written;
/// the nodes that dirty() lists must be fitted afterwards. A node stands before those below it, so
/// nodes that become empty are not used again.
class TreeEditor {
public:
    /// All of them must outlive the editor. The view must have a tree, and `rooms` room for a node
    /// and a block for each shape that is inserted, and for two blocks for each leaf that may grow.
    /// @param refilled  gets a shape of each block that has changed
    TreeEditor(SceneView& view, float* memory, RefitIndex& index, Rooms& rooms,
               std::vector<PlacedPiece>& pieces, TouchedIds& refilled, const GrowthLimits& limits)
        : view_(view), memory_(memory), index_(index), rooms_(rooms), pieces_(pieces),
          refilled_(refilled), left_(limits) {}

    /// Finds a shape of the tree, unless it is a triangle that is cut into pieces.
    [[nodiscard]] std::optional<ShapePosition> find(std::uint32_t id) const;
    /// Whether a shape can leave its leaf: no pieces of triangles are in the way.
    [[nodiscard]] bool can_remove(std::uint32_t id) const;
    /// Whether the centre of a shape is in the box of a node.
    [[nodiscard]] bool contains_center(std::uint32_t index, const BoxedPrimitive& shape) const;
    /// @returns false if the tree must be built again, because pieces of triangles are in the way
    bool remove(const ShapePosition& shape);
    /// Puts a shape where it enlarges the boxes least. Takes at most one node, and two blocks.
    /// @returns false if the tree must be built again, because it would be too deep
    bool insert(const BoxedPrimitive& shape);

    /// The nodes whose children have changed.
    [[nodiscard]] std::vector<std::uint32_t>& dirty() { return dirty_; }

private:
    [[nodiscard]] Node& node(std::uint32_t index) const;
    [[nodiscard]] std::uint32_t* ids_of(std::uint32_t kind, std::uint32_t unit) const;
    [[nodiscard]] MixedBlock& mixed(std::uint32_t unit) const;
    [[nodiscard]] std::span<PlacedPiece> pieces_in(std::uint32_t unit) const;
    [[nodiscard]] bool is_piece(std::uint32_t unit, std::uint32_t lane) const;
    void move_pieces(std::uint32_t unit, std::uint32_t from_lane, int by);

    bool remove_from_block(Child& leaf, const ShapePosition& shape);
    bool remove_from_mixed(Child& leaf, const ShapePosition& shape);
    void drop_last_block(Child& leaf);
    void detach_empty(std::uint32_t index);

    bool fill(Child leaf, const BoxedPrimitive& shape);
    bool fill_mixed(std::uint32_t unit, const BoxedPrimitive& shape);
    bool grow(Child& leaf, const BoxedPrimitive& shape);
    void put_leaf(std::uint32_t index, std::uint32_t slot, const BoxedPrimitive& shape);
    std::uint32_t split(std::uint32_t index, std::uint32_t slot);
    std::uint32_t take_block(std::uint32_t kind);
    void clear_block(std::uint32_t kind, std::uint32_t unit);

    SceneView& view_;
    float* memory_;
    RefitIndex& index_;
    Rooms& rooms_;
    std::vector<PlacedPiece>& pieces_;
    TouchedIds& refilled_;
    GrowthLimits left_;
    std::vector<std::uint32_t> dirty_;
};

} // namespace lanecast::host
