#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "lanecast/scene.hpp"

#include "scalar/scalar.hpp"

namespace lanecast::bench {

/// What scenes are measured on: shapes as structs, which lanecast reads in place, and its opponents
/// where they can. Ids are given in the order of the members.
struct World {
    std::string name;
    std::vector<scalar::Sphere> spheres;
    std::vector<scalar::Box> boxes;
    std::vector<scalar::Capsule> capsules;
    std::vector<scalar::Cylinder> cylinders;
    std::vector<scalar::Triangle> triangles; ///< those that share no vertices
    std::vector<Vec3> vertices;              ///< of a mesh
    std::vector<Index3> indices;

    [[nodiscard]] std::size_t size() const;
    [[nodiscard]] Bounds bounds() const;
    void add_to(Scene& scene) const;
};

/// Calls visit(shapes, id of the first) for the shapes of each kind that there are, the mesh left
/// out. The mesh follows them: its first id is returned.
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

/// The triangles of the mesh one by one.
[[nodiscard]] std::vector<scalar::Triangle> triangles_of_mesh(const World& world);

} // namespace lanecast::bench
