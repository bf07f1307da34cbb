#include "isa/kernels/balls.hpp"
#include "isa/kernels/points.hpp"
#include "isa/kernels/scene.hpp"

namespace lanecast::LANECAST_ISA {

constinit const ByEngine<SceneKernel<BallColumns, WritableColumn>> overlaps_scene = {
    {&ask_any<AnyOverlap, Exhaustive>, &ask_any<AnyOverlap, Single>}};
constinit const ByEngine<SceneKernel<BallColumns, OverlapRows>> all_overlaps_scene = {
    {&ask_all<AllOverlaps, Exhaustive>, &ask_all<AllOverlaps, Single>}};
constinit const ByEngine<SceneKernel<PointColumns, ClosestColumns>> closest_point_scene = {
    {&ask_first<NearestPoint, Exhaustive>, &ask_first<NearestPoint, Single>}};

} // namespace lanecast::LANECAST_ISA
