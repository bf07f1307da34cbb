#pragma once

#include "opponents/rows/row.hpp"

/// Moving spheres. Embree uses a BVH of user geometries inflated by the radius, with the textbook
/// sweep as callback; Bullet uses convexSweepTest.
namespace lanecast::bench {

/// Radius and path of the spheres. The path is `radii` radii long or, if `radii` is 0, `share` of
/// the longest side of the world.
struct SweepQuestion {
    float radius; ///< as a share of the longest side
    float radii = 0;
    float share = 0;
    float afar = 0;     ///< > 0: start this many longest sides away, pass through the world
    bool above = false; ///< start above, pass through the world; many t are equal
};

[[nodiscard]] std::function<Outcome(const Settings&)> impacts(MakeWorld make_world,
                                                              SweepQuestion question);

} // namespace lanecast::bench
