#pragma once

#include <string>

#include "lanecast/options.hpp"
#include "lanecast/scene.hpp"

#include "obj_mesh.hpp"

namespace lanecast::tools {

/// A scene ready for queries, and how it came to be.
struct World {
    Scene scene;
    std::string name;
    double load_seconds = 0.0;  ///< reading and adding
    double build_seconds = 0.0; ///< commit()
};

/// Adds a mesh, one id per triangle.
IdRange add_mesh(Scene& scene, const Mesh& mesh);

/// The world of a file, .obj or .json, or the one that needs no file.
/// @param threads as Options::threads
/// @throws Failure that names the file and the place in it.
[[nodiscard]] World load_world(const std::string& path, std::uint32_t threads);
[[nodiscard]] World demo_world(std::uint32_t threads);

/// Two lines about it for people.
void report(const World& world);

} // namespace lanecast::tools
