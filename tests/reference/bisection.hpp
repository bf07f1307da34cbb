#pragma once

#include <algorithm>

#include "reference/sweep.hpp"

/// Sweeps against any convex shape, based on closest_point alone. The signed distance from a convex
/// shape is convex along a straight path, and its slope is displacement.normal. So bisection by the
/// sign of the slope finds the least distance, and bisection by the distance finds the first touch
/// before it.
namespace reference {

/// The length of the path on which a bounded shape can be hit and its distance can be least.
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

/// The first t at which a sphere that does not overlap the shape at t = 0 touches it.
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
        // The distance falls by no more than the centre moves.
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

/// The least signed distance of the centre on its path.
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

/// The first touch by interval halving with growing spheres (Ericson, Real-Time Collision
/// Detection, 5.5.2). While the sphere moves over an interval, it stays in a larger sphere around
/// the middle of its path. If that one misses the shape, nothing is hit in the interval; otherwise
/// both halves are searched, the earlier one first. If the path of an interval is shorter than
/// `tolerance`, the interval counts as a touch, so misses by less than that are reported as
/// touches.
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
