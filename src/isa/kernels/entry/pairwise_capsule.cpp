#include "isa/kernels/pairwise/pairwise.hpp"
#include "isa/kernels/queries/volumes.hpp"

namespace lanecast::LANECAST_ISA {

constinit const ByShape<PairwiseKernel<CapsuleColumns, ImpactColumns>> capsule_sweep_pairs =
    pair_kernels<FirstVolumeTouch<CapsuleSweep, RawCapsules, capsule_column>,
                 tuning::short_volume_tests>();
constinit const ByShape<PairwiseKernel<CapsuleColumns, WritableColumn>> capsule_overlaps_pairs =
    pair_kernels<AnyVolumeOverlap<CapsuleSweep, RawCapsules, capsule_column>,
                 tuning::short_volume_tests>();

} // namespace lanecast::LANECAST_ISA
