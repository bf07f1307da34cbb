#include "isa/kernels/entry/engines.hpp"
#include "isa/kernels/entry/hit_flags.hpp"
#include "isa/kernels/packets/coherence.hpp"
#include "isa/kernels/packets/convergence.hpp"
#include "isa/kernels/queries/rays.hpp"

namespace lanecast::LANECAST_ISA {

constinit const QuestionKernels<RayColumns, HitColumns> closest_hit_scene =
    first_engines<FirstHit>();
constinit const QuestionKernels<RayColumns, WritableColumn> occluded_scene = any_engines<AnyHit>();
constinit const QuestionKernels<RayColumns, HitRows> all_hits_scene = all_engines<AllHits>();

OneHit closest_hit_of_one(const SceneView& scene, const OneRay& ray, Settings settings,
                          bool exhaustive) {
    const OneQuery<RayQuery> one(scene, ray.at);
    const Answer first = exhaustive ? one.first<FirstHit, Exhaustive>(scene, settings)
                                    : one.first<FirstHit, Single>(scene, settings);
    if (!first.found())
        return {__builtin_inff(), first.id, first.part, one.miss_flags()};
    return {first.t, first.id, first.part, flags_of_hit(one.lanes(), scene, first, settings)};
}

bool occluded_one(const SceneView& scene, const OneRay& ray, Settings settings, bool exhaustive) {
    const OneQuery<RayQuery> one(scene, ray.at);
    return exhaustive ? one.any<AnyHit, Exhaustive>(scene, settings)
                      : one.any<AnyHit, Single>(scene, settings);
}

bool coherent_rays(const SceneView& scene, const RayColumns& rays, BatchPart part, float most) {
    return is_coherent(scene, rays, part, most);
}

bool converging_rays(const RayColumns& rays, BatchPart part) { return are_converging(rays, part); }

} // namespace lanecast::LANECAST_ISA
