#pragma once

#include <cstddef>
#include <vector>

#include "reference/particles.hpp"

/// One step of one particle among bodies that move and turn, in double, by the motion itself: time
/// is cut into a thousand pieces, bodies are placed anew at the end of each, and distances decide
/// what happens. Nothing is known of frames in which a path is straight, of planes that are kept,
/// or of costs of contacts. Kernels for bodies that move are to be measured by it; lanecast has
/// none yet.
namespace reference {

/// A rotation. It need not have unit length.
struct Quaternion {
    double x = 0.0, y = 0.0, z = 0.0, w = 1.0;
};
/// The rotation about a unit vector, by an angle in radians.
Quaternion rotation_about(Vector axis, double angle);

/// Where a body is: its point y is at position + rotation(y).
struct Pose {
    Vector position;
    Quaternion rotation;

    [[nodiscard]] Vector turned(Vector direction) const;
    [[nodiscard]] Vector turned_back(Vector direction) const;
    [[nodiscard]] Vector to_world(Vector place) const { return position + turned(place); }
    [[nodiscard]] Vector to_body(Vector point) const { return turned_back(point - position); }
};

/// The pose at the share f of the step: the position runs evenly, the rotation is the sum of both
/// quaternions, weighted by f, with the sign that makes it the shorter way.
Pose pose_between(const Pose& from, const Pose& to, double f);

/// Shapes that move together. They are bounded or planes, in the body's frame.
struct Body {
    World shapes;
    Pose from, to;

    /// Velocity of a place of the body: by how much it moves in the step, in a second.
    [[nodiscard]] Vector velocity(Vector place, double seconds) const {
        return (1.0 / seconds) * (to.to_world(place) - from.to_world(place));
    }
};

struct BodyContact {
    double time = 0.0; ///< share of the step
    std::size_t body = 0, shape = 0;
    Vector point, normal; ///< in the world at that time
    double speed = 0.0;   ///< of approach
};

struct BodyOutcome {
    Vector position, velocity;
    std::vector<BodyContact> contacts; ///< those that turn the velocity
    bool squeezed = false; ///< no place was found that is off all shapes; it may be in one of them
};

/// Moves a particle that touches nothing at the start by a step. Its skin is step.skin. Responses
/// are Response::bounce and Response::slide. Drag, pushes and the limit of impacts are left out.
/// @param pieces  of the step
BodyOutcome advance_among(const std::vector<Body>& bodies, const Particle& particle,
                          const ParticleStep& step, int pieces = 1000);

} // namespace reference
