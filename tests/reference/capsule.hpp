#pragma once

#include "reference/closest.hpp"

/// The points within a radius of the segment ab, which may be a point. With radius 0 it is the
/// segment itself, which rays miss. A line is inside from its first entry into one of the two balls
/// or the barrel between them to its last exit. Normals point away from the nearest point of the
/// segment.
namespace reference {

struct Capsule {
    Vector a;
    Vector b;
    double radius = 0.0;
};

Hit closest_hit(const Capsule& capsule, const Ray& ray, Mode mode);
ClosestPoint closest_point(const Capsule& capsule, Vector query);
double signed_distance(const Capsule& capsule, Vector point);
double reach(const Capsule& capsule, Vector origin);

/// -infinity if the radius is 0, because rays miss such a capsule wherever it is.
double clearance(const Capsule& capsule, const Ray& ray, Mode mode);

/// Where the ray's whole line crosses the capsule.
std::optional<Crossing> crossing(const Capsule& capsule, const Ray& ray);

/// The points at least `depth` inside, if there are any.
std::optional<Capsule> shrunk(const Capsule& capsule, double depth);

} // namespace reference
