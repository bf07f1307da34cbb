#include "isa/kernels/kernels.hpp"
#include "isa/simd/lanes.hpp"

namespace lanecast::LANECAST_ISA {

extern const KernelTable kernel_table;
constinit const KernelTable kernel_table = {
    .isa = Isa::LANECAST_ISA,
    .lanes = native_width,
    .shapes = &shape_kernels,
    .pairwise = &pairwise_kernels,
    .scene = &scene_kernels,
};

} // namespace lanecast::LANECAST_ISA
