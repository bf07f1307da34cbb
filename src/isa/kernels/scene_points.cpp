#include "isa/kernels/balls.hpp"
#include "isa/kernels/engines.hpp"
#include "isa/kernels/points.hpp"

namespace lanecast::LANECAST_ISA {

constinit const QuestionKernels<BallColumns, WritableColumn> overlaps_scene =
    any_engines<AnyOverlap>();
constinit const QuestionKernels<BallColumns, OverlapRows> all_overlaps_scene =
    all_engines<AllOverlaps>();
constinit const QuestionKernels<PointColumns, ClosestColumns> closest_point_scene =
    nearest_engines<NearestPoint>();

} // namespace lanecast::LANECAST_ISA
