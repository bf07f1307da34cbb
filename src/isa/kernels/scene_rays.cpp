#include "isa/kernels/rays.hpp"
#include "isa/kernels/scene.hpp"

namespace lanecast::LANECAST_ISA {

constinit const ByEngine<SceneKernel<RayColumns, HitColumns>> closest_hit_scene = {
    {&ask_first<FirstHit, Exhaustive>, &ask_first<FirstHit, Single>}};
constinit const ByEngine<SceneKernel<RayColumns, WritableColumn>> occluded_scene = {
    {&ask_any<AnyHit, Exhaustive>, &ask_any<AnyHit, Single>}};
constinit const ByEngine<SceneKernel<RayColumns, HitRows>> all_hits_scene = {
    {&ask_all<AllHits, Exhaustive>, &ask_all<AllHits, Single>}};

} // namespace lanecast::LANECAST_ISA
