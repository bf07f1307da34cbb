#include "reference/particle_flight.hpp"

#include <algorithm>

#include "reference/particle_planes.hpp"

namespace reference {

namespace {

Vector tangential_part(Vector v, Vector normal) { return v - dot(normal, v) * normal; }

/// Speed that friction takes when planes change the normal parts of a velocity: `friction` times
/// the sum of the changes at each plane. The law does not say how friction acts at two planes.
/// Other readings take the change of the whole vector, or the change at the new plane alone.
double friction_of(const Particle& particle, double of_new_plane, double of_each, double of_vector,
                   Decisions& decisions) {
    if (particle.response != Response::bounce || particle.friction == 0.0)
        return 0.0;
    double change = of_each;
    if (of_each > 1.0001 * of_vector) {
        const auto reading = decisions.reading(Decision::crease_friction, 3);
        change = reading == 0 ? of_each : reading == 1 ? of_vector : of_new_plane;
    }
    return particle.friction * change;
}

Vector shortened(Vector v, double by) {
    return std::max(length(v) - by, 0.0) * normalised_or(v, {});
}

/// Nearest displacement that leads off the planes.
Vector leading_off(Vector displacement, double rounding, const Support& support,
                   Decisions& decisions) {
    if (support.normals.empty())
        return displacement;
    const Vector along = nearest_off(support.normals, displacement);
    const double size = length(along);
    if (size <= rounding)
        return {};
    const Vector off = nearest_off(support.normals, along, support.lead * size);
    const double after = length(off);
    if (after < 1.01 * size)
        return off;
    // In a sharp crease the nearest displacement is much longer, without bound where two planes
    // face each other. The law has no end to this.
    const auto reading = decisions.reading(Decision::steep_lead, 3);
    if (reading == 1)
        return (size / after) * off;
    return reading == 2 || after > 16.0 * size ? Vector{} : off;
}

/// Returns 0 if the velocity is below 2^-18 of the velocity before.
Vector without_residual(Vector velocity, Vector before) {
    return length(velocity) < 0x1p-18 * length(before) ? Vector{} : velocity;
}

/// Adds a plane, and keeps at most three. Returns false if the plane was known.
bool add_to(std::vector<Vector>& planes, const ParticleTouch& touch, Vector velocity,
            Decisions& decisions) {
    for (const Vector& plane : planes)
        if (decisions.less(Decision::same_plane, length(plane - touch.normal), 0x1p-22,
                           touch.normal_error))
            return false;
    planes.push_back(touch.normal);
    if (planes.size() > 3) {
        decisions.record(Decision::four_planes, 0.0, 1.0);
        planes = three_of_four(planes, velocity);
    }
    return true;
}

} // namespace

Vector Flight::velocity_by_time(double fraction) const {
    const double later = fraction * (1.0 + seconds * drag) / (1.0 + fraction * seconds * drag);
    return start + later * (end - start);
}

Vector Flight::velocity_at(double fraction, Vector normal) const {
    const Vector velocity = velocity_by_time(fraction);
    const auto part = [&](Vector v, bool along) {
        const Vector normal_part = dot(normal, v) * normal;
        return along ? normal_part : v - normal_part;
    };
    Vector sum;
    for (const bool along : {true, false}) {
        const Vector change = part(end - start, along);
        const Vector unit = normalised_or(change, {});
        const double w = dot(unit, part(start, along));
        const double w_end = dot(unit, part(end, along));
        const double now = dot(unit, part(velocity, along));
        const double right = std::sqrt((1.0 - fraction) * w * w + fraction * w_end * w_end);
        sum = sum + part(velocity, along) + (std::copysign(right, now) - now) * unit;
    }
    return sum;
}

Flight flight(const Particle& particle, const ParticleStep& step, const Support& support,
              Vector velocity, double seconds, Decisions& decisions) {
    const Vector added = seconds * step.gravity;
    const Vector free_end = velocity + added;
    const Vector held = nearest_off(support.normals, free_end);
    const double borne = length(held - free_end);
    Vector end = held;
    if (borne > 0.0) {
        const double taken = friction_of(particle, borne, sum_of_changes(support.normals, free_end),
                                         borne, decisions);
        end = without_residual(shortened(held, taken), free_end);
    }
    Vector friction = end - held;
    // If gravity turns the velocity along the planes, the law does not say how friction acts. By
    // the first reading energy does not grow.
    if (length(friction) > 0.0 && dot(held, velocity) < 0.0 &&
        decisions.reading(Decision::turning_friction, 2) == 0)
        friction = {};
    Vector mean = velocity + 0.5 * (added + friction);
    // If gravity leads back to a plane that the velocity leads off, the displacement has no part
    // along the normal.
    std::vector<Vector> both_sides = support.normals;
    for (const Vector& n : support.normals)
        if (dot(n, velocity) > 0.0 && dot(n, free_end) < 0.0)
            both_sides.push_back(-n);
    if (both_sides.size() > support.normals.size())
        mean = nearest_off(both_sides, mean);
    Flight line;
    line.seconds = seconds;
    line.drag = step.drag;
    line.start = velocity;
    line.end = (1.0 / (1.0 + seconds * step.drag)) * end;
    line.displacement =
        leading_off((seconds / (1.0 + 0.5 * seconds * step.drag)) * mean,
                    0x1p-40 * seconds * (length(velocity) + length(added)), support, decisions);
    return line;
}

ResponseToPlane respond(const Particle& particle, const ParticleStep& step, Support& support,
                        Vector velocity, Vector by_time, const ParticleTouch& touch,
                        Decisions& decisions) {
    const double approach = std::max(-dot(touch.normal, velocity), 0.0);
    bool bounces = false;
    if (particle.response == Response::bounce && approach > 0.0) {
        const double slowest = std::max(step.rest_speed, 2.0 * step.seconds * length(step.gravity));
        const double error = length(velocity) * (touch.normal_error + 2.0 * float_epsilon);
        bounces = decisions.less(Decision::bounce, slowest, approach, error);
    }
    const double change = approach * (1.0 + (bounces ? std::min(particle.restitution, 1.0) : 0.0));
    const Vector after = velocity + change * touch.normal;
    if (!add_to(support.normals, touch, after, decisions))
        support.lead = std::min(4.0 * support.lead, most_lead);
    const Vector held = nearest_off(support.normals, after);
    const Vector tangential = tangential_part(held, touch.normal);
    // Friction counts the normal part before it is corrected for energy.
    const double bounce = bounces ? std::min(particle.restitution, 1.0) : 0.0;
    const double pressed = std::max(-dot(touch.normal, by_time), 0.0) * (1.0 + bounce);
    const double taken =
        friction_of(particle, pressed, pressed + sum_of_changes(support.normals, after),
                    length(held - velocity), decisions);
    const Vector slowed = held - tangential + shortened(tangential, taken);
    return {without_residual(nearest_off(support.normals, slowed), velocity), bounces};
}

std::vector<Vector> with_plane(std::vector<Vector> planes, const ParticleTouch& touch,
                               Vector velocity, Decisions& decisions) {
    add_to(planes, touch, velocity, decisions);
    return planes;
}

} // namespace reference
