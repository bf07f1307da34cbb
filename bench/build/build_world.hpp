#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "lanecast/scene.hpp"

namespace lanecast::bench {

/// Shapes as structs, and where they are.
struct BuildWorld {
    struct Sphere {
        Vec3 center;
        float radius;
    };
    struct Box {
        Vec3 center, half_extents;
        Quaternion rotation;
    };
    struct Capsule {
        Vec3 a, b;
        float radius;
    };
    using Cylinder = Capsule;

    std::string name;
    std::vector<Sphere> spheres;
    std::vector<Box> boxes;
    std::vector<Capsule> capsules;
    std::vector<Cylinder> cylinders;
    std::vector<Vec3> vertices;
    std::vector<Index3> triangles;

    [[nodiscard]] std::size_t size() const {
        return spheres.size() + boxes.size() + capsules.size() + cylinders.size() +
               triangles.size();
    }
    [[nodiscard]] bool is_mixed() const { return !boxes.empty(); }
    /// @returns the ids of the mesh
    IdRange add_to(Scene& scene) const;
    /// A little larger than need be for boxes and cylinders.
    [[nodiscard]] std::vector<Bounds> bounds_of_shapes() const;
};

/// All over a unit cube.
[[nodiscard]] BuildWorld spheres_to_build(std::string name, std::size_t count);
/// As many of each kind, the triangles as a mesh that shares no vertices.
[[nodiscard]] BuildWorld mixed_to_build(std::string name, std::size_t count);
/// Hills over a square of `cells` x `cells` units, two triangles on each.
[[nodiscard]] BuildWorld terrain_to_build(std::string name, std::uint32_t cells);
[[nodiscard]] BuildWorld bunny_to_build();

} // namespace lanecast::bench
