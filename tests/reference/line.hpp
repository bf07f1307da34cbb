#pragma once

#include "reference/closest.hpp"

/// The infinite line point + x direction. It has no inside: sweeps and distances test it, rays miss
/// it. The direction need not have unit length.
namespace reference {

struct Line {
    Vector point;
    Vector direction;
};

Hit closest_hit(const Line& line, const Ray& ray, Mode mode);
ClosestPoint closest_point(const Line& line, Vector query);

/// The distance of a point, never negative.
double signed_distance(const Line& line, Vector point);

/// The distance from the line's own point. Promises about sweeps add the distance travelled.
double reach(const Line& line, Vector origin);

/// -infinity, because rays miss a line wherever it is.
double clearance(const Line& line, const Ray& ray, Mode mode);

} // namespace reference
