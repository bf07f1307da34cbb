#pragma once

#include <cstddef>
#include <vector>

#include "lanecast/queries.hpp"
#include "lanecast/scene.hpp"

/// Batches of queries into a world with known bounds.
namespace lanecast::bench {

struct RayBatch {
    std::vector<Vec3> origins;
    std::vector<Vec3> directions;

    [[nodiscard]] std::size_t size() const { return origins.size(); }
    [[nodiscard]] Rays view() const { return {.origin = origins, .direction = directions}; }
    /// `count` rays, starting with ray `first`.
    [[nodiscard]] Rays view(std::size_t first, std::size_t count) const;
};

/// Rays from a random point in the box through another random point in the box.
[[nodiscard]] RayBatch incoherent_rays(const Bounds& bounds, std::size_t count);

/// Rays through a random point in the box, from `sizes` longest sides away from its centre, in any
/// direction.
[[nodiscard]] RayBatch rays_from_afar(const Bounds& bounds, std::size_t count, float sizes);

/// Rays through a random point in the box, from a random point above it: a tenth to a fifth of its
/// longest side above its top. y is up.
[[nodiscard]] RayBatch rays_from_above(const Bounds& bounds, std::size_t count);

/// Rays through the pixels of a square picture of the box, row by row; about `count` rays.
[[nodiscard]] RayBatch camera_rays(const Bounds& bounds, std::size_t count);

/// The same for two eyes, a hundredth of the width of the box apart, whose rays alternate; half as
/// many pixels.
[[nodiscard]] RayBatch stereo_rays(const Bounds& bounds, std::size_t count);

/// The part of a closed box whose camera_rays() begin within the box.
[[nodiscard]] Bounds view_from_within(const Bounds& bounds);

/// The same for a camera that flies above the ground and looks ahead and down.
[[nodiscard]] RayBatch flight_rays(const Bounds& bounds, std::size_t count);

/// One turn of a lidar over the middle of the box, at the height of its top: 64 rings of 2048 unit
/// directions, from 25 degrees below the horizon to 3 above; y is up.
[[nodiscard]] RayBatch lidar_rays(const Bounds& bounds);

/// Moving spheres of one radius. make_sweeps() starts them at random points in the box.
struct SweepBatch {
    std::vector<Vec3> centers;
    std::vector<Vec3> displacements; ///< by make_sweeps(): in all directions, of one length
    float radius = 0;

    [[nodiscard]] std::size_t size() const { return centers.size(); }
    [[nodiscard]] Sweeps view() const {
        return {.center = centers, .displacement = displacements, .radius = radius};
    }
};
[[nodiscard]] SweepBatch make_sweeps(const Bounds& bounds, std::size_t count, float radius,
                                     float distance);

/// Sweeps along rays_from_afar(), through the box and as far beyond it.
[[nodiscard]] SweepBatch sweeps_from_afar(const Bounds& bounds, std::size_t count, float radius,
                                          float sizes);

/// Sweeps along rays_from_above(), through the box and as far beyond it.
[[nodiscard]] SweepBatch sweeps_from_above(const Bounds& bounds, std::size_t count, float radius);

[[nodiscard]] std::vector<Vec3> points_in(const Bounds& bounds, std::size_t count);
/// The origins of rays_from_afar().
[[nodiscard]] std::vector<Vec3> points_afar(const Bounds& bounds, std::size_t count, float sizes);

/// The length of the longest side.
[[nodiscard]] float extent(const Bounds& bounds);

} // namespace lanecast::bench
