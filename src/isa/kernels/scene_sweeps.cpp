#include "isa/kernels/scene.hpp"
#include "isa/kernels/sweeps.hpp"

namespace lanecast::LANECAST_ISA {

constinit const ByEngine<SceneKernel<SweepColumns, ImpactColumns>> sweep_scene = {
    {&ask_first<FirstImpact, Exhaustive>, &ask_first<FirstImpact, Single>}};

} // namespace lanecast::LANECAST_ISA
