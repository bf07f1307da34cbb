#include "isa/kernels/pairwise/pairwise.hpp"
#include "isa/kernels/queries/points.hpp"
#include "isa/kernels/queries/query_spheres.hpp"

namespace lanecast::LANECAST_ISA {

constinit const ByShape<PairwiseKernel<SphereQueryColumns, WritableColumn>> overlaps_pairs =
    pair_kernels<AnyOverlap>();
constinit const ByShape<PairwiseKernel<PointColumns, ClosestColumns>> closest_point_pairs =
    pair_kernels<NearestPoint, tuning::short_closest_tests>();

} // namespace lanecast::LANECAST_ISA
