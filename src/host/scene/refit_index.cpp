#include "host/scene/refit_index.hpp"

#include <algorithm>
#include <functional>

namespace lanecast::host {

void RefitIndex::add_shape(std::uint32_t id, std::uint32_t kind, std::uint32_t node) {
    if (!has(id))
        set_node(id, kind, node);
    else if (node_of(id) != node)
        more_nodes_.emplace_back(id, node);
}

void RefitIndex::close() { std::sort(more_nodes_.begin(), more_nodes_.end()); }

void RefitIndex::insert_node(std::uint32_t id, std::uint32_t node) {
    const More more = {id, node};
    more_nodes_.insert(std::lower_bound(more_nodes_.begin(), more_nodes_.end(), more), more);
}

void RefitIndex::add_nodes_of(std::uint32_t id, std::vector<std::uint32_t>& nodes) const {
    if (!has(id))
        return;
    nodes.push_back(node_of(id));
    for (auto more = std::lower_bound(more_nodes_.begin(), more_nodes_.end(), More{id, 0});
         more != more_nodes_.end() && more->first == id; ++more)
        nodes.push_back(more->second);
}

std::vector<std::uint32_t>
RefitIndex::with_nodes_above(const std::vector<std::uint32_t>& nodes) const {
    std::vector<std::uint32_t> all;
    std::vector<bool> found(parents_.size());
    for (std::uint32_t node : nodes)
        for (; node != none && !found[node]; node = parents_[node]) {
            found[node] = true;
            all.push_back(node);
        }
    std::sort(all.begin(), all.end(), std::greater()); // parents stand before children
    return all;
}

FitResult RefitIndex::total() const {
    FitResult all = {.bounds = kept_[0].bounds,
                     .largest_leaf = 0.0f,
                     .fits = true,
                     .has_duplicates = false,
                     .work = {}};
    for (const NodeFit& node : kept_) {
        all.largest_leaf = std::max(all.largest_leaf, node.largest_leaf);
        all.fits = all.fits && node.fits;
        all.work.add(node.work);
    }
    return all;
}

std::size_t RefitIndex::memory_bytes() const {
    const auto bytes = [](const auto& all) { return all.capacity() * sizeof(all[0]); };
    return bytes(node_of_) + bytes(more_nodes_) + bytes(parents_) + bytes(kept_);
}

} // namespace lanecast::host
