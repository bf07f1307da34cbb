#pragma once

#include "core/kernel_table.hpp"

#include "support/pairs/pairs.hpp"

namespace lanecast::bench {

/// Calls a kernel as the host does. Kernels over recording lanes and over one lane need it, because
/// they are in no kernel table of the library.
void call_kernel(const PairwiseKernels& kernels, const Cell& cell, const Pairs& pairs,
                 BatchPart part);

} // namespace lanecast::bench
