#include "isa/kernels/entry/engines.hpp"
#include "isa/kernels/queries/volumes.hpp"

namespace lanecast::LANECAST_ISA {

constinit const QuestionKernels<BoxColumns, ImpactColumns> box_sweep_scene =
    first_engines<FirstVolumeTouch<BoxSweep, RawBoxes, box_column>>();
constinit const QuestionKernels<BoxColumns, WritableColumn> box_overlaps_scene =
    any_engines<AnyVolumeOverlap<BoxSweep, RawBoxes, box_column>>();
constinit const QuestionKernels<BoxColumns, OverlapRows> all_box_overlaps_scene =
    all_engines<AllVolumeOverlaps<BoxSweep, RawBoxes, box_column>>();

} // namespace lanecast::LANECAST_ISA
