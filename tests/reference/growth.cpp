#include "reference/growth.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace reference {

namespace {

constexpr long double forever = std::numeric_limits<long double>::infinity();

LongVector operator+(LongVector a, LongVector b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
LongVector operator-(LongVector a, LongVector b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
LongVector operator*(long double k, LongVector a) { return {k * a.x, k * a.y, k * a.z}; }
long double dot(LongVector a, LongVector b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
LongVector cross(LongVector a, LongVector b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// The times at which |start + t step| <= radius. The point is nearest at t = -start.step /
/// step.step, at some distance l, and inside for sqrt(radius^2 - l^2) / |step| before and after.
std::optional<Stay> stay_in_ball(LongVector start, LongVector step, long double radius) {
    const long double speed = dot(step, step);
    if (speed == 0.0L) {
        if (dot(start, start) > radius * radius)
            return std::nullopt;
        return Stay{-forever, forever};
    }
    const long double middle = -dot(start, step) / speed;
    const LongVector nearest = start + middle * step;
    const long double square = radius * radius - dot(nearest, nearest);
    if (square < 0.0L)
        return std::nullopt;
    const long double half = std::sqrt(square / speed);
    return Stay{middle - half, middle + half};
}

/// Keeps the times at which value + t slope >= 0.
void cut(std::optional<Stay>& stay, long double value, long double slope) {
    if (!stay)
        return;
    if (slope > 0.0L)
        stay->first = std::max(stay->first, -value / slope);
    else if (slope < 0.0L)
        stay->last = std::min(stay->last, -value / slope);
    if (stay->first > stay->last || (slope == 0.0L && value < 0.0L))
        stay.reset();
}

/// Unites the stays in two parts of a convex shape.
void unite(std::optional<Stay>& stay, const std::optional<Stay>& other) {
    if (!stay)
        stay = other;
    else if (other)
        stay = Stay{std::min(stay->first, other->first), std::max(stay->last, other->last)};
}

} // namespace

std::optional<Stay> stay_near_point(const MovingPoint& moving, Vector point, double radius) {
    return stay_in_ball(moving.start - LongVector(point), moving.step, radius);
}

std::optional<Stay> stay_near_line(const MovingPoint& moving, Vector point, Vector direction,
                                   double radius) {
    // Motion along the line does not matter: this is a ball in the plane across the line.
    const LongVector along(direction);
    const long double square = dot(along, along);
    const LongVector start = moving.start - LongVector(point);
    return stay_in_ball(start - (dot(start, along) / square) * along,
                        moving.step - (dot(moving.step, along) / square) * along, radius);
}

std::optional<Stay> stay_near_segment(const MovingPoint& moving, Vector a, Vector b,
                                      double radius) {
    const LongVector edge = LongVector(b) - LongVector(a);
    std::optional<Stay> stay = stay_near_point(moving, a, radius);
    unite(stay, stay_near_point(moving, b, radius));
    if (dot(edge, edge) > 0.0L) {
        std::optional<Stay> barrel = stay_near_line(moving, a, b - a, radius);
        const long double slope = dot(moving.step, edge);
        cut(barrel, dot(moving.start - LongVector(a), edge), slope);
        cut(barrel, dot(LongVector(b) - moving.start, edge), -slope);
        unite(stay, barrel);
    }
    return stay;
}

std::optional<Stay> stay_near_triangle(const MovingPoint& moving, Vector v0, Vector v1, Vector v2,
                                       double radius) {
    std::optional<Stay> stay = stay_near_segment(moving, v0, v1, radius);
    unite(stay, stay_near_segment(moving, v1, v2, radius));
    unite(stay, stay_near_segment(moving, v2, v0, radius));

    const std::array<LongVector, 3> v = {LongVector(v0), LongVector(v1), LongVector(v2)};
    const LongVector area = cross(v[1] - v[0], v[2] - v[0]);
    const long double size = std::sqrt(dot(area, area));
    const long double longest =
        std::max({dot(v[1] - v[0], v[1] - v[0]), dot(v[2] - v[1], v[2] - v[1]),
                  dot(v[0] - v[2], v[0] - v[2])});
    // A thinner sliver is no wider than its grown edges, and the normal of its plane is unreliable.
    if (size <= 1e-14L * longest)
        return stay;
    std::optional<Stay> prism = Stay{-forever, forever};
    const long double height = dot(area, moving.start - v[0]) / size;
    const long double slope = dot(area, moving.step) / size;
    cut(prism, radius - height, -slope);
    cut(prism, radius + height, slope);
    for (std::size_t i = 0; i < 3; ++i) {
        const LongVector inward = cross(area, v[(i + 1) % 3] - v[i]);
        cut(prism, dot(inward, moving.start - v[i]), dot(inward, moving.step));
    }
    unite(stay, prism);
    return stay;
}

} // namespace reference
