#include "isa/kernels/rays.hpp"
#include "isa/kernels/scene.hpp"

namespace lanecast::LANECAST_ISA {

constinit const ByEngine<SceneKernel<RayColumns, HitColumns>> closest_hit_scene =
    EngineList::first<FirstHit>();
constinit const ByEngine<SceneKernel<RayColumns, WritableColumn>> occluded_scene =
    EngineList::any<AnyHit>();
constinit const ByEngine<SceneKernel<RayColumns, HitRows>> all_hits_scene =
    EngineList::all<AllHits>();

} // namespace lanecast::LANECAST_ISA
