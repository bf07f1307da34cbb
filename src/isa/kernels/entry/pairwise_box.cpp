#include "isa/kernels/pairwise/pairwise.hpp"
#include "isa/kernels/queries/volumes.hpp"

namespace lanecast::LANECAST_ISA {

constinit const ByShape<PairwiseKernel<BoxColumns, ImpactColumns>> box_sweep_pairs =
    pair_kernels<FirstVolumeTouch<BoxSweep, RawBoxes, box_column>, tuning::short_volume_tests>();
constinit const ByShape<PairwiseKernel<BoxColumns, WritableColumn>> box_overlaps_pairs =
    pair_kernels<AnyVolumeOverlap<BoxSweep, RawBoxes, box_column>, tuning::short_volume_tests>();

} // namespace lanecast::LANECAST_ISA
