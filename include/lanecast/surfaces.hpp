#pragma once

#include <cstdint>

#include "lanecast/column.hpp"
#include "lanecast/particle_response.hpp"

namespace lanecast {

/// How shapes change the response of particles that touch them: see advance() in particles.hpp.
/// Queries ignore it.
///
/// Each field is one value for all shapes of the batch or an array with one element per shape. A
/// column left out has its default in add(), and keeps its values in update(). An instance and the
/// shape of its prototype both count: their factors are multiplied.
struct Surfaces {
    /// Factor of the particle's restitution, >= 0; default 1. A product above 1 counts as 1.
    Input<float> restitution = {};
    Input<float> friction = {}; ///< factor of the particle's friction, >= 0; default 1
    /// Values of type Response except `sensor`: replaces the particle's response. Default
    /// Response::of_particle. That of an instance replaces that of the shape in its prototype.
    Input<std::uint32_t> response = {};
};

} // namespace lanecast
