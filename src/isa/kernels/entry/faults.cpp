#include "isa/kernels/queries/points.hpp"
#include "isa/kernels/queries/query_spheres.hpp"
#include "isa/kernels/queries/rays.hpp"
#include "isa/kernels/queries/sweeps.hpp"
#include "isa/kernels/queries/volumes.hpp"
#include "isa/kernels/table/exports.hpp"

/// Detection of faults in queries.
namespace lanecast::LANECAST_ISA {
namespace {

template <class Query>
void find_faults(const typename Query::Columns& columns, BatchPart part, std::uint8_t* faults) {
    StagedInputs<Query::Inputs::count, W> staged(columns.at, part.last - part.first);
    for_each_block(part.first, part.last, [&](const Block& block) {
        staged.stage(block);
        for (int i = 0; i < block.size; i += W) {
            std::uint8_t of_lane[W] = {};
            unsigned open = (~(staged.ints(Query::Inputs::mask, i) == Int<W>(0))).bits();
            const typename Query::template Raw<W> raw(staged, i);
            raw.faults([&](Mask<W> lanes, Fault fault) {
                for (unsigned found = lanes.bits() & open; found != 0; found &= found - 1)
                    of_lane[__builtin_ctz(found)] =
                        static_cast<std::uint8_t>(static_cast<std::uint32_t>(fault) + 1);
                open &= ~lanes.bits();
            });
            for (int lane = 0; lane < W && i + lane < block.size; ++lane)
                faults[block.first - part.first + static_cast<std::size_t>(i + lane)] =
                    of_lane[lane];
        }
    });
}

} // namespace

constinit const FaultKernels fault_kernels = {
    .rays = &find_faults<RayQuery>,
    .sweeps = &find_faults<SweepQuery>,
    .capsules = &find_faults<CapsuleQuery>,
    .boxes = &find_faults<BoxQuery>,
    .spheres = &find_faults<SphereQuery>,
    .points = &find_faults<PointQuery>,
};

} // namespace lanecast::LANECAST_ISA
