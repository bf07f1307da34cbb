#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "lanecast/scene.hpp"

#include "engine.hpp"
#include "mesh.hpp"

namespace lanecast::tools {

/// A scene ready for queries, and how it came to be.
struct World {
    Scene scene;
    Bounds bounds = nothing; ///< about all but planes and lines; the scene's own may be infinite
    std::string name;
    double load_seconds = 0.0;  ///< reading and adding
    double build_seconds = 0.0; ///< commit()

    /// What the triangles of a mesh are made of.
    struct Look {
        std::vector<Material> materials;
        std::vector<std::uint32_t> material_of; ///< of each triangle
    };
    std::map<std::uint32_t, Look> looks; ///< by the first id of a mesh that has materials

    [[nodiscard]] bool has_bounds() const { return bounds.lo.x <= bounds.hi.x; }
    /// Makes the bounds so wide that the sphere is in them.
    void include(const Vec3& center, float radius = 0.0f);

private:
    static constexpr float infinity = std::numeric_limits<float>::infinity();
    static constexpr Bounds nothing = {{infinity, infinity, infinity},
                                       {-infinity, -infinity, -infinity}};
};

/// Adds a mesh, one id per triangle.
IdRange add_mesh(World& world, Mesh&& mesh);

/// The world of a file, a mesh or a .json, or the one that needs no file.
/// @throws Failure that names the file and the place in it.
[[nodiscard]] World load_world(const std::string& path, const Engine& engine);
/// The same of a world that is to be placed in another: it may not hold instances itself.
[[nodiscard]] World load_prototype(const std::string& path, const Engine& engine);
[[nodiscard]] World demo_world(const Engine& engine);

/// Two lines about it for people.
void report(const World& world);

} // namespace lanecast::tools
