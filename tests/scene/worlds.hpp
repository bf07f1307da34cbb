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
#include "scene/records.hpp"

/// Worlds in which a tree could go wrong: the same on every machine.
namespace worlds {

using hostile::Random;
using reference::Vector;

/// Shapes of a scene without it, for pairwise queries; masks included.
struct Part {
    lanecast::IdRange ids;
    std::shared_ptr<const void> memory;
    lanecast::Shapes columns;
};

/// @returns without ids
template <class Shape>
Part part_of(std::vector<Shape> shapes, std::vector<std::uint32_t> masks) {
    using Kept = std::pair<std::vector<Shape>, std::vector<std::uint32_t>>;
    const auto kept = std::make_shared<Kept>(std::move(shapes), std::move(masks));
    Part part = {.ids = {}, .memory = kept, .columns = columns_of(kept->first)};
    std::visit([&](auto& columns) { columns.mask = kept->second; }, part.columns);
    return part;
}

/// A committed scene and where to aim at.
struct World {
    lanecast::Scene scene;
    std::vector<Part> parts; ///< in the order of adding; a mesh as triangles
    /// Poles, corners, edges, faces and inner points of its shapes, rounded to float.
    std::vector<Vector> places;
    Vector centre;     ///< of the shapes that have bounds
    double size = 1.0; ///< half their largest extent
};

/// Triangles that share vertices.
struct Mesh {
    std::vector<lanecast::Vec3> vertices;
    std::vector<lanecast::Index3> indices;
};

struct Named {
    const char* name;
    World (*make)();
    std::size_t queries = 130; ///< so many are worth their time where every primitive is tested
};

inline void PrintTo(const Named& world, std::ostream* out) { *out << world.name; }

/// Regular and degenerate, small and huge, near and far, some primitives and none.
const std::vector<Named>& all();

/// A part of each kind in the order of lanecast::ShapeKind, a mesh and one more, with all sorts of
/// masks.
World mixed();

/// The real meshes that this machine has: of the directory that LANECAST_DATA names, or of
/// ../shared/data. None on most machines.
std::vector<std::string> real_meshes();
/// Vertices and faces only, faces as fans.
Mesh mesh_from_obj(const std::string& file);
World from_obj(const std::string& file);

/// A square of `cells` by `cells` squares, whose vertices are numbered row by row.
std::vector<lanecast::Index3> triangles_of_grid(std::uint32_t cells);

/// The nearest finite float, whatever a world's size.
float to_float(double x);

} // namespace worlds
