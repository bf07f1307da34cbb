#pragma once

#include "core/kernel_table.hpp"

#include "support/pairs.hpp"

namespace lanecast::bench {

/// Asks kernels as the host does: those of lanecast over other lanes, which are in no table of it.
void call_kernel(const PairwiseKernels& kernels, const Cell& cell, const Pairs& pairs,
                 BatchPart part);

} // namespace lanecast::bench
