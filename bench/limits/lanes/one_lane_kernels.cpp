#include "isa/kernels/pairwise/pairwise.hpp"
#include "isa/kernels/queries/points.hpp"
#include "isa/kernels/queries/query_spheres.hpp"
#include "isa/kernels/queries/rays.hpp"
#include "isa/kernels/queries/sweeps.hpp"

namespace lanecast::LANECAST_ISA {
namespace {

constexpr unsigned one_register = ~0u; // for every kind of shape

constexpr auto rays = pair_kernels<FirstHit, one_register>();
constexpr auto sweeps = pair_kernels<FirstImpact, one_register>();
constexpr auto spheres = pair_kernels<AnyOverlap, one_register>();
constexpr auto points = pair_kernels<NearestPoint, one_register>();

} // namespace

extern const PairwiseKernels one_lane_kernels;
constinit const PairwiseKernels one_lane_kernels = {
    .closest_hit = rays.of,
    .occluded = nullptr,
    .sweep = sweeps.of,
    .overlaps = spheres.of,
    .closest_point = points.of,
};

} // namespace lanecast::LANECAST_ISA
