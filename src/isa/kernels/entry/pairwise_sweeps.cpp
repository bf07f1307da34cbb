#include "isa/kernels/pairwise/pairwise.hpp"
#include "isa/kernels/queries/sweeps.hpp"

namespace lanecast::LANECAST_ISA {

constinit const ByShape<PairwiseKernel<SweepColumns, ImpactColumns>> sweep_pairs =
    pair_kernels<FirstImpact, tuning::short_sweep_tests>();

} // namespace lanecast::LANECAST_ISA
