#include "isa/kernels/pairwise.hpp"
#include "isa/kernels/sweeps.hpp"

namespace lanecast::LANECAST_ISA {

constinit const ByShape<PairwiseKernel<SweepColumns, ImpactColumns>> sweep_pairs =
    pair_kernels<FirstImpact>();

} // namespace lanecast::LANECAST_ISA
