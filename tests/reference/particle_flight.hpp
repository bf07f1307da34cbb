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
    double seconds = 0.0;
    double drag = 0.0;

    /// Velocity after a fraction of the time.
    [[nodiscard]] Vector velocity_by_time(double fraction) const;
    /// Velocity at a touch after a fraction of the line, with the kinetic energy that the law
    /// states for its parts along and across the normal.
    [[nodiscard]] Vector velocity_at(double fraction, Vector normal) const;
};

/// Returns the flight at the given planes, which bear gravity.
Flight flight(const Particle& particle, const ParticleStep& step, const Support& support,
              Vector velocity, double seconds, Decisions& decisions);

struct ResponseToPlane {
    Vector velocity;
    bool bounced = false;
};

/// Adds the plane of a touch to the support. Returns the velocity after a bounce or a slide: the
/// nearest one that leads into none of the planes.
/// @param by_time  the velocity before it is corrected for energy
ResponseToPlane respond(const Particle& particle, const ParticleStep& step, Support& support,
                        Vector velocity, Vector by_time, const ParticleTouch& touch,
                        Decisions& decisions);

/// Returns the planes and the plane of a touch, at most three of them.
std::vector<Vector> with_plane(std::vector<Vector> planes, const ParticleTouch& touch,
                               Vector velocity, Decisions& decisions);

} // namespace reference
