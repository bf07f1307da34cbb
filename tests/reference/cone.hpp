#pragma once

#include "reference/closest.hpp"

/// The right circular cone with a flat base. Seen from the apex, with k = radius / height and the
/// axis towards the base, it consists of the points whose distance from the axis is at most k times
/// their height h, where h is at most the height of the base. The first condition holds on a line
/// between the roots of a quadratic in the line's parameter. The parameter counts from the point
/// nearest to the apex, so that a far origin costs no digits. Only roots with h >= 0 belong to the
/// cone; the others belong to its mirror image. Distances are computed in the half-plane of the
/// query and the axis, where the cone is a triangle.
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
