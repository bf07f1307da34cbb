#include "isa/kernels/queries/sweeps.hpp"
#include "isa/kernels/scene/engines.hpp"

namespace lanecast::LANECAST_ISA {

constinit const QuestionKernels<SweepColumns, ImpactColumns> sweep_scene =
    first_engines<FirstImpact>();

} // namespace lanecast::LANECAST_ISA
