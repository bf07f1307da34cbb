#pragma once

#include "reference/closest.hpp"

/// The ball |x - centre| <= radius. A line passes the centre at distance l. It is inside for half a
/// chord, sqrt(r^2 - l^2), on either side of the point nearest to the centre. Normals point from
/// the centre to the crossing.
namespace reference {

struct Sphere {
    Vector centre;
    double radius = 0.0;
};

Hit closest_hit(const Sphere& sphere, const Ray& ray, Mode mode);
ClosestPoint closest_point(const Sphere& sphere, Vector query);
double signed_distance(const Sphere& sphere, Vector point);
double reach(const Sphere& sphere, Vector origin);
double clearance(const Sphere& sphere, const Ray& ray, Mode mode);

/// Where the ray's whole line crosses the ball.
std::optional<Crossing> crossing(const Sphere& sphere, const Ray& ray);

/// The points at least `depth` inside. There are none if `depth` exceeds the radius.
std::optional<Sphere> shrunk(const Sphere& sphere, double depth);

} // namespace reference
