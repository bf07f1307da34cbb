#include "isa/kernels/balls.hpp"
#include "isa/kernels/points.hpp"
#include "isa/kernels/scene.hpp"

namespace lanecast::LANECAST_ISA {

constinit const ByEngine<SceneKernel<BallColumns, WritableColumn>> overlaps_scene =
    EngineList::any<AnyOverlap>();
constinit const ByEngine<SceneKernel<BallColumns, OverlapRows>> all_overlaps_scene =
    EngineList::all<AllOverlaps>();
constinit const ByEngine<SceneKernel<PointColumns, ClosestColumns>> closest_point_scene =
    EngineList::first<NearestPoint>();

} // namespace lanecast::LANECAST_ISA
