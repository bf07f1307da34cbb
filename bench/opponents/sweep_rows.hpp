#pragma once

#include "opponents/row.hpp"

/// Moving spheres. Embree has a tree of user geometries whose bounds are grown by the radius, and
/// the textbook sweep as its callback; Bullet its convexSweepTest.
namespace lanecast::bench {

/// How far spheres move: so many radii, or if that is 0 this share of the world's longest side.
struct SweepQuestion {
    float radius; ///< as a share of the longest side
    float radii = 0;
    float share = 0;
    float afar = 0;     ///< or from so many longest sides away, through the world
    bool above = false; ///< or from above, through the world; many t are equal, as in RayQuestion
};

[[nodiscard]] std::function<Outcome(const Settings&)> impacts(MakeWorld make_world,
                                                              SweepQuestion question);

} // namespace lanecast::bench
