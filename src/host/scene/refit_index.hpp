#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/build_boxes.hpp"
#include "core/prefetch.hpp"

namespace lanecast::host {

/// The node of each shape, the parent of each node, and the share of each node in the fit. A commit
/// after few changes visits only the nodes above the changed shapes. The first such commit after a
/// build or a load makes the index; scenes without such commits do without.
class RefitIndex {
public:
    static constexpr std::uint32_t none = 0xFFFFFFFF;

    RefitIndex() = default;
    /// @param ids  exclusive upper bound of all ids
    RefitIndex(std::size_t nodes, std::size_t ids)
        : node_of_(ids, none), parents_(nodes, none), kept_(nodes) {}

    /// Enters a shape of a leaf of the node. Triangles that are cut into pieces have several.
    void add_shape(std::uint32_t id, std::uint32_t kind, std::uint32_t node);
    void add_node(std::uint32_t node, std::uint32_t parent) { parents_[node] = parent; }
    /// Call it when everything has been added.
    void close();

    /// Makes room for ids below `ids`.
    void make_room(std::size_t ids) {
        if (node_of_.size() < ids)
            node_of_.resize(ids, none);
    }
    void make_room_for_nodes(std::size_t nodes) {
        parents_.resize(nodes, none);
        kept_.resize(nodes);
    }
    [[gnu::always_inline]] void fetch(std::uint32_t id) const {
        if (id < node_of_.size())
            prefetch(&node_of_[id], sizeof node_of_[id]);
    }
    /// The node that has the shape in a leaf, or the first of them; `none` for shapes out of the
    /// tree.
    [[nodiscard]] std::uint32_t node_of(std::uint32_t id) const {
        return has(id) ? node_of_[id] & most_nodes : none;
    }
    [[nodiscard]] bool has(std::uint32_t id) const {
        return id < node_of_.size() && node_of_[id] != none;
    }
    /// The kind of a shape of the tree.
    [[nodiscard]] std::uint32_t kind_of(std::uint32_t id) const {
        return node_of_[id] >> node_bits;
    }
    void set_node(std::uint32_t id, std::uint32_t kind, std::uint32_t node) {
        node_of_[id] = kind << node_bits | node;
    }
    void forget_shape(std::uint32_t id) { node_of_[id] = none; }
    /// Enters one more node of a triangle that is cut into pieces.
    void insert_node(std::uint32_t id, std::uint32_t node);
    [[nodiscard]] std::uint32_t parent(std::uint32_t node) const { return parents_[node]; }
    /// Takes a node that is no longer in the tree out of the fit.
    void forget_node(std::uint32_t node) {
        parents_[node] = none;
        kept_[node] = {};
    }

    [[nodiscard]] bool is_empty() const { return kept_.empty(); }
    /// Whether a fit has set what is kept of each node.
    bool is_fitted = false;
    /// For FitJob::kept; nullptr if the index is empty.
    [[nodiscard]] NodeFit* kept() { return is_empty() ? nullptr : kept_.data(); }

    /// Adds the nodes whose leaves have the shape.
    void add_nodes_of(std::uint32_t id, std::vector<std::uint32_t>& nodes) const;
    /// Returns some nodes and those above them, children before parents.
    [[nodiscard]] std::vector<std::uint32_t>
    with_nodes_above(const std::vector<std::uint32_t>& nodes) const;
    /// Returns the fit of the whole tree from the shares of its nodes.
    [[nodiscard]] FitResult total() const;

    [[nodiscard]] std::size_t memory_bytes() const;

private:
    using More = std::pair<std::uint32_t, std::uint32_t>;
    /// Memory has fewer nodes, because a node takes 2^4 of its 2^32 units.
    static constexpr unsigned node_bits = 28;
    static constexpr std::uint32_t most_nodes = (1u << node_bits) - 1;

    /// By id: node and kind; `none` for shapes out of the tree.
    std::vector<std::uint32_t> node_of_;
    /// Further nodes of triangles that are cut into pieces: (id, node), sorted.
    std::vector<More> more_nodes_;
    std::vector<std::uint32_t> parents_; ///< by node
    std::vector<NodeFit> kept_;          ///< by node
};

} // namespace lanecast::host
