#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "lanecast/particles.hpp"

#include "view.hpp"

namespace lanecast::tools {

/// `lanecast simulate`, as said on the command line.
struct SimulateRequest {
    ViewRequest view;               ///< the world, and how frames look
    std::string particles = "1000"; ///< so many, or a file of them
    std::size_t steps = 100;
    std::size_t every = 1; ///< frames are of every so many steps
    float seconds = 1.0f / 60;
    Response response = Response::bounce;
    std::optional<float> radius; ///< of particles that are made here; else by the size of the world
    float restitution = 0.5f;
    float friction = 0.3f;
    float drag = 0.0f;
    std::optional<Vec3> gravity; ///< else 9.81 downwards
    std::optional<Vec3> spray;   ///< where particles come from; else they drop from above the world
    std::string frames;          ///< a directory; empty: none
    std::string out;             ///< the last state, .csv or .npy; empty: none
};

/// Moves particles through a world, step by step, and says of each what it did.
/// @throws Failure, Error
void simulate(const SimulateRequest& request);

} // namespace lanecast::tools
