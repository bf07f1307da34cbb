#pragma once

#include <cstddef>
#include <vector>

#include "lanecast/scene.hpp"

/// Batches of queries into a world, of which its bounds are known.
namespace lanecast::bench {

struct RayBatch {
    std::vector<Vec3> origins;
    std::vector<Vec3> directions;

    [[nodiscard]] std::size_t size() const { return origins.size(); }
    [[nodiscard]] Rays view() const { return {.origin = origins, .direction = directions}; }
    /// `count` of them from the first-th on.
    [[nodiscard]] Rays view(std::size_t first, std::size_t count) const;
};

/// Each from somewhere in the box to somewhere in the box, and on.
[[nodiscard]] RayBatch incoherent_rays(const Bounds& bounds, std::size_t count);

/// Each from `sizes` times the longest side away from the middle of the box, in any direction, to
/// somewhere in the box, and on.
[[nodiscard]] RayBatch rays_from_afar(const Bounds& bounds, std::size_t count, float sizes);

/// Each from somewhere above the box, a tenth to a fifth of its longest side above its top, to
/// somewhere in the box, and on; y is up.
[[nodiscard]] RayBatch rays_from_above(const Bounds& bounds, std::size_t count);

/// Through the pixels of a square picture of the box, row by row; about `count`.
[[nodiscard]] RayBatch camera_rays(const Bounds& bounds, std::size_t count);

/// Likewise, by a camera that flies above the ground and looks ahead and down.
[[nodiscard]] RayBatch flight_rays(const Bounds& bounds, std::size_t count);

/// A lidar's turn in the middle of the box: 64 rings of 2048 directions of unit length, from 25
/// degrees below the horizon to 3 above; y is up.
[[nodiscard]] RayBatch lidar_rays(const Bounds& bounds);

/// Spheres of one radius that start all over the box.
struct SweepBatch {
    std::vector<Vec3> centers;
    std::vector<Vec3> displacements; ///< in all directions, of one length
    float radius = 0;

    [[nodiscard]] std::size_t size() const { return centers.size(); }
    [[nodiscard]] Sweeps view() const {
        return {.center = centers, .displacement = displacements, .radius = radius};
    }
};
[[nodiscard]] SweepBatch make_sweeps(const Bounds& bounds, std::size_t count, float radius,
                                     float distance);

/// Likewise as rays_from_afar(), through the box and as far beyond it.
[[nodiscard]] SweepBatch sweeps_from_afar(const Bounds& bounds, std::size_t count, float radius,
                                          float sizes);

/// Likewise as rays_from_above().
[[nodiscard]] SweepBatch sweeps_from_above(const Bounds& bounds, std::size_t count, float radius);

[[nodiscard]] std::vector<Vec3> points_in(const Bounds& bounds, std::size_t count);
/// As rays_from_afar() begins.
[[nodiscard]] std::vector<Vec3> points_afar(const Bounds& bounds, std::size_t count, float sizes);

/// The length of the longest side.
[[nodiscard]] float extent(const Bounds& bounds);

} // namespace lanecast::bench
