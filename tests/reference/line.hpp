#pragma once

#include "reference/closest.hpp"

/// The infinite line point + x direction, without inside: a target for sweeps and distances, which
/// rays miss. The direction need not be of unit length.
namespace reference {

struct Line {
    Vector point;
    Vector direction;
};

Hit closest_hit(const Line& line, const Ray& ray, Mode mode);
ClosestPoint closest_point(const Line& line, Vector query);

/// Never negative.
double signed_distance(const Line& line, Vector point);

/// The distance from the line's own point. Promises about sweeps add the distance travelled.
double reach(const Line& line, Vector origin);

/// -infinity: rays miss lines, wherever those are moved.
double clearance(const Line& line, const Ray& ray, Mode mode);

} // namespace reference
