#pragma once

#include <cstddef>

#include "core/kernel_table.hpp"
#include "host/batch/contact_log.hpp"

namespace lanecast::host {

/// A call of advance(), checked.
struct ParticleCall {
    const SceneView& scene;
    std::size_t primitives; ///< of the scene
    ParticleColumns columns;
    std::size_t count; ///< particles
    StepSettings step;
    ContactColumns contacts;
    Options options;
};

/// @throws std::bad_alloc before anything is written
StepSummary run_step(const ParticleCall& call);

} // namespace lanecast::host
