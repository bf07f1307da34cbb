#pragma once

#include <string>

#include "tools/console/engine.hpp"
#include "tools/worlds/world.hpp"

namespace lanecast::tools {

struct BuildRequest {
    WorldRequest world;
    std::string out;
    bool quiet = false;
    Engine engine;
};

/// Builds a world and saves it, so that other commands load it without building.
/// @throws Failure, Error
void build(const BuildRequest& request);

} // namespace lanecast::tools
