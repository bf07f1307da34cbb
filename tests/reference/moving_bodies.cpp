#include "reference/moving_bodies.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <variant>

namespace reference {
namespace {

constexpr int most_pushes = 64, most_contacts = 16;

/// Pushes go so much too far that they end off a surface in spite of rounding.
constexpr double hair = 1e-12;

/// A particle as a body sees it.
struct Seen {
    std::size_t body = 0, shape = 0;
    double distance = infinity; ///< of the centre, on the side on which it was before
    Vector place, normal;       ///< nearest point and normal, in the frame of the body
};

double side_of(const Triangle& triangle, Vector point) {
    return dot(front_normal(triangle), point - triangle.v0);
}

/// Whether the way from a to b leads through a triangle.
bool passes(const Triangle& triangle, Vector a, Vector b) {
    const double before = side_of(triangle, a), after = side_of(triangle, b);
    if ((before >= 0.0) == (after >= 0.0))
        return false;
    const Vector at = a + (before / (before - after)) * (b - a);
    const Vector corners[] = {triangle.v0, triangle.v1, triangle.v2};
    const Vector front = front_normal(triangle);
    for (int i = 0; i < 3; ++i)
        if (dot(front, cross(corners[(i + 1) % 3] - corners[i], at - corners[i])) < 0.0)
            return false;
    return true;
}

Seen seen(const WorldShape& shape, Vector before, Vector now) {
    return std::visit(
        [&](const auto& one) {
            const ClosestPoint closest = closest_point(one, now);
            Seen result = {0, 0, closest.distance, closest.point, closest.normal};
            if constexpr (std::is_same_v<std::decay_t<decltype(one)>, Triangle>) {
                if (passes(one, before, now)) {
                    result.distance = -closest.distance;
                    result.normal = -closest.normal;
                }
            }
            return result;
        },
        shape);
}

class Motion {
public:
    Motion(const std::vector<Body>& bodies, const Particle& particle, const ParticleStep& step,
           int pieces)
        : bodies_(bodies), particle_(particle), step_(step), pieces_(pieces),
          reach_(particle.radius + step.skin) {
        outcome_.position = particle.position;
        outcome_.velocity = particle.velocity;
        for (const Body& body : bodies)
            places_.push_back(body.from.to_body(particle.position));
    }

    BodyOutcome run() {
        for (int piece = 0; piece < pieces_; ++piece)
            pass(static_cast<double>(piece) / pieces_, static_cast<double>(piece + 1) / pieces_);
        return outcome_;
    }

private:
    /// Everything from the time `begin` to `end`, shares of the step.
    void pass(double begin, double end) {
        for (int contact = 0; contact < most_contacts; ++contact) {
            const double seconds = (end - begin) * step_.seconds;
            const Vector v = outcome_.velocity, x = outcome_.position;
            const auto at = [&](double f) {
                const double s = (f - begin) * step_.seconds;
                return x + s * v + (0.5 * s * s) * step_.gravity;
            };
            if (!nearest(end, at(end))) {
                outcome_.velocity = v + seconds * step_.gravity;
                settle(end, at(end));
                return;
            }
            // The last time at which it is off all shapes, and the shape that it touches next.
            double off = begin, touching = end;
            for (int i = 0; i < 40; ++i) {
                const double middle = 0.5 * (off + touching);
                (nearest(middle, at(middle)) ? touching : off) = middle;
            }
            const Seen touched = *nearest(touching, at(touching));
            outcome_.velocity = v + ((off - begin) * step_.seconds) * step_.gravity;
            respond(touched, touching);
            if (off - begin > 1e-6 * (end - begin)) {
                settle(off, at(off));
                begin = off;
            } else if (contact > 0) {
                return stay_off(begin, end);
            }
        }
        stay_off(begin, end);
    }

    /// The nearest shape within the reach of the particle at a point.
    [[nodiscard]] std::optional<Seen> nearest(double f, Vector point) const {
        std::optional<Seen> found;
        for (std::size_t b = 0; b < bodies_.size(); ++b) {
            const Vector now = pose_between(bodies_[b].from, bodies_[b].to, f).to_body(point);
            for (std::size_t s = 0; s < bodies_[b].shapes.size(); ++s) {
                Seen one = seen(bodies_[b].shapes[s], places_[b], now);
                one.body = b;
                one.shape = s;
                if (one.distance < reach_ && (!found || one.distance < found->distance))
                    found = one;
            }
        }
        return found;
    }

    void respond(const Seen& touched, double f) {
        const Body& body = bodies_[touched.body];
        const Pose pose = pose_between(body.from, body.to, f);
        const Vector normal = pose.turned(touched.normal);
        const Vector surface = body.velocity(touched.place, step_.seconds);
        const Vector u = outcome_.velocity - surface;
        const double into = dot(normal, u);
        if (into >= 0.0)
            return;
        const bool bounces = particle_.response == Response::bounce && -into > step_.rest_speed &&
                             -into > 2.0 * step_.seconds * length(step_.gravity);
        const double e = bounces ? std::min(particle_.restitution, 1.0) : 0.0;
        const Vector along = u - into * normal;
        const double speed = length(along), push = -(1.0 + e) * into;
        const double friction = particle_.response == Response::bounce ? particle_.friction : 0.0;
        const double kept = speed > 0.0 ? std::max(0.0, 1.0 - friction * push / speed) : 0.0;
        outcome_.velocity = surface + kept * along + (-e * into) * normal;
        if (outcome_.contacts.empty() || outcome_.contacts.back().body != touched.body ||
            outcome_.contacts.back().shape != touched.shape || bounces)
            outcome_.contacts.push_back(
                {f, touched.body, touched.shape, pose.to_world(touched.place), normal, -into});
    }

    /// Ends a piece of time in which the particle is held by what it touches: it moves freely and
    /// is then moved off everything that is nearer than the reach.
    void stay_off(double begin, double end) {
        const double seconds = (end - begin) * step_.seconds;
        Vector point = outcome_.position + seconds * outcome_.velocity +
                       (0.5 * seconds * seconds) * step_.gravity;
        outcome_.velocity = outcome_.velocity + seconds * step_.gravity;
        for (int push = 0; push < most_pushes; ++push) {
            const std::optional<Seen> touched = nearest(end, point);
            if (!touched)
                return settle(end, point);
            const Body& body = bodies_[touched->body];
            const Vector normal = pose_between(body.from, body.to, end).turned(touched->normal);
            point = point + (reach_ - touched->distance + hair) * normal;
            respond(*touched, end);
        }
        outcome_.squeezed = true;
        settle(end, point);
    }

    void settle(double f, Vector point) {
        outcome_.position = point;
        for (std::size_t b = 0; b < bodies_.size(); ++b)
            places_[b] = pose_between(bodies_[b].from, bodies_[b].to, f).to_body(point);
    }

    const std::vector<Body>& bodies_;
    const Particle& particle_;
    const ParticleStep& step_;
    int pieces_;
    double reach_;
    std::vector<Vector> places_; ///< of the particle, in the frame of each body
    BodyOutcome outcome_;
};

} // namespace

Quaternion rotation_about(Vector axis, double angle) {
    const double s = std::sin(0.5 * angle);
    return {s * axis.x, s * axis.y, s * axis.z, std::cos(0.5 * angle)};
}

// By Rodrigues' formula, from the angle and the axis of the quaternion.
Vector Pose::turned(Vector direction) const {
    const Vector axis = {rotation.x, rotation.y, rotation.z};
    const double sine = length(axis);
    if (sine == 0.0)
        return direction;
    const double angle = 2.0 * std::atan2(sine, rotation.w);
    const Vector n = (1.0 / sine) * axis;
    return std::cos(angle) * direction + std::sin(angle) * cross(n, direction) +
           ((1.0 - std::cos(angle)) * dot(n, direction)) * n;
}

Vector Pose::turned_back(Vector direction) const {
    return Pose{{}, {-rotation.x, -rotation.y, -rotation.z, rotation.w}}.turned(direction);
}

Pose pose_between(const Pose& from, const Pose& to, double f) {
    const Quaternion &a = from.rotation, &b = to.rotation;
    const auto norm = [](const Quaternion& q) {
        return std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    };
    const double sign = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w < 0.0 ? -1.0 : 1.0;
    const double of_a = (1.0 - f) / norm(a), of_b = sign * f / norm(b);
    return {(1.0 - f) * from.position + f * to.position,
            {of_a * a.x + of_b * b.x, of_a * a.y + of_b * b.y, of_a * a.z + of_b * b.z,
             of_a * a.w + of_b * b.w}};
}

BodyOutcome advance_among(const std::vector<Body>& bodies, const Particle& particle,
                          const ParticleStep& step, int pieces) {
    return Motion(bodies, particle, step, pieces).run();
}

} // namespace reference
