#pragma once

#include "reference/closest.hpp"

/// The points within a radius of the segment ab, which may be a point; radius 0 is the segment
/// itself, which rays miss. A line is inside from the first of its entries into the two balls and
/// the barrel between them to the last of its exits. Normals point from the nearest point of the
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

/// A radius of 0 is missed wherever the capsule is moved: -infinity.
double clearance(const Capsule& capsule, const Ray& ray, Mode mode);

/// Where the ray's whole line crosses the capsule.
std::optional<Crossing> crossing(const Capsule& capsule, const Ray& ray);

/// The points at least `depth` inside, if any.
std::optional<Capsule> shrunk(const Capsule& capsule, double depth);

} // namespace reference
