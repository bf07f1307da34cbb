#pragma once

#include <algorithm>

#include "reference/sweep.hpp"

/// Sweeps against any convex shape, from closest_point alone. The signed distance from a convex
/// shape is convex along a straight way, and its slope is displacement.normal, so that bisection by
/// the sign of the slope leads to where it is least, and bisection by the distance from there back
/// to the first touch.
namespace reference {

/// The length of the way on which a shape of limited size can be met and its distance be least.
template <class Shape>
double useful_length(const Shape& shape, const MovingSphere& moving) {
    return std::min(moving.t_max * length(moving.displacement),
                    2.0 * reach(shape, moving.centre) + moving.radius);
}

inline double useful_length(const Plane&, const MovingSphere& moving) {
    return moving.t_max * length(moving.displacement);
}

inline double useful_length(const Line&, const MovingSphere& moving) {
    return moving.t_max * length(moving.displacement);
}

/// The first t at which a sphere touches that does not overlap the shape at t = 0.
template <class Shape>
std::optional<double> touch_by_bisection(const Shape& shape, const MovingSphere& moving) {
    const double speed = length(moving.displacement);
    if (speed == 0.0)
        return std::nullopt;
    const Vector unit = (1.0 / speed) * moving.displacement;
    const auto at = [&](double x) { return moving.centre + x * unit; };
    double apart = 0.0;
    double touching = useful_length(shape, moving);
    double high = touching;
    while (signed_distance(shape, at(touching)) > moving.radius) {
        touching = 0.5 * (apart + high);
        const ClosestPoint closest = closest_point(shape, at(touching));
        const double slope = dot(closest.normal, unit);
        const double gap = closest.distance - moving.radius;
        // Nothing comes nearer by more than it moves.
        if (gap > high - apart || (gap > 0.0 && slope == 0.0) || touching <= apart ||
            touching >= high)
            return std::nullopt;
        if (gap > 0.0)
            (slope < 0.0 ? apart : high) = touching;
    }
    for (int step = 0; step < 100; ++step) {
        const double middle = 0.5 * (apart + touching);
        if (middle <= apart || middle >= touching)
            break;
        (signed_distance(shape, at(middle)) > moving.radius ? apart : touching) = middle;
    }
    return std::min(touching / speed, moving.t_max);
}

/// The least signed distance of the centre on its way.
template <class Shape>
double least_by_bisection(const Shape& shape, const MovingSphere& moving) {
    const double speed = length(moving.displacement);
    if (speed == 0.0)
        return signed_distance(shape, moving.centre);
    const Vector unit = (1.0 / speed) * moving.displacement;
    const auto at = [&](double x) { return moving.centre + x * unit; };
    double low = 0.0;
    double high = useful_length(shape, moving);
    for (int step = 0; step < 100; ++step) {
        const double middle = 0.5 * (low + high);
        const double slope = dot(closest_point(shape, at(middle)).normal, unit);
        if (slope <= 0.0)
            low = middle;
        if (slope >= 0.0)
            high = middle;
    }
    return std::min(signed_distance(shape, at(low)), signed_distance(shape, at(high)));
}

/// The first touch once more, by interval halving with growing spheres (Ericson, Real-Time
/// Collision Detection, 5.5.2): while the sphere moves over an interval it stays in a larger one
/// about the middle of its way; if that misses the shape, nothing happens in the interval, else its
/// halves are searched, the earlier one first. What is left after the way of an interval has become
/// shorter than `tolerance` counts as a touch, so that it also reports misses by less than that.
template <class Shape>
std::optional<double> touch_by_growing_spheres(const Shape& shape, const MovingSphere& moving,
                                               double first, double last, double tolerance) {
    const double half_way = 0.5 * (last - first) * length(moving.displacement);
    const Vector middle = moving.at(0.5 * (first + last));
    if (!overlaps(shape, middle, moving.radius + half_way))
        return std::nullopt;
    if (2.0 * half_way <= tolerance)
        return first;
    const double centre = 0.5 * (first + last);
    const auto early = touch_by_growing_spheres(shape, moving, first, centre, tolerance);
    return early ? early : touch_by_growing_spheres(shape, moving, centre, last, tolerance);
}

} // namespace reference
