#pragma once

#include "lanecast/scene.hpp"

#include "opponents/row.hpp"

/// A step of particles that bounce, from where sweep rows begin, as far as those go.
namespace lanecast::bench {

struct ParticleQuestion {
    float radius; ///< as a share of the longest side
    float radii;  ///< how far particles fly in the step, in radii
};

/// Where particles fly: a committed scene, and the box that they begin in.
struct Place {
    Scene scene;
    Bounds bounds;
};
using MakePlace = std::function<Place(const Settings&)>;

[[nodiscard]] MakePlace place_of(MakeWorld make_world);
/// The demo world of the program lanecast, of all shapes: always whole.
[[nodiscard]] Place demo_place(const Settings& settings);

/// Against sweeps alone: those of the whole way, and of what is left after each touch, without what
/// particles do there. The ratio is what the rest of the step leaves of their speed.
[[nodiscard]] std::function<Outcome(const Settings&)> steps_over_sweeps(MakePlace make_place,
                                                                        ParticleQuestion question);
/// With all threads against one.
[[nodiscard]] std::function<Outcome(const Settings&)> steps_by_threads(MakePlace make_place,
                                                                       ParticleQuestion question);
/// Against the same step by a loop over the sweeps that Embree and Bullet have.
[[nodiscard]] std::function<Outcome(const Settings&)> steps_by_hand(MakeWorld make_world,
                                                                    ParticleQuestion question);

} // namespace lanecast::bench
