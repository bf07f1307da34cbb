#pragma once

#include <cstdint>
#include <span>

#include "core/kernel_table.hpp"
#include "host/parallel/workers.hpp"

namespace lanecast::host {

/// Writes the shapes into the leaves of a tree in memory, which hold only ids so far, and sets the
/// boxes of all nodes from the bottom up.
/// @param job  the job for the whole tree; members that depend on the part are set here
/// @param parts first node of each part of the tree, followed by the number of nodes
FitResult fit_tree(const BuildKernels& kernels, const FitJob& job,
                   std::span<const std::uint32_t> parts, Workers workers);

/// The nodes whose children a fit sorts. Sorting takes a large part of the time and rarely changes
/// anything, so each refit sorts one node in eight, in turns.
struct SortingTurn {
    std::uint32_t turn, turns;

    static constexpr SortingTurn all() { return {0, 1}; }
    static constexpr SortingTurn none() { return {1, 1}; }
    /// @param refits  since the tree was built, including this one
    static constexpr SortingTurn of_refit(std::uint32_t refits) { return {refits % 8, 8}; }
};

} // namespace lanecast::host
