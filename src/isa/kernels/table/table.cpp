#include "isa/kernels/table/exports.hpp"
#include "isa/simd/lanes.hpp"

namespace lanecast::LANECAST_ISA {
namespace {

constinit const PairwiseKernels pairwise_kernels = {
    .closest_hit = closest_hit_pairs.of,
    .occluded = occluded_pairs.of,
    .sweep = sweep_pairs.of,
    .capsule_sweep = capsule_sweep_pairs.of,
    .box_sweep = box_sweep_pairs.of,
    .overlaps = overlaps_pairs.of,
    .capsule_overlaps = capsule_overlaps_pairs.of,
    .box_overlaps = box_overlaps_pairs.of,
    .closest_point = closest_point_pairs.of,
};

#ifndef LANECAST_SHAPE // work on one shape is tested by pairs
constinit const SceneKernels scene_kernels = {
    .closest_hit = &closest_hit_scene,
    .occluded = &occluded_scene,
    .all_hits = &all_hits_scene,
    .sweep = &sweep_scene,
    .contact = &contact_scene,
    .all_contacts = &all_contacts_scene,
    .overlaps = &overlaps_scene,
    .all_overlaps = &all_overlaps_scene,
    .capsule_sweep = &capsule_sweep_scene,
    .capsule_overlaps = &capsule_overlaps_scene,
    .all_capsule_overlaps = &all_capsule_overlaps_scene,
    .box_sweep = &box_sweep_scene,
    .box_overlaps = &box_overlaps_scene,
    .all_box_overlaps = &all_box_overlaps_scene,
    .closest_point = &closest_point_scene,
    .closest_hit_of_one = closest_hit_of_one,
    .occluded_one = occluded_one,
    .coherent = coherent_rays,
    .converging = converging_rays,
};
#endif

} // namespace

extern const KernelTable kernel_table;
constinit const KernelTable kernel_table = {
    .isa = Isa::LANECAST_ISA,
    .lanes = native_width,
    .shapes = &shape_kernels,
#ifdef LANECAST_SHAPE
    .build = nullptr,
    .pairwise = &pairwise_kernels,
    .scene = nullptr,
    .faults = &fault_kernels,
    .planar = nullptr,
    .particles = nullptr,
    .responses = nullptr,
#else
    .build = &build_kernels,
    .pairwise = &pairwise_kernels,
    .scene = &scene_kernels,
    .faults = &fault_kernels,
    .planar = &planar_kernels,
    .particles = &particle_kernels,
    .responses = &response_kernels,
#endif
};

} // namespace lanecast::LANECAST_ISA
