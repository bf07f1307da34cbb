#include "isa/kernels/table/exports.hpp"

namespace lanecast::LANECAST_ISA {

extern const PairwiseKernels noted_kernels;
constinit const PairwiseKernels noted_kernels = {
    .closest_hit = closest_hit_pairs.of,
    .occluded = occluded_pairs.of,
    .sweep = sweep_pairs.of,
    .capsule_sweep = nullptr,
    .box_sweep = nullptr,
    .overlaps = overlaps_pairs.of,
    .capsule_overlaps = nullptr,
    .box_overlaps = nullptr,
    .closest_point = closest_point_pairs.of,
};

} // namespace lanecast::LANECAST_ISA
