#pragma once

#include <string>

#include "tools/console/engine.hpp"
#include "tools/worlds/world.hpp"

namespace lanecast::tools {

/// Loads the world of a file, a mesh or a .json. Warns if rounding to floats moves its shapes.
/// @throws Failure that names the file and the place in it
[[nodiscard]] World load_world(const std::string& path, const Engine& engine,
                               const OriginRequest& origin = {});
/// Makes the world that needs no file.
[[nodiscard]] World demo_world(const Engine& engine);

} // namespace lanecast::tools
