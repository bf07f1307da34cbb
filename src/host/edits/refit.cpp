#include "host/edits/refit.hpp"

#include "host/dispatch/kernels.hpp"
#include "host/parallel/parallel.hpp"

namespace lanecast::host {

void fit_some(const FitJob& job, const std::vector<std::uint32_t>& nodes) {
    kernels().build->refit_nodes(job, nodes.data(), nodes.size());
}

void fit_edited(const FitJob& job, const RefitIndex& index, std::uint32_t nodes, Workers workers) {
    // One part for each node three levels below the root; the nodes above come last.
    constexpr std::uint8_t depth_of_parts = 3;
    struct Place {
        std::uint8_t depth = 0;
        std::uint32_t part = 0;
    };
    std::vector<Place> places(nodes);
    std::uint32_t parts = 0;
    for (std::uint32_t node = 1; node < nodes; ++node) {
        const std::uint32_t parent = index.parent(node);
        if (parent == RefitIndex::none)
            continue; // no longer in the tree
        const Place above = places[parent];
        if (above.depth == depth_of_parts)
            places[node] = above;
        else if (above.depth + 1 == depth_of_parts)
            places[node] = {depth_of_parts, parts++};
        else
            places[node].depth = static_cast<std::uint8_t>(above.depth + 1);
    }
    std::vector<std::vector<std::uint32_t>> nodes_of(parts);
    std::vector<std::uint32_t> top;
    for (std::uint32_t node = nodes; node-- > 0;)
        (places[node].depth == depth_of_parts ? nodes_of[places[node].part] : top).push_back(node);
    for_each_chunk(parts, workers, [&](std::size_t part) { fit_some(job, nodes_of[part]); });
    fit_some(job, top);
}

} // namespace lanecast::host
