#pragma once

#include "lanecast/scene.hpp"

#include "opponents/rows/row.hpp"

/// A step of bouncing particles, with the start positions and displacements of the sweep rows.
namespace lanecast::bench {

struct ParticleQuestion {
    float radius; ///< as a share of the longest side
    float radii;  ///< how far particles fly in the step, in radii
};

/// A committed scene, and the box in which particles start.
struct Place {
    Scene scene;
    Bounds bounds;
};
using MakePlace = std::function<Place(const Settings&)>;

[[nodiscard]] MakePlace place_of(MakeWorld make_world);
/// The demo world of the program lanecast, which has all shapes. Settings::shrink does not apply.
[[nodiscard]] Place demo_place(const Settings& settings);

/// A step against its sweeps alone: those of the full path and of the remaining path after each
/// contact, without the response. The ratio is the share of the sweeps in the time of the step.
[[nodiscard]] std::function<Outcome(const Settings&)> steps_over_sweeps(MakePlace make_place,
                                                                        ParticleQuestion question);
/// A step on all threads against one thread.
[[nodiscard]] std::function<Outcome(const Settings&)> steps_by_threads(MakePlace make_place,
                                                                       ParticleQuestion question);
/// A step against the same step in a loop over the sweeps of Embree or Bullet.
[[nodiscard]] std::function<Outcome(const Settings&)> steps_by_hand(MakeWorld make_world,
                                                                    ParticleQuestion question);

} // namespace lanecast::bench
