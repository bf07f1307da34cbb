#include "host/world/refit_index.hpp"

#include <algorithm>
#include <functional>

namespace lanecast::host {

void RefitIndex::add_shape(std::uint32_t id, std::uint32_t node) {
    if (node_of_[id] == none)
        node_of_[id] = node;
    else if (node_of_[id] != node)
        more_nodes_.emplace_back(id, node);
}

void RefitIndex::close() { std::sort(more_nodes_.begin(), more_nodes_.end()); }

std::vector<std::uint32_t> RefitIndex::nodes_above(const TouchedIds& touched) const {
    std::vector<std::uint32_t> nodes;
    std::vector<bool> found(parents_.size());
    const auto climb = [&](std::uint32_t node) {
        for (; node != none && !found[node]; node = parents_[node]) {
            found[node] = true;
            nodes.push_back(node);
        }
    };
    touched.for_each([&](std::uint32_t id) {
        climb(node_of_[id]);
        for (auto more = std::lower_bound(more_nodes_.begin(), more_nodes_.end(),
                                          std::pair(id, std::uint32_t{0}));
             more != more_nodes_.end() && more->first == id; ++more)
            climb(more->second);
    });
    std::sort(nodes.begin(), nodes.end(), std::greater()); // parents stand before children
    return nodes;
}

FitResult RefitIndex::total() const {
    FitResult all = {.bounds = kept_[0].bounds,
                     .largest_leaf = 0.0f,
                     .fits = true,
                     .is_crowded = false,
                     .work = 0.0};
    for (const NodeFit& node : kept_) {
        all.largest_leaf = std::max(all.largest_leaf, node.largest_leaf);
        all.fits = all.fits && node.fits;
        all.work += node.work;
    }
    return all;
}

std::size_t RefitIndex::memory_bytes() const {
    const auto bytes = [](const auto& all) { return all.capacity() * sizeof(all[0]); };
    return bytes(node_of_) + bytes(more_nodes_) + bytes(parents_) + bytes(kept_);
}

} // namespace lanecast::host
