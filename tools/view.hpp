#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "camera.hpp"
#include "clip.hpp"
#include "engine.hpp"

namespace lanecast::tools {

/// `lanecast view`, as said on the command line.
struct ViewRequest {
    bool demo = false; ///< no file is needed
    std::string world; ///< else a file
    std::string out;
    Size size;
    CameraRequest camera;
    std::uint32_t samples = 2; ///< rays per pixel, across and down
    bool floor = true;         ///< a plain below the scene that catches its shadow
    std::optional<ClipPlane> clip;
    std::string rays;   ///< a file of rays that are drawn; empty: none
    bool axes = false;  ///< draw arrows along x, y and z
    bool scale = false; ///< draw a bar of a round length
    Engine engine;
};

/// Draws a world: a ray per sample for what is seen, another for its shadow.
/// @throws Failure, Error
void view(const ViewRequest& request);

} // namespace lanecast::tools
