#pragma once

#include "opponents/embree_rays.hpp"
#include "opponents/row.hpp"

/// Rays into a world. Worlds of spheres and meshes are Embree's own geometries, and spheres are
/// surfaces then, as Embree's are; others are user geometries and solids, and Bullet takes part.
namespace lanecast::bench {

using MakeRays = std::function<RayBatch(const Bounds&, std::size_t count)>;

struct RayQuestion {
    MakeRays make;
    Coherence coherence = Coherence::incoherent;
    bool robust = false;     ///< Embree's robust mode
    std::size_t batch = 0;   ///< rays in one call; 0: all
    bool one_by_one = false; ///< Embree is asked by rtcIntersect1 only
    bool ties = false;       ///< many t are equal; opponents keep the first found
    Build build = Build::balanced;
};

/// Lidar rays are as many as they are.
[[nodiscard]] RayBatch lidar(const Bounds& bounds, std::size_t count);

[[nodiscard]] std::function<Outcome(const Settings&)> closest_hits(MakeWorld make_world,
                                                                   RayQuestion question);
[[nodiscard]] std::function<Outcome(const Settings&)> occlusions(MakeWorld make_world,
                                                                 RayQuestion question);

} // namespace lanecast::bench
