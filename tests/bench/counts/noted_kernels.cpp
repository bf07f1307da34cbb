#include "isa/kernels/table/exports.hpp"

namespace lanecast::LANECAST_ISA {

extern const PairwiseKernels noted_kernels;
constinit const PairwiseKernels noted_kernels = {
    .closest_hit = closest_hit_pairs.of,
    .occluded = occluded_pairs.of,
    .sweep = sweep_pairs.of,
    .overlaps = overlaps_pairs.of,
    .closest_point = closest_point_pairs.of,
};

} // namespace lanecast::LANECAST_ISA
