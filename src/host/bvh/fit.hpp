#pragma once

#include <cstdint>
#include <span>

#include "core/kernel_table.hpp"

namespace lanecast::host {

/// Writes the shapes into the leaves of a tree in memory, which hold only ids so far, and sets the
/// boxes of all nodes from the bottom up.
/// @param job  the job for the whole tree; members that depend on the part are set here
/// @param parts first node of each part of the tree, followed by the number of nodes
/// @param refits number of refits since the tree was built. Sorting children takes a large part of
///               the time and rarely changes anything, so each refit sorts one node in eight, in
///               turns.
FitResult fit_tree(const BuildKernels& kernels, const FitJob& job,
                   std::span<const std::uint32_t> parts, std::uint32_t refits,
                   std::uint32_t threads);

} // namespace lanecast::host
