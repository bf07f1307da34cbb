#include "host/saved/check_tree.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>
#include <tuple>
#include <vector>

#include "host/bvh/tree_part.hpp"
#include "host/commit/layout.hpp"
#include "host/saved/archive.hpp"

namespace lanecast::host {
namespace {

/// Answers are sorted by rank where no shape is found twice, so two equal ones would leave a gap.
constexpr const char* repeated = "have a shape in several leaves";

bool is_unbounded(std::size_t kind) {
    return kind == static_cast<std::size_t>(Kind::plane) ||
           kind == static_cast<std::size_t>(Kind::line);
}

/// Whether the order of a node's children names each of them once, and nothing else.
bool is_order(std::uint32_t order, unsigned children) {
    for (int place = 0; place < node_width; ++place, order >>= 4) {
        const std::uint32_t slot = order & 15u;
        if (children == 0 ? slot != Node::no_slot : slot >= node_width || !(children >> slot & 1u))
            return false;
        children &= ~(children == 0 ? 0u : 1u << slot);
    }
    return true;
}

/// Whether no query meets the box of a slot, so that none follows its child.
bool has_empty_box(const Node& node, unsigned slot) {
    for (int axis = 0; axis < 3; ++axis)
        if (node.bounds[2 * axis][slot] != unbounded ||
            node.bounds[2 * axis + 1][slot] != -unbounded)
            return false;
    return true;
}

/// Whether box tests with this space reject the boxes of empty slots: no margin overflows.
bool is_usable(const TreeSpace& space) {
    constexpr float most = 4.0f * largest_tree_coordinate;
    bool is_usable = space.step >= 0.0f && space.step <= most;
    for (int axis = 0; axis < 3; ++axis)
        is_usable = is_usable && std::fabs(space.middle[axis]) <= most &&
                    std::fabs(space.lo[axis]) <= most && std::fabs(space.hi[axis]) <= most;
    for (const RayMargin& margin : {space.rays, space.sweeps, space.contacts})
        for (const float share : {margin.by_axis, margin.by_largest, margin.by_radius})
            is_usable = is_usable && share >= 0.0f && share <= 2.0f && margin.always >= 0.0f &&
                        margin.always <= most;
    for (const PointMargin& margin : space.points)
        is_usable = is_usable && margin.share >= 0.0f && margin.share <= 2.0f &&
                    margin.always >= 0.0f && margin.always <= most;
    return is_usable;
}

/// Checks nodes and the places of leaf blocks: they form one tree, of limited depth, in which each
/// node comes before all below it.
class NodeCheck {
public:
    /// @param parts  first node of each part, then the number of nodes
    NodeCheck(const SceneView& view, std::uint32_t nodes, std::span<const std::uint32_t> parts)
        : view_(view), parts_(parts), depths_(nodes, 0) {
        std::size_t blocks = view.mixed_blocks;
        for (std::size_t kind = 0; kind < leaf_kinds; ++kind) {
            first_[kind] = blocks;
            blocks += view.leaves[kind].in_tree;
        }
        is_in_leaf_.resize(blocks);
        std::size_t part = 0;
        for (std::uint32_t node = 0; node < nodes; ++node) {
            part += part + 1 < parts.size() && node == parts[part + 1] ? 1 : 0;
            require(node == 0 || depths_[node] != 0, "have a node without a parent");
            check(node, part);
        }
        require(std::find(is_in_leaf_.begin(), is_in_leaf_.end(), false) == is_in_leaf_.end(),
                "have a leaf block without a parent");
    }

private:
    void check(std::uint32_t index, std::size_t part) {
        const Node& node = view_.node(index * node_units);
        unsigned present = 0;
        for (unsigned c = 0; c < node_width; ++c) {
            const Child child = node.children[c];
            if (is_nothing(child)) {
                require(child.kind() == 0 && has_empty_box(node, c), "have a child of no kind");
                continue;
            }
            require(present == (1u << c) - 1u, "have a child behind an empty slot");
            present |= 1u << c;
            if (child.is_leaf())
                check_leaf(child);
            else
                check_below(index, child, part);
        }
        for (unsigned octant = 0; octant < 4; ++octant)
            require(is_order(node.order(octant), present), "have a node without an order");
    }

    void check_below(std::uint32_t parent, Child child, std::size_t part) {
        const std::uint32_t index = child.index() / node_units;
        require(child.kind() == 0 && child.index() % node_units == 0 && index < depths_.size() &&
                    index > parent,
                "have a child that is no node");
        const bool is_in_part = index >= parts_[part] && index < parts_[part + 1];
        // The top part is fitted with the boxes of the other parts, one for each.
        require(is_in_part ||
                    (part == 0 && std::binary_search(parts_.begin(), parts_.end(), index)),
                "have a node in another part of the tree");
        require(depths_[index] == 0, "have a node with two parents");
        depths_[index] = static_cast<std::uint8_t>(depths_[parent] + 1);
        require(depths_[index] < max_depth, "have too deep a tree");
    }

    void check_leaf(Child child) {
        const std::uint32_t kind = child.kind();
        require(child.blocks() <= leaf_blocks && kind < child_kinds, "have a leaf of no kind");
        const bool is_mixed = kind == Layout::mixed;
        const std::uint32_t units = block_units(kind);
        const std::uint32_t first = is_mixed ? view_.first_mixed : view_.leaves[kind].first;
        const std::uint32_t all = is_mixed ? view_.mixed_blocks : view_.leaves[kind].in_tree;
        const std::uint32_t place = (child.index() - first) / units;
        require(child.index() >= first && (child.index() - first) % units == 0 && place < all &&
                    child.blocks() <= all - place,
                "have a leaf that is no leaf block");
        for (std::uint32_t b = 0; b < child.blocks(); ++b) {
            auto is_used = is_in_leaf_[(is_mixed ? 0 : first_[kind]) + place + b];
            require(!is_used, "have a leaf block with two parents");
            is_used = true;
        }
    }

    const SceneView& view_;
    std::span<const std::uint32_t> parts_;
    std::vector<std::uint8_t> depths_; ///< of nodes; 0: the root, or no parent was found yet
    std::size_t first_[leaf_kinds];    ///< place of each kind in is_in_leaf_, after mixed blocks
    std::vector<bool> is_in_leaf_;
};

/// Checks the ids, kinds and empty lanes of all leaf blocks.
/// @param is_shape  whether there is a shape of a kind with an id
template <class IsShape>
void check_blocks(const SceneView& view, IsShape is_shape) {
    const auto check_lanes = [&](const std::uint32_t* ids, const std::uint32_t* masks,
                                 auto&& kind_of) {
        bool is_over = false;
        for (int lane = 0; lane < leaf_lanes; ++lane) {
            is_over = is_over || ids[lane] == no_id;
            require(is_over ? lane != 0 && ids[lane] == no_id && masks[lane] == 0
                            : is_shape(kind_of(lane), ids[lane]),
                    "have a leaf without its shapes");
        }
    };
    for (std::uint32_t b = 0; b < view.mixed_blocks; ++b) {
        const MixedBlock& block = view.mixed(view.first_mixed + b * mixed_units);
        for (int lane = 0; lane < leaf_lanes; ++lane)
            require(block.kind[lane] < shape_kinds && !is_unbounded(block.kind[lane]),
                    "have a mixed leaf of a wrong kind");
        check_lanes(block.id, block.mask, [&](int lane) { return block.kind[lane]; });
    }
    for (std::uint32_t kind = 0; kind < leaf_kinds; ++kind) {
        const LeafArray& leaves = view.leaves[kind];
        require(!is_unbounded(kind) || leaves.in_tree == 0, "have a tree of unbounded shapes");
        const std::size_t floats = std::size_t{block_units(kind)} * unit_floats;
        const float* block = view.at(leaves.first);
        for (std::uint32_t b = 0; b < leaves.all; ++b, block += floats) {
            const auto* ids =
                reinterpret_cast<const std::uint32_t*>(block + floats - 2 * leaf_lanes);
            check_lanes(ids, ids + leaf_lanes, [kind](int) { return kind; });
        }
    }
}

void check_whole(const SceneView& view, std::uint32_t nodes) {
    require(nodes == 0 || is_usable(view.space), "have a tree without limits");
    require(view.root_of_firsts == 0 || (view.root_of_firsts == node_units && nodes > 1),
            "have no root for first answers");
}

void check_parts(std::span<const std::uint32_t> parts, std::uint32_t nodes) {
    if (nodes == 0)
        return require(parts.empty() || (parts.size() == 1 && parts[0] == 0),
                       "have parts of no tree");
    require(parts.size() >= 2 && parts.front() == 0 && parts.back() == nodes &&
                std::adjacent_find(parts.begin(), parts.end(), std::greater_equal<>()) ==
                    parts.end(),
            "have a tree in wrong parts");
}

/// Pieces are in the order of their lanes, which hold triangles.
void check_pieces(std::span<const PlacedPiece> pieces, const SceneView& view) {
    constexpr auto triangle = static_cast<std::size_t>(Kind::triangle);
    const auto holds_triangle = [&](const PlacedPiece& piece) {
        if (piece.lane >= leaf_lanes)
            return false;
        if (piece.block - view.first_mixed < std::size_t{view.mixed_blocks} * mixed_units) {
            const std::uint32_t unit = piece.block - view.first_mixed;
            const MixedBlock& block = view.mixed(piece.block);
            return unit % mixed_units == 0 && block.kind[piece.lane] == triangle &&
                   block.id[piece.lane] != no_id;
        }
        const LeafArray& leaves = view.leaves[triangle];
        const std::uint32_t unit = piece.block - leaves.first, units = block_units(triangle);
        return piece.block >= leaves.first && unit % units == 0 && unit / units < leaves.in_tree;
    };
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        const PlacedPiece& piece = pieces[i];
        const auto place = [](const PlacedPiece& p) { return std::tie(p.block, p.lane); };
        require(holds_triangle(piece) && (i == 0 || place(pieces[i - 1]) < place(piece)),
                "have a piece of no triangle");
        for (int axis = 0; axis < 3; ++axis)
            require(piece.cell.lo[axis] <= piece.cell.hi[axis], "have a piece without a cell");
    }
}

/// Whether a table has an element for an id, or none at all.
template <class T>
bool has_room_for(const std::vector<T>& table, std::uint32_t id) {
    return table.empty() || id < table.size();
}

} // namespace

void check_prototype(const CommittedScene& scene, std::uint32_t nodes) {
    const std::uint32_t whole[] = {0, nodes};
    check_parts(std::span(whole).first(nodes == 0 ? 1 : 2), nodes);
    check_whole(scene.view, nodes);
    const NodeCheck check(scene.view, nodes, whole);
    require(!scene.has_instances(), "have a prototype with instances");
    std::vector<std::uint32_t> ids;
    check_blocks(scene.view, [&](std::uint32_t, std::uint32_t id) {
        ids.push_back(id);
        return has_room_for(scene.tables.users, id) && has_room_for(scene.tables.surfaces, id);
    });
    if (scene.view.has_repeats)
        return;
    std::sort(ids.begin(), ids.end());
    require(std::adjacent_find(ids.begin(), ids.end()) == ids.end(), repeated);
}

void check_commit(const Commit& commit, std::uint32_t nodes, const ShapeStore& shapes) {
    const CommittedScene& scene = *commit.scene;
    check_parts(commit.parts, nodes);
    check_whole(scene.view, nodes);
    const NodeCheck check(scene.view, nodes, commit.parts);
    std::vector<bool> is_stored(shapes.end_of_ids());
    bool has_repeats = false;
    check_blocks(scene.view, [&](std::uint32_t kind, std::uint32_t id) {
        const ShapeStore::Range* range = shapes.range_of(id);
        if (range == nullptr || static_cast<std::uint32_t>(range->records->kind) != kind)
            return false;
        has_repeats = has_repeats || is_stored[id];
        is_stored[id] = true;
        return true;
    });
    for (const auto& [prototype, uses] : shapes.prototypes())
        has_repeats = has_repeats || prototype->view.has_repeats;
    require(scene.view.has_repeats || !has_repeats, repeated);
    check_pieces(commit.pieces, scene.view);
}

} // namespace lanecast::host
