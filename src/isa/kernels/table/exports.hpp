#pragma once

#include "core/kernel_table.hpp"
#include "isa/shapes/shape_tables.hpp"

/// Kernels that the translation units of an ISA define and table.cpp collects.
namespace lanecast::LANECAST_ISA {

extern const ShapeKernels shape_kernels;
extern const SplitKernels split_kernels;
extern const BuildKernels build_kernels;
extern const FaultKernels fault_kernels;
extern const PlanarKernels planar_kernels;
extern const ParticleKernels particle_kernels;
extern const ResponseKernels response_kernels;

extern const ByShape<PairwiseKernel<RayColumns, HitColumns>> closest_hit_pairs;
extern const ByShape<PairwiseKernel<RayColumns, WritableColumn>> occluded_pairs;
extern const ByShape<PairwiseKernel<SweepColumns, ImpactColumns>> sweep_pairs;
extern const ByShape<PairwiseKernel<CapsuleColumns, ImpactColumns>> capsule_sweep_pairs;
extern const ByShape<PairwiseKernel<CapsuleColumns, WritableColumn>> capsule_overlaps_pairs;
extern const ByShape<PairwiseKernel<BoxColumns, ImpactColumns>> box_sweep_pairs;
extern const ByShape<PairwiseKernel<BoxColumns, WritableColumn>> box_overlaps_pairs;
extern const ByShape<PairwiseKernel<SphereQueryColumns, WritableColumn>> overlaps_pairs;
extern const ByShape<PairwiseKernel<PointColumns, ClosestColumns>> closest_point_pairs;

extern const QuestionKernels<RayColumns, HitColumns> closest_hit_scene;
extern const QuestionKernels<RayColumns, WritableColumn> occluded_scene;
extern const QuestionKernels<RayColumns, HitRows> all_hits_scene;
OneHit closest_hit_of_one(const SceneView&, const OneRay&, Settings, bool exhaustive);
bool occluded_one(const SceneView&, const OneRay&, Settings, bool exhaustive);
bool coherent_rays(const SceneView&, const RayColumns&, BatchPart, float most);
bool converging_rays(const RayColumns&, BatchPart);
extern const QuestionKernels<SweepColumns, ImpactColumns> sweep_scene;
extern const QuestionKernels<CapsuleColumns, ImpactColumns> capsule_sweep_scene;
extern const QuestionKernels<CapsuleColumns, WritableColumn> capsule_overlaps_scene;
extern const QuestionKernels<CapsuleColumns, OverlapRows> all_capsule_overlaps_scene;
extern const QuestionKernels<BoxColumns, ImpactColumns> box_sweep_scene;
extern const QuestionKernels<BoxColumns, WritableColumn> box_overlaps_scene;
extern const QuestionKernels<BoxColumns, OverlapRows> all_box_overlaps_scene;
extern const QuestionKernels<ContactSweepColumns, ImpactColumns> contact_scene;
extern const QuestionKernels<ContactSweepColumns, ImpactRows> all_contacts_scene;
extern const QuestionKernels<SphereQueryColumns, WritableColumn> overlaps_scene;
extern const QuestionKernels<SphereQueryColumns, OverlapRows> all_overlaps_scene;
extern const QuestionKernels<PointColumns, ClosestColumns> closest_point_scene;

} // namespace lanecast::LANECAST_ISA
