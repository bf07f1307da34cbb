#include "reference/particle_flight.hpp"

#include <algorithm>

#include "reference/particle_planes.hpp"

namespace reference {

namespace {

Vector tangential_part(Vector v, Vector normal) { return v - dot(normal, v) * normal; }

/// Speed that friction takes.
///
/// @param pushed  sum of the changes of the normal parts at all planes
double friction_of(const Particle& particle, double pushed) {
    return particle.response == Response::bounce ? particle.friction * pushed : 0.0;
}

Vector shortened(Vector v, double by) {
    return std::max(length(v) - by, 0.0) * normalised_or(v, {});
}

/// Returns the velocity, or 0 if it is below 2^-18 of the velocity before.
Vector without_residual(Vector velocity, Vector before) {
    return length(velocity) < 0x1p-18 * length(before) ? Vector{} : velocity;
}

/// Adds a plane as the last one, and keeps at most three. A known plane takes the new normal.
void add_to(std::vector<Vector>& planes, const ParticleTouch& touch, Vector wanted,
            Decisions& decisions) {
    const auto is_known = [&](Vector plane) {
        return decisions.less(Decision::same_plane, length(plane - touch.normal), 0x1p-22,
                              touch.normal_error);
    };
    planes.erase(std::remove_if(planes.begin(), planes.end(), is_known), planes.end());
    planes.push_back(touch.normal);
    if (planes.size() > 3)
        planes = three_of_four(planes, wanted);
}

/// Velocities that gravity and drag leave after a time, without and at the planes.
struct Held {
    Vector free;
    Vector smooth; ///< at planes without friction
    Vector rubbed;
};

Held held_after(const Particle& particle, const ParticleStep& step, const Support& support,
                Vector velocity, double seconds) {
    const Vector free = (1.0 / (1.0 + seconds * step.drag)) * (velocity + seconds * step.gravity);
    const Vector smooth = nearest_off(support.normals, free);
    if (length(smooth - free) == 0.0)
        return {free, smooth, smooth};
    const double taken = friction_of(particle, sum_of_changes(support.normals, free));
    return {free, smooth, without_residual(shortened(smooth, taken), free)};
}

} // namespace

Vector velocity_after(const Particle& particle, const ParticleStep& step, const Support& support,
                      Vector velocity, double seconds) {
    return held_after(particle, step, support, velocity, seconds).rubbed;
}

Vector corrected_for_energy(Vector by_time, const Flight& line, double fraction, Vector normal) {
    const auto part = [&](Vector v, bool along) {
        const Vector normal_part = dot(normal, v) * normal;
        return along ? normal_part : v - normal_part;
    };
    Vector sum;
    for (const bool along : {true, false}) {
        const Vector change = part(line.end - line.start, along);
        const Vector unit = normalised_or(change, {});
        const double w = dot(unit, part(line.start, along));
        const double w_end = dot(unit, part(line.end, along));
        const double now = dot(unit, part(by_time, along));
        const double right = std::sqrt((1.0 - fraction) * w * w + fraction * w_end * w_end);
        sum = sum + part(by_time, along) + (std::copysign(right, now) - now) * unit;
    }
    const double fastest = std::sqrt((1.0 - fraction) * dot(line.start, line.start) +
                                     fraction * dot(line.end, line.end));
    return length(sum) > fastest ? (fastest / length(sum)) * sum : sum;
}

Flight flight(const Particle& particle, const ParticleStep& step, const Support& support,
              Vector velocity, double seconds, Decisions& decisions) {
    const double by_drag = seconds * step.drag;
    const auto [free, smooth, rubbed] = held_after(particle, step, support, velocity, seconds);
    Flight line;
    line.start = velocity;
    line.end = rubbed;
    // Where gravity turns the particle back, friction counts in the velocity alone.
    const Vector last = dot(smooth, velocity) < 0.0 ? smooth : line.end;
    Vector mean = (1.0 / (2.0 + by_drag)) * (velocity + (1.0 + by_drag) * last);
    // Where gravity leads back to a plane that the velocity leads off, the displacement has no part
    // along the normal.
    const double least = 0x1p-18 * length(velocity);
    const double error = float_epsilon * (length(velocity) + length(free));
    for (const Vector& n : support.normals)
        if (decisions.less(Decision::falls_back, least, dot(n, velocity), error) &&
            !decisions.less(Decision::falls_back, least, dot(n, line.end), error)) {
            mean = support.normals.size() == 1 ? mean - dot(n, mean) * n : line.end;
            break;
        }
    line.displacement = seconds * leading_off(mean, support);
    return line;
}

ResponseToPlane respond(const Particle& particle, const ParticleStep& step, Support& support,
                        const Approaching& approaching, const ParticleTouch& touch,
                        Decisions& decisions) {
    const Vector velocity = approaching.velocity;
    const double approach = std::max(-dot(touch.normal, velocity), 0.0);
    bool bounces = false;
    if (particle.response == Response::bounce && approach > 0.0) {
        const double slowest = std::max(step.rest_speed, 2.0 * step.seconds * length(step.gravity));
        const double error = length(velocity) * (touch.normal_error + 2.0 * float_epsilon);
        bounces = decisions.less(Decision::bounce, slowest, approach, error);
    }
    const double restitution = bounces ? std::min(particle.restitution, 1.0) : 0.0;
    // Friction counts normal parts before they are corrected for energy.
    const auto responded = [&](Vector v) {
        const double into = -dot(touch.normal, v);
        if (into <= 0.0)
            return v;
        const double pressed = std::max(-dot(touch.normal, approaching.by_time), 0.0);
        const double taken = friction_of(particle, (1.0 + restitution) * pressed);
        return shortened(tangential_part(v, touch.normal), taken) +
               (dot(touch.normal, v) + (1.0 + restitution) * into) * touch.normal;
    };
    const std::size_t planes_before = support.normals.size();
    add_to(support.normals, touch, approaching.at_end_of_step, decisions);
    if (planes_before != 0 && support.normals.size() == planes_before)
        support.lead = std::min(4.0 * support.lead, most_lead);
    const Vector off = responded(velocity);
    const Vector held = nearest_off(support.normals, off);
    Vector after = off;
    if (length(held - off) > 0.0)
        after = shortened(
            held,
            friction_of(particle, sum_of_changes(support.normals, responded(approaching.by_time))));
    return {without_residual(after, velocity), bounces};
}

Vector leading_off(Vector way, const Support& support) {
    if (support.normals.empty())
        return way;
    const Vector along = nearest_off(support.normals, way);
    const double size = length(along);
    const Vector off = nearest_off(support.normals, along, support.lead * size);
    if (length(off) == 0.0) // planes that face each other
        return along;
    return std::min(size / length(off), 1.0) * off;
}

Support with_plane(const Support& support, const ParticleTouch& touch, Vector wanted,
                   Decisions& decisions) {
    Support all = {.normals = support.normals};
    add_to(all.normals, touch, wanted, decisions);
    return all;
}

} // namespace reference
