#pragma once

#include "reference/particle_touch.hpp"

/// Velocities and straight lines of flight: the paragraphs "Flight" and "Responses" of the law.
namespace reference {

inline constexpr double least_lead = 0x1p-14;
inline constexpr double most_lead = 0x1p-4;

/// Planes of the present instant, which hold the particle.
struct Support {
    std::vector<Vector> normals;
    double lead = least_lead; ///< share of its length by which a displacement leads off the planes
};

/// Straight line that the particle flies in the remaining time, and the velocities on it.
struct Flight {
    Vector displacement;
    Vector start; ///< velocity
    Vector end;   ///< velocity
};

/// Velocity after a time at the given planes, which bear gravity.
Vector velocity_after(const Particle& particle, const ParticleStep& step, const Support& support,
                      Vector velocity, double seconds);

/// Velocity at a touch after a fraction of a line, with the kinetic energy that the law states for
/// its parts along and across the normal.
///
/// @param by_time  the velocity after that fraction of the time
Vector corrected_for_energy(Vector by_time, const Flight& line, double fraction, Vector normal);

/// Returns the flight at the given planes, which bear gravity.
Flight flight(const Particle& particle, const ParticleStep& step, const Support& support,
              Vector velocity, double seconds, Decisions& decisions);

struct ResponseToPlane {
    Vector velocity;
    bool bounced = false;
};

/// Velocities where a particle touches a plane.
struct Approaching {
    Vector velocity;
    Vector by_time;        ///< before it is corrected for energy
    Vector at_end_of_step; ///< if nothing were touched
};

/// Adds the plane of a touch to the support. Returns the velocity after a bounce or a slide: the
/// nearest one that leads into none of the planes.
ResponseToPlane respond(const Particle& particle, const ParticleStep& step, Support& support,
                        const Approaching& approaching, const ParticleTouch& touch,
                        Decisions& decisions);

/// Returns the displacement or push that leads off the planes.
Vector leading_off(Vector way, const Support& support);

/// Returns the planes and the plane of a touch, at most three of them.
Support with_plane(const Support& support, const ParticleTouch& touch, Vector wanted,
                   Decisions& decisions);

} // namespace reference
