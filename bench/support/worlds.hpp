#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "lanecast/scene.hpp"

/// What scenes are measured on: worlds, and rays into them.
namespace lanecast::bench {

/// Spheres, or triangles if there are no spheres.
struct World {
    std::string name;
    std::vector<Vec3> centers;
    std::vector<float> radii;
    std::vector<Vec3> vertices;
    std::vector<Index3> triangles;

    [[nodiscard]] bool is_mesh() const { return centers.empty(); }
    [[nodiscard]] Bounds bounds() const;
    void add_to(Scene& scene) const;
};

/// All over a unit cube, of different sizes: together a third of its volume, however many.
[[nodiscard]] World make_spheres(std::string name, std::size_t count);

/// The Stanford bunny where it can be found: stanford-bunny.obj in the folder LANECAST_DATA, or in
/// shared/data beside the project. Else "made_mesh", a lumpy ball of about as many triangles.
[[nodiscard]] World bunny_or_made_mesh();

struct RayBatch {
    std::vector<Vec3> origins;
    std::vector<Vec3> directions;

    [[nodiscard]] std::size_t size() const { return origins.size(); }
    [[nodiscard]] Rays view() const { return {.origin = origins, .direction = directions}; }
};

/// Each from somewhere in the box to somewhere in the box, and on.
[[nodiscard]] RayBatch incoherent_rays(const Bounds& bounds, std::size_t count);

/// Through the pixels of a square picture of the box, row by row; about `count`.
[[nodiscard]] RayBatch camera_rays(const Bounds& bounds, std::size_t count);

} // namespace lanecast::bench
