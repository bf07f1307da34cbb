#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "lanecast/particles.hpp"

#include "tools/commands/view.hpp"

namespace lanecast::tools {

/// Command line of `lanecast simulate`.
struct SimulateRequest {
    ViewRequest view;               ///< the world and the look of frames
    std::string particles = "1000"; ///< a number, or a file of particles
    std::size_t steps = 100;
    std::size_t every = 1; ///< number of steps per frame
    float seconds = 1.0f / 60;
    Response response = Response::bounce;
    std::optional<float> radius; ///< of generated particles; default: from the size of the world
    float restitution = 0.5f;
    float friction = 0.3f;
    float drag = 0.0f;
    std::optional<Vec3> gravity; ///< default: by the size of the world
    std::optional<Vec3d> spray;  ///< point that emits the particles; default: they drop from above
    std::string frames;          ///< a directory; empty: none
    std::string out;             ///< the last state, .csv or .npy; empty: none; or standard_stream
    std::string format = "csv";  ///< for standard streams
    bool quiet = false;          ///< no reports, no lines of steps
};

/// Moves particles through a world step by step and reports each step.
/// @throws Failure, Error
void simulate(const SimulateRequest& request);

} // namespace lanecast::tools
