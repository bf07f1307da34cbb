#include "isa/kernels/pairwise/pairwise.hpp"
#include "isa/kernels/queries/rays.hpp"

namespace lanecast::LANECAST_ISA {

constinit const ByShape<PairwiseKernel<RayColumns, HitColumns>> closest_hit_pairs =
    pair_kernels<FirstHit, tuning::short_ray_tests, tuning::one_ray>();
constinit const ByShape<PairwiseKernel<RayColumns, WritableColumn>> occluded_pairs =
    pair_kernels<AnyHit, tuning::short_ray_tests, tuning::one_ray>();

} // namespace lanecast::LANECAST_ISA
