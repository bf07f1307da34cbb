#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "tools/console/engine.hpp"
#include "tools/picture/camera.hpp"
#include "tools/picture/clip.hpp"
#include "tools/worlds/world.hpp"

namespace lanecast::tools {

/// Command line of `lanecast view`.
struct ViewRequest {
    WorldRequest world;
    std::string out;
    Size size;
    CameraRequest camera;
    std::uint32_t samples = 2; ///< rays per pixel, across and down
    bool floor = true;         ///< draw a floor below the scene that shows its shadow
    std::optional<ClipPlane> clip;
    std::string rays;       ///< a file of rays to draw; empty: none
    bool axes = false;      ///< draw arrows along x, y and z
    bool scale_bar = false; ///< draw a bar of a round length
    Engine engine;
};

} // namespace lanecast::tools
