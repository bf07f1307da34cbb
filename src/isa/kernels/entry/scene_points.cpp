#include "isa/kernels/entry/engines.hpp"
#include "isa/kernels/queries/points.hpp"
#include "isa/kernels/queries/query_spheres.hpp"

namespace lanecast::LANECAST_ISA {

constinit const QuestionKernels<SphereQueryColumns, WritableColumn> overlaps_scene =
    any_engines<AnyOverlap>();
constinit const QuestionKernels<SphereQueryColumns, OverlapRows> all_overlaps_scene =
    all_engines<AllOverlaps>();
constinit const QuestionKernels<PointColumns, ClosestColumns> closest_point_scene =
    nearest_engines<NearestPoint>();

} // namespace lanecast::LANECAST_ISA
