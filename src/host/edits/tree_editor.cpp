#include "host/edits/tree_editor.hpp"

#include <algorithm>

#include "host/bvh/node_slots.hpp"
#include "host/commit/layout.hpp"

namespace lanecast::host {
namespace {

bool is_in_mixed_leaves(std::uint32_t kind) {
    return kind != static_cast<std::uint32_t>(Kind::instance);
}

} // namespace

Node& TreeEditor::node(std::uint32_t index) const {
    return *reinterpret_cast<Node*>(memory_ + std::size_t{index} * node_units * unit_floats);
}

MixedBlock& TreeEditor::mixed(std::uint32_t unit) const {
    return *reinterpret_cast<MixedBlock*>(memory_ + std::size_t{unit} * unit_floats);
}

std::uint32_t* TreeEditor::ids_of(std::uint32_t kind, std::uint32_t unit) const {
    return ids_in(memory_ + std::size_t{unit} * unit_floats, kind);
}

std::span<PlacedPiece> TreeEditor::pieces_in(std::uint32_t unit) const {
    const auto first = std::lower_bound(
        pieces_.begin(), pieces_.end(), unit,
        [](const PlacedPiece& piece, std::uint32_t block) { return piece.block < block; });
    auto last = first;
    while (last != pieces_.end() && last->block == unit)
        ++last;
    return {first, last};
}

bool TreeEditor::is_piece(std::uint32_t unit, std::uint32_t lane) const {
    const auto pieces = pieces_in(unit);
    return std::any_of(pieces.begin(), pieces.end(),
                       [lane](const PlacedPiece& piece) { return piece.lane == lane; });
}

void TreeEditor::move_pieces(std::uint32_t unit, std::uint32_t from_lane, int by) {
    for (PlacedPiece& piece : pieces_in(unit))
        if (piece.lane >= from_lane)
            piece.lane += static_cast<std::uint32_t>(by);
}

std::optional<ShapePosition> TreeEditor::find(std::uint32_t id) const {
    const std::uint32_t index = index_.node_of(id);
    const Node& parent = node(index);
    for (std::uint32_t slot = 0; slot < node_width; ++slot) {
        const Child leaf = parent.children[slot];
        std::uint32_t unit = leaf.index();
        for (std::uint32_t b = 0; b < leaf.blocks(); ++b, unit += block_units(leaf.kind())) {
            const std::uint32_t* const ids = ids_of(leaf.kind(), unit);
            const auto lane =
                static_cast<std::uint32_t>(std::find(ids, ids + leaf_lanes, id) - ids);
            if (lane == leaf_lanes)
                continue;
            if (is_piece(unit, lane))
                return std::nullopt;
            return ShapePosition{index, slot, unit, lane};
        }
    }
    return std::nullopt;
}

bool TreeEditor::can_remove(std::uint32_t id) const {
    if (pieces_.empty())
        return true;
    const auto position = find(id);
    if (!position)
        return false;
    const Child leaf = node(position->node).children[position->slot];
    const std::uint32_t last = leaf.index() + (leaf.blocks() - 1) * block_units(leaf.kind());
    return (leaf.kind() == Layout::mixed && last == position->unit) || pieces_in(last).empty();
}

bool TreeEditor::contains_center(std::uint32_t index, const BoxedPrimitive& shape) const {
    const Node& here = node(index);
    BuildBox all;
    for (std::uint32_t c = 0; c < node_width; ++c)
        all.include(bounds_of(here, c));
    for (int a = 0; a < 3; ++a) {
        const float twice = shape.lo[a] - shape.minus_hi[a];
        if (twice < 2.0f * all.lo[a] || twice > 2.0f * all.hi(a))
            return false;
    }
    return true;
}

bool TreeEditor::remove(const ShapePosition& shape) {
    Node& here = node(shape.node);
    Child& leaf = here.children[shape.slot];
    const std::uint32_t id = ids_of(leaf.kind(), shape.unit)[shape.lane];
    if (!(leaf.kind() == Layout::mixed ? remove_from_mixed(leaf, shape)
                                       : remove_from_block(leaf, shape)))
        return false;
    if (is_nothing(leaf))
        remove_child(here, shape.slot);
    index_.forget_shape(id);
    dirty_.push_back(shape.node);
    detach_empty(shape.node);
    return true;
}

/// The last shape of the leaf takes the place, so that only the last block has empty lanes.
bool TreeEditor::remove_from_block(Child& leaf, const ShapePosition& shape) {
    const std::uint32_t last_unit = leaf.index() + (leaf.blocks() - 1) * block_units(leaf.kind());
    std::uint32_t* const last = ids_of(leaf.kind(), last_unit);
    std::uint32_t lane = leaf_lanes - 1;
    while (last[lane] == no_id)
        --lane;
    if (!pieces_in(last_unit).empty())
        return false;
    refilled_.add(last[lane]);
    ids_of(leaf.kind(), shape.unit)[shape.lane] = last[lane];
    last[lane] = no_id;
    last[leaf_lanes + lane] = 0;
    if (lane == 0)
        drop_last_block(leaf);
    else
        refilled_.add(last[0]);
    return true;
}

bool TreeEditor::remove_from_mixed(Child& leaf, const ShapePosition& shape) {
    MixedBlock& block = mixed(shape.unit);
    move_pieces(shape.unit, shape.lane + 1, -1);
    for (std::uint32_t lane = shape.lane; lane + 1 < leaf_lanes; ++lane) {
        block.id[lane] = block.id[lane + 1];
        block.kind[lane] = block.kind[lane + 1];
        block.mask[lane] = block.mask[lane + 1];
    }
    block.id[leaf_lanes - 1] = no_id;
    block.mask[leaf_lanes - 1] = 0;
    block.kind[leaf_lanes - 1] = 0;
    if (block.id[0] != no_id)
        return true;
    const std::uint32_t last_unit = leaf.index() + (leaf.blocks() - 1) * mixed_units;
    if (last_unit != shape.unit) {
        if (!pieces_in(last_unit).empty())
            return false;
        MixedBlock& last = mixed(last_unit);
        std::copy_n(last.id, leaf_lanes, block.id);
        std::copy_n(last.kind, leaf_lanes, block.kind);
        std::copy_n(last.mask, leaf_lanes, block.mask);
        std::fill_n(last.id, leaf_lanes, no_id);
        std::fill_n(last.mask, leaf_lanes, 0u);
    }
    drop_last_block(leaf);
    return true;
}

void TreeEditor::drop_last_block(Child& leaf) {
    const std::uint32_t kind = leaf.kind(), blocks = leaf.blocks() - 1;
    rooms_.units -= block_units(kind);
    rooms_.free[kind].push_back(leaf.index() + blocks * block_units(kind));
    set_child(leaf, blocks == 0 ? Child::node(0) : Child::leaf(leaf.index(), blocks, kind));
}

/// Takes nodes without children out of the tree. The root stays.
void TreeEditor::detach_empty(std::uint32_t index) {
    while (index != 0 && is_nothing(node(index).children[0])) {
        const std::uint32_t parent = index_.parent(index);
        std::uint32_t slot = 0;
        while (node(parent).children[slot].is_leaf() ||
               node(parent).children[slot].index() != index * node_units)
            ++slot;
        remove_child(node(parent), slot);
        index_.forget_node(index);
        rooms_.units -= node_units;
        dirty_.push_back(parent);
        index = parent;
    }
}

bool TreeEditor::insert(const BoxedPrimitive& shape) {
    const BuildBox box = box_of(shape);
    std::uint32_t index = 0;
    for (int depth = 0; depth < built_depth; ++depth) {
        Node& here = node(index);
        const Choice choice(here, box);
        const bool has_free = choice.free != no_slot;
        if (has_free && choice.growth >= box.half_area()) {
            put_leaf(index, choice.free, shape);
            return true;
        }
        const Child child = here.children[choice.slot];
        set_bounds(here, choice.slot, united(bounds_of(here, choice.slot), box));
        if (!child.is_leaf()) {
            index = child.index() / node_units;
            continue;
        }
        if (fill(child, shape)) {
            index_.set_node(shape.id, shape.kind, index);
            dirty_.push_back(index);
        } else if (has_free) {
            put_leaf(index, choice.free, shape);
        } else if (grow(here.children[choice.slot], shape)) {
            index_.set_node(shape.id, shape.kind, index);
            dirty_.push_back(index);
        } else {
            put_leaf(split(index, choice.slot), 1, shape);
        }
        return true;
    }
    return false;
}

/// Puts a shape into an empty lane of a leaf. @returns whether there is one
bool TreeEditor::fill(Child leaf, const BoxedPrimitive& shape) {
    if (leaf.kind() == Layout::mixed) {
        for (std::uint32_t b = 0; b < leaf.blocks(); ++b)
            if (fill_mixed(leaf.index() + b * mixed_units, shape))
                return true;
        return false;
    }
    if (leaf.kind() != shape.kind)
        return false;
    std::uint32_t* const last =
        ids_of(leaf.kind(), leaf.index() + (leaf.blocks() - 1) * block_units(leaf.kind()));
    std::uint32_t* const lane = std::find(last, last + leaf_lanes, no_id);
    if (lane == last + leaf_lanes)
        return false;
    *lane = shape.id;
    return true;
}

/// Lanes are sorted by kind.
bool TreeEditor::fill_mixed(std::uint32_t unit, const BoxedPrimitive& shape) {
    MixedBlock& block = mixed(unit);
    if (!is_in_mixed_leaves(shape.kind) || block.id[leaf_lanes - 1] != no_id)
        return false;
    std::uint32_t lane = 0;
    while (block.id[lane] != no_id && block.kind[lane] <= shape.kind)
        ++lane;
    move_pieces(unit, lane, 1);
    for (std::uint32_t to = leaf_lanes - 1; to > lane; --to) {
        block.id[to] = block.id[to - 1];
        block.kind[to] = block.kind[to - 1];
    }
    block.id[lane] = shape.id;
    block.kind[lane] = shape.kind;
    return true;
}

void TreeEditor::put_leaf(std::uint32_t index, std::uint32_t slot, const BoxedPrimitive& shape) {
    const std::uint32_t unit = take_block(shape.kind);
    rooms_.units += block_units(shape.kind);
    clear_block(shape.kind, unit);
    ids_of(shape.kind, unit)[0] = shape.id;
    Node& here = node(index);
    set_child(here.children[slot], Child::leaf(unit, 1, shape.kind));
    set_bounds(here, slot, box_of(shape));
    index_.set_node(shape.id, shape.kind, index);
    dirty_.push_back(index);
}

/// Replaces a leaf of one full block by one of two blocks, with the shape in the second.
/// @returns whether the leaf is of that kind, and may grow
bool TreeEditor::grow(Child& leaf, const BoxedPrimitive& shape) {
    if (leaf.kind() != shape.kind || leaf.blocks() != 1 || !pieces_in(leaf.index()).empty())
        return false;
    if (left_[shape.kind] == 0)
        return false;
    --left_[shape.kind];
    LeafArray& leaves = view_.leaves[shape.kind];
    const std::uint32_t units = block_units(shape.kind);
    const std::uint32_t first = leaves.first + leaves.in_tree * units;
    leaves.in_tree += 2;
    rooms_.units += units;
    std::uint32_t* const from = ids_of(shape.kind, leaf.index());
    std::copy_n(from, leaf_lanes, ids_of(shape.kind, first));
    refilled_.add(from[0]);
    clear_block(shape.kind, leaf.index());
    rooms_.free[shape.kind].push_back(leaf.index());
    clear_block(shape.kind, first + units);
    ids_of(shape.kind, first + units)[0] = shape.id;
    set_child(leaf, Child::leaf(first, 2, shape.kind));
    return true;
}

/// Puts a new node in the place of a leaf, with the leaf as its first child. @returns the node
std::uint32_t TreeEditor::split(std::uint32_t index, std::uint32_t slot) {
    const std::uint32_t below = rooms_.nodes++;
    rooms_.units += node_units;
    Node& here = node(index);
    Node& added = node(below);
    const Child leaf = here.children[slot];
    for (std::uint32_t c = 0; c < node_width; ++c) {
        set_bounds(added, c, {});
        added.children[c] = Child::node(0);
    }
    set_bounds(added, 0, bounds_of(here, slot));
    set_child(added.children[0], leaf);
    added.children[0].set_extra(0);
    set_child(here.children[slot], Child::node(below * node_units));
    index_.add_node(below, index);
    dirty_.push_back(index);
    for (std::uint32_t b = 0; b < leaf.blocks(); ++b) {
        const std::uint32_t unit = leaf.index() + b * block_units(leaf.kind());
        const std::uint32_t* const ids = ids_of(leaf.kind(), unit);
        for (std::uint32_t lane = 0; lane < leaf_lanes && ids[lane] != no_id; ++lane)
            if (is_piece(unit, lane)) // other leaves of the old node may have more of them
                index_.insert_node(ids[lane], below);
            else
                index_.set_node(ids[lane], index_.kind_of(ids[lane]), below);
    }
    return below;
}

/// Clears all of the block, because engines that test all blocks read it even if it is not used.
void TreeEditor::clear_block(std::uint32_t kind, std::uint32_t unit) {
    std::fill_n(memory_ + std::size_t{unit} * unit_floats,
                std::size_t{block_units(kind)} * unit_floats, 0.0f);
    std::uint32_t* const ids = ids_of(kind, unit);
    std::fill_n(ids, leaf_lanes, no_id);
    std::fill_n(ids + leaf_lanes, leaf_lanes, 0u); // the masks
}

std::uint32_t TreeEditor::take_block(std::uint32_t kind) {
    auto& free = rooms_.free[kind];
    if (!free.empty()) {
        const std::uint32_t unit = free.back();
        free.pop_back();
        return unit;
    }
    LeafArray& leaves = view_.leaves[kind];
    return leaves.first + leaves.in_tree++ * block_units(kind);
}

} // namespace lanecast::host
