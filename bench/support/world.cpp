#include "support/world.hpp"

#include <limits>

#include "support/pairs/box_cases.hpp"
#include "support/pairs/flat_cases.hpp"
#include "support/pairs/round_cases.hpp"
#include "support/pairs/shape_bounds.hpp"

namespace lanecast::bench {

std::size_t World::size() const {
    return spheres.size() + boxes.size() + capsules.size() + cylinders.size() + triangles.size() +
           indices.size();
}

Bounds World::bounds() const {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    Bounds all = {{infinity, infinity, infinity}, {-infinity, -infinity, -infinity}};
    for_each_kind(*this, [&](const auto& shapes, std::uint32_t) {
        for (const auto& shape : shapes)
            all = united(all, bounds_of(shape));
    });
    for (const Vec3& vertex : vertices)
        all = united(all, {vertex, vertex});
    return all;
}

void World::add_to(Scene& scene) const {
    for_each_kind(*this, [&]<class Shape>(const std::vector<Shape>& shapes, std::uint32_t) {
        scene.add(PairCase<Shape>::view(shapes));
    });
    if (!indices.empty())
        scene.add(TriangleMesh{.vertices = vertices, .indices = indices});
}

std::vector<scalar::Triangle> triangles_of_mesh(const World& world) {
    std::vector<scalar::Triangle> triangles;
    triangles.reserve(world.indices.size());
    for (const Index3& corners : world.indices) {
        triangles.push_back(
            {world.vertices[corners.i0], world.vertices[corners.i1], world.vertices[corners.i2]});
    }
    return triangles;
}

} // namespace lanecast::bench
