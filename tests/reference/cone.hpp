#pragma once

#include "reference/closest.hpp"

/// The right circular cone with a flat base. Seen from the apex, with k = radius / height and the
/// axis towards the base, it is where the distance from the axis is at most k times the height h,
/// and h at most the height of the base. A line is inside the former between the roots of a
/// quadratic in the line's own parameter, counted from its point nearest to the apex so that a far
/// origin costs no digits; only roots with h >= 0 belong to the cone, the others to its mirror
/// image. For distances the half-plane of the query and the axis is enough, where the cone is a
/// triangle.
namespace reference {

struct Cone {
    Vector base;
    Vector apex;
    double radius = 0.0;
};

Hit closest_hit(const Cone& cone, const Ray& ray, Mode mode);
ClosestPoint closest_point(const Cone& cone, Vector query);
double signed_distance(const Cone& cone, Vector point);
double reach(const Cone& cone, Vector origin);
double clearance(const Cone& cone, const Ray& ray, Mode mode);

/// Where the ray's whole line crosses the cone.
std::optional<Crossing> crossing(const Cone& cone, const Ray& ray);

/// The points at least `depth` inside, if they still form a cone.
std::optional<Cone> shrunk(const Cone& cone, double depth);

} // namespace reference
