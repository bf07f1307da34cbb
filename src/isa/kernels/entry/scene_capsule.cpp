#include "isa/kernels/entry/volume_engines.hpp"

namespace lanecast::LANECAST_ISA {

constinit const QuestionKernels<CapsuleColumns, ImpactColumns> capsule_sweep_scene =
    first_volume_engines<FirstVolumeTouch<CapsuleSweep, RawCapsules, capsule_column>>();
constinit const QuestionKernels<CapsuleColumns, WritableColumn> capsule_overlaps_scene =
    any_volume_engines<AnyVolumeOverlap<CapsuleSweep, RawCapsules, capsule_column>>();
constinit const QuestionKernels<CapsuleColumns, OverlapRows> all_capsule_overlaps_scene =
    all_volume_engines<AllVolumeOverlaps<CapsuleSweep, RawCapsules, capsule_column>>();

} // namespace lanecast::LANECAST_ISA
