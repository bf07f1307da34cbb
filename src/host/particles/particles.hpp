#pragma once

#include <cstddef>

#include "core/kernel_table.hpp"
#include "host/parallel/workers.hpp"
#include "host/particles/contact_log.hpp"
#include "lanecast/particles.hpp"

namespace lanecast::host {

/// The checked arguments of advance().
struct ParticleCall {
    const SceneView& scene;
    ParticleColumns columns;
    std::size_t count; ///< particles
    StepSettings step;
    ContactColumns contacts;
    Options options;
    Workers workers;
};

/// Moves the particles through one step. @throws std::bad_alloc before anything is written
StepSummary run_step(const ParticleCall& call);

} // namespace lanecast::host
