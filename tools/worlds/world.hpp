#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "lanecast/origin.hpp"
#include "lanecast/scene.hpp"

#include "tools/console/engine.hpp"
#include "tools/meshes/mesh.hpp"
#include "tools/worlds/face_table.hpp"
#include "tools/worlds/moving.hpp"

namespace lanecast::tools {

/// The bounds of nothing.
inline constexpr Bounds no_bounds = [] {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    return Bounds{{infinity, infinity, infinity}, {-infinity, -infinity, -infinity}};
}();

/// The requested origin of a world, see World::origin.
struct OriginRequest {
    enum class Kind {
        unspecified, ///< the one that the world's file names, or 0
        automatic,   ///< the middle of a mesh; in a .json world, of its first mesh or position
        given,
    };
    Kind kind = Kind::unspecified;
    Vec3d at; ///< if given
};

/// The value that requests an automatic origin.
inline constexpr std::string_view automatic_origin = "auto";

/// The world that a command line names.
struct WorldRequest {
    bool demo = false; ///< the built-in world
    std::string file;  ///< otherwise its file
    OriginRequest origin = {};
    std::optional<Vec3d> scale = {}; ///< of a mesh, see Placement
    std::optional<Triangulation> triangulation = {};

    /// Whether the file must be a mesh.
    [[nodiscard]] bool needs_mesh() const { return scale || triangulation; }
};

/// A scene ready for queries, with its name and load times.
struct World {
    Scene scene;
    Vec3d origin;              ///< subtracted from all positions in files
    Bounds bounds = no_bounds; ///< without planes and lines; the scene's own may be infinite
    std::string name;
    double load_seconds = 0.0;  ///< for reading and adding
    double build_seconds = 0.0; ///< for commit()

    std::vector<MovingInstance> moving;                               ///< in the order of ids
    std::shared_ptr<FaceTable> faces = std::make_shared<FaceTable>(); ///< shared with instances

    [[nodiscard]] bool has_bounds() const { return bounds.lo.x <= bounds.hi.x; }
    /// The bounds, or a cube of side 2 around 0 if there are none.
    [[nodiscard]] Bounds box() const;
    /// Grows the bounds until they contain the sphere.
    void include(const Vec3& center, float radius = 0.0f);
    /// Does so for a box that is rotated and then moved. The box may be empty.
    void include_box(const Bounds& box, const Vec3& position, const Quaternion& rotation);
};

/// Subtracts the origin of a world from a position.
[[nodiscard]] Vec3 local(const Vec3d& position, const World& world);

/// Adds a mesh, one id per triangle. Warns of rounding.
/// @param name, remedy  see warn_of_rounding()
IdRange add_mesh(World& world, Mesh&& mesh, const std::string& name, std::string_view remedy);

/// Warns on stderr if rounding to floats moved positions by more than 1e-6 of the size of their
/// bounds.
/// @param name   the file, and the place in it
/// @param remedy what helps
void warn_of_rounding(const std::string& name, double rounding_error, const Bounds& bounds,
                      std::string_view remedy);

/// Reports the size of a world and its load times.
void report(const World& world);

} // namespace lanecast::tools
