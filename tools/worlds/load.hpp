#pragma once

#include "tools/console/engine.hpp"
#include "tools/worlds/world.hpp"

namespace lanecast::tools {

/// Loads the world of a file, a mesh, a .json or a .lanecast, or makes the demo world. Warns if
/// rounding to floats moves its shapes.
/// @throws Failure that names the file and the place in it
[[nodiscard]] World load_world(const WorldRequest& request, const Engine& engine);
/// Makes the world that needs no file.
[[nodiscard]] World demo_world(const Engine& engine);

} // namespace lanecast::tools
