#include "isa/kernels/scene.hpp"
#include "isa/kernels/sweeps.hpp"

namespace lanecast::LANECAST_ISA {

constinit const ByEngine<SceneKernel<SweepColumns, ImpactColumns>> sweep_scene =
    EngineList::first<FirstImpact>();

} // namespace lanecast::LANECAST_ISA
