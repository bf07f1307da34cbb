#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "lanecast/scene.hpp"

#include "tools/console/engine.hpp"
#include "tools/formats/mesh.hpp"

namespace lanecast::tools {

/// A scene ready for queries, with its name and load times.
struct World {
    Scene scene;
    Bounds bounds = nothing; ///< without planes and lines; the scene's own may be infinite
    std::string name;
    double load_seconds = 0.0;  ///< for reading and adding
    double build_seconds = 0.0; ///< for commit()

    /// The materials of a mesh.
    struct Look {
        std::vector<Material> materials;
        std::vector<std::uint32_t> material_of; ///< material of each triangle
    };
    std::map<std::uint32_t, Look> looks; ///< by the first id of a mesh that has materials

    [[nodiscard]] bool has_bounds() const { return bounds.lo.x <= bounds.hi.x; }
    /// The bounds, or a cube of side 2 around 0 if there are none.
    [[nodiscard]] Bounds box() const;
    /// Grows the bounds until they contain the sphere.
    void include(const Vec3& center, float radius = 0.0f);

private:
    static constexpr float infinity = std::numeric_limits<float>::infinity();
    static constexpr Bounds nothing = {{infinity, infinity, infinity},
                                       {-infinity, -infinity, -infinity}};
};

/// Adds a mesh, one id per triangle.
IdRange add_mesh(World& world, Mesh&& mesh);

/// Reports the size of a world and its load times.
void report(const World& world);

} // namespace lanecast::tools
