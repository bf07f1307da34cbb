#include "isa/kernels/entry/engines.hpp"
#include "isa/kernels/queries/sweeps.hpp"

namespace lanecast::LANECAST_ISA {

constinit const QuestionKernels<SweepColumns, ImpactColumns> sweep_scene =
    first_engines<FirstImpact>();

} // namespace lanecast::LANECAST_ISA
