#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "lanecast/scene.hpp"

#include "scalar/scalar.hpp"

namespace lanecast::bench {

/// A world of the scene benchmarks: shapes as structs. lanecast reads them in place, as do its
/// opponents where they can. Ids follow the order of the members.
struct World {
    std::string name;
    std::vector<scalar::Sphere> spheres;
    std::vector<scalar::Box> boxes;
    std::vector<scalar::Capsule> capsules;
    std::vector<scalar::Cylinder> cylinders;
    std::vector<scalar::Triangle> triangles; ///< without shared vertices
    std::vector<Vec3> vertices;              ///< of a mesh
    std::vector<Index3> indices;

    [[nodiscard]] std::size_t size() const;
    [[nodiscard]] Bounds bounds() const;
    void add_to(Scene& scene) const;
};

/// Calls visit(shapes, first id) for each kind of shape that the world has, except the mesh.
/// Returns the first id of the mesh, whose ids come last.
template <class Visit>
std::uint32_t for_each_kind(const World& world, Visit visit) {
    std::uint32_t first = 0;
    const auto visit_some = [&](const auto& shapes) {
        if (!shapes.empty()) {
            visit(shapes, first);
            first += static_cast<std::uint32_t>(shapes.size());
        }
    };
    visit_some(world.spheres);
    visit_some(world.boxes);
    visit_some(world.capsules);
    visit_some(world.cylinders);
    visit_some(world.triangles);
    return first;
}

/// The triangles of the mesh as separate shapes.
[[nodiscard]] std::vector<scalar::Triangle> triangles_of_mesh(const World& world);

} // namespace lanecast::bench
