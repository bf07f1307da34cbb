#pragma once

#include "core/kernel_table.hpp"

namespace lanecast::LANECAST_ISA {

ParticleCounts sense(const ParticleColumns& columns, const StepSettings& step,
                     const ParticleTile& tile, BatchPart part, const SensorRows& rows,
                     std::uint32_t* contacts);

} // namespace lanecast::LANECAST_ISA
