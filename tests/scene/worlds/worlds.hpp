#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <ostream>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "kernels/hostile/queries.hpp"
#include "lanecast/scene.hpp"
#include "scene/worlds/records.hpp"

/// Worlds that are hard for a BVH, the same on every machine.
namespace worlds {

using hostile::Random;
using reference::Vector;

/// A batch of a scene's shapes for pairwise queries, with masks.
struct Part {
    lanecast::IdRange ids;
    std::shared_ptr<const void> memory;
    lanecast::Shapes columns;
};

/// @returns a part whose ids are not set
template <class Shape>
Part part_of(std::vector<Shape> shapes, std::vector<std::uint32_t> masks) {
    using Kept = std::pair<std::vector<Shape>, std::vector<std::uint32_t>>;
    const auto kept = std::make_shared<Kept>(std::move(shapes), std::move(masks));
    Part part = {.ids = {}, .memory = kept, .columns = columns_of(kept->first)};
    std::visit([&](auto& columns) { columns.mask = kept->second; }, part.columns);
    return part;
}

/// A committed scene, and places to aim queries at.
struct World {
    lanecast::Scene scene;
    std::vector<Part> parts; ///< in the order of adding; a mesh as triangles
    /// Poles, corners, edges, faces and inner points of the shapes, rounded to float.
    std::vector<Vector> places;
    Vector centre;     ///< of the shapes with bounds
    double size = 1.0; ///< half of their largest extent
};

/// Triangles with shared vertices.
struct Mesh {
    std::vector<lanecast::Vec3> vertices;
    std::vector<lanecast::Index3> indices;
};

struct Named {
    const char* name;
    World (*make)();
    std::size_t queries = 130; ///< number of queries worth testing against every primitive
};

inline void PrintTo(const Named& world, std::ostream* out) { *out << world.name; }

/// Regular and degenerate, small and huge, near and far; with some primitives and with none.
const std::vector<Named>& all();

/// One part of each kind in the order of lanecast::ShapeKind, and two meshes, with various masks.
World mixed();

/// Real meshes on this machine: from the directory LANECAST_DATA, or else from ../shared/data. Most
/// machines have none.
std::vector<std::string> real_meshes();
/// Reads vertices and faces only; faces become triangle fans.
Mesh mesh_from_obj(const std::string& file);
World from_obj(const std::string& file);

/// Triangles of a square of `cells` by `cells` squares, with vertices numbered row by row.
std::vector<lanecast::Index3> triangles_of_grid(std::uint32_t cells);

/// The nearest finite float.
float to_float(double x);

} // namespace worlds
