#include "isa/kernels/entry/engines.hpp"
#include "isa/kernels/queries/volumes.hpp"

namespace lanecast::LANECAST_ISA {

constinit const QuestionKernels<CapsuleColumns, ImpactColumns> capsule_sweep_scene =
    first_engines<FirstVolumeTouch<CapsuleSweep, RawCapsules, capsule_column>>();
constinit const QuestionKernels<CapsuleColumns, WritableColumn> capsule_overlaps_scene =
    any_engines<AnyVolumeOverlap<CapsuleSweep, RawCapsules, capsule_column>>();
constinit const QuestionKernels<CapsuleColumns, OverlapRows> all_capsule_overlaps_scene =
    all_engines<AllVolumeOverlaps<CapsuleSweep, RawCapsules, capsule_column>>();

} // namespace lanecast::LANECAST_ISA
