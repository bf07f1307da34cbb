#pragma once

#include "reference/closest.hpp"

/// The half-space normal.x <= offset. The normal need not have unit length. A line that is not
/// parallel to the boundary crosses it once and stays on one side for ever, so `enter` or `leave`
/// is infinite, which is never a hit.
namespace reference {

struct Plane {
    Vector normal;
    double offset = 0.0;
};

Hit closest_hit(const Plane& plane, const Ray& ray, Mode mode);
ClosestPoint closest_point(const Plane& plane, Vector query);
double signed_distance(const Plane& plane, Vector point);

/// The distance from the plane's point nearest to the origin of coordinates, plus the distance of
/// that point from the origin. Promises about hits add the distance travelled.
double reach(const Plane& plane, Vector origin);

double clearance(const Plane& plane, const Ray& ray, Mode mode);

/// Where the ray's whole line crosses the half-space.
std::optional<Crossing> crossing(const Plane& plane, const Ray& ray);

/// The points at least `depth` inside. There are always some.
std::optional<Plane> shrunk(const Plane& plane, double depth);

} // namespace reference
