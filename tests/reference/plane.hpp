#pragma once

#include "reference/closest.hpp"

/// The half-space normal.x <= offset; the normal need not be of unit length. A line that is not
/// parallel to its boundary crosses it once, and the way to one side has no end: `enter` or `leave`
/// is infinite, which no hit is.
namespace reference {

struct Plane {
    Vector normal;
    double offset = 0.0;
};

Hit closest_hit(const Plane& plane, const Ray& ray, Mode mode);
ClosestPoint closest_point(const Plane& plane, Vector query);
double signed_distance(const Plane& plane, Vector point);

/// The distance from the plane's point nearest to the coordinates' origin, plus that point's
/// distance from there. Promises about hits add the distance travelled.
double reach(const Plane& plane, Vector origin);

double clearance(const Plane& plane, const Ray& ray, Mode mode);

/// Where the ray's whole line crosses the half-space.
std::optional<Crossing> crossing(const Plane& plane, const Ray& ray);

/// The points at least `depth` inside: there always are some.
std::optional<Plane> shrunk(const Plane& plane, double depth);

} // namespace reference
