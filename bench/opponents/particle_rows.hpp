#pragma once

#include "opponents/row.hpp"

/// A step of particles that bounce, from where sweep rows begin, as far as those go.
namespace lanecast::bench {

struct ParticleQuestion {
    float radius; ///< as a share of the world's longest side
    float radii;  ///< how far particles fly in the step, in radii
    std::uint32_t threads = 1;
};

/// Against sweeps alone: those of the whole way, and of what is left after each touch, without what
/// particles do there. The ratio is what the rest of the step leaves of their speed.
[[nodiscard]] std::function<Outcome(const Settings&)> steps_over_sweeps(MakeWorld make_world,
                                                                        ParticleQuestion question);
/// Against the same step by a loop over Bullet's convexSweepTest.
[[nodiscard]] std::function<Outcome(const Settings&)> steps_over_bullet(MakeWorld make_world,
                                                                        ParticleQuestion question);

} // namespace lanecast::bench
