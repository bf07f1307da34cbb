#pragma once

#include "opponents/embree/embree_rays.hpp"
#include "opponents/rows/row.hpp"

/// Rays into a world. Worlds of spheres and of meshes use Embree's own geometries; the spheres are
/// surfaces then, as in Embree. All other worlds use user geometries and solids, and Bullet takes
/// part.
namespace lanecast::bench {

using MakeRays = std::function<RayBatch(const Bounds&, std::size_t count)>;
using MakeRaysIn = std::function<RayBatch(const World&, std::size_t count)>;

struct RayQuestion {
    MakeRays make;
    MakeRaysIn make_in = {}; ///< in place of `make`: rays that depend on more than the bounds
    Coherence coherence = Coherence::incoherent;
    bool robust = false;     ///< Embree's robust mode
    std::size_t batch = 0;   ///< rays per call; 0: all
    bool one_by_one = false; ///< Embree uses rtcIntersect1 only
    bool ties = false;       ///< many t are equal; opponents keep the first hit
    Build build = Build::balanced;
};

/// The rays of lidar_rays(). Their number is fixed, so `count` is ignored.
[[nodiscard]] RayBatch lidar(const Bounds& bounds, std::size_t count);

[[nodiscard]] std::function<Outcome(const Settings&)> closest_hits(MakeWorld make_world,
                                                                   RayQuestion question);
[[nodiscard]] std::function<Outcome(const Settings&)> occlusions(MakeWorld make_world,
                                                                 RayQuestion question);

} // namespace lanecast::bench
