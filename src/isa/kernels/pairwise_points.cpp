#include "isa/kernels/balls.hpp"
#include "isa/kernels/pairwise.hpp"
#include "isa/kernels/points.hpp"

namespace lanecast::LANECAST_ISA {

constinit const ByShape<PairwiseKernel<BallColumns, WritableColumn>> overlaps_pairs =
    pair_kernels<AnyOverlap>();
constinit const ByShape<PairwiseKernel<PointColumns, ClosestColumns>> closest_point_pairs =
    pair_kernels<NearestPoint>();

} // namespace lanecast::LANECAST_ISA
