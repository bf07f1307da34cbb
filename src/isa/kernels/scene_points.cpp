#include "isa/kernels/balls.hpp"
#include "isa/kernels/engines.hpp"
#include "isa/kernels/points.hpp"

namespace lanecast::LANECAST_ISA {

constinit const ByEngine<SceneKernel<BallColumns, WritableColumn>> overlaps_scene =
    any_engines<AnyOverlap>();
constinit const ByEngine<SceneKernel<BallColumns, OverlapRows>> all_overlaps_scene =
    all_engines<AllOverlaps>();
constinit const ByEngine<SceneKernel<PointColumns, ClosestColumns>> closest_point_scene =
    first_engines_without_stream<NearestPoint>();

} // namespace lanecast::LANECAST_ISA
