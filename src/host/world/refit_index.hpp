#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/build_boxes.hpp"
#include "host/world/touched_ids.hpp"

namespace lanecast::host {

/// The node of each shape, the parent of each node, and the share of each node in the fit. A commit
/// after few changes visits only the nodes above the changed shapes. The first such commit after a
/// build or a load makes the index; scenes without such commits do without.
class RefitIndex {
public:
    RefitIndex() = default;
    /// @param ids  exclusive upper bound of all ids
    RefitIndex(std::size_t nodes, std::size_t ids)
        : node_of_(ids, none), parents_(nodes, none), kept_(nodes) {}

    /// Enters a shape of a leaf of the node. Triangles that are cut into pieces have several.
    void add_shape(std::uint32_t id, std::uint32_t node);
    void add_node(std::uint32_t node, std::uint32_t parent) { parents_[node] = parent; }
    /// Call it when everything has been added.
    void close();

    [[nodiscard]] bool is_empty() const { return kept_.empty(); }
    /// For FitJob::kept; nullptr if the index is empty.
    [[nodiscard]] NodeFit* kept() { return is_empty() ? nullptr : kept_.data(); }

    /// Returns the nodes above some shapes, children before parents.
    [[nodiscard]] std::vector<std::uint32_t> nodes_above(const TouchedIds& touched) const;
    /// Returns the fit of the whole tree from the shares of its nodes.
    [[nodiscard]] FitResult total() const;

    [[nodiscard]] std::size_t memory_bytes() const;

private:
    static constexpr std::uint32_t none = 0xFFFFFFFF;

    std::vector<std::uint32_t> node_of_; ///< by id; `none` for shapes out of the tree
    /// Further nodes of triangles that are cut into pieces: (id, node), sorted.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> more_nodes_;
    std::vector<std::uint32_t> parents_; ///< by node
    std::vector<NodeFit> kept_;          ///< by node
};

} // namespace lanecast::host
