#include "isa/kernels/packets/coherence.hpp"
#include "isa/kernels/queries/rays.hpp"
#include "isa/kernels/scene/engines.hpp"

namespace lanecast::LANECAST_ISA {

constinit const QuestionKernels<RayColumns, HitColumns> closest_hit_scene =
    first_engines<FirstHit>();
constinit const QuestionKernels<RayColumns, WritableColumn> occluded_scene = any_engines<AnyHit>();
constinit const QuestionKernels<RayColumns, HitRows> all_hits_scene = all_engines<AllHits>();

bool coherent_rays(const SceneView& scene, const RayColumns& rays, BatchPart part, float most) {
    return is_coherent(scene, rays, part, most);
}

} // namespace lanecast::LANECAST_ISA
