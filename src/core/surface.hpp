#pragma once

#include <cstdint>

#include "lanecast/particle_response.hpp"

namespace lanecast {

/// lanecast::Surfaces of one shape or instance.
struct Surface {
    float restitution = 1.0f, friction = 1.0f;
    std::uint32_t response = static_cast<std::uint32_t>(Response::of_particle);
    /// For an instance: which of the tables in SurfaceTable::parts has the shapes of its prototype.
    std::uint32_t parts = 0;
};

/// The surfaces of a scene's shapes.
struct SurfaceTable {
    const Surface* of_id = nullptr; ///< nullptr if all are the default
    /// For each prototype, those of its shapes; nullptr if all are the default.
    const Surface* const* parts = nullptr;
};

} // namespace lanecast
