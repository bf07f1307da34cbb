#pragma once

#include <array>

#include "reference/closest.hpp"

/// Boxes, axis-parallel or rotated: the points whose coordinates along three orthonormal axes
/// through the centre are at most the half extents. A line is inside between its last entry into
/// one of the three slabs and its first exit; the normals are those of these slabs. The gap between
/// a segment and a box is found with separating axes: the box's own axes and their cross products
/// with the ray.
namespace reference {

struct Box {
    Vector centre;
    std::array<double, 3> half = {};
    std::array<Vector, 3> axes = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
};

/// The box lo <= x <= hi.
Box box_between(Vector lo, Vector hi);

/// The box rotated by the quaternion (x, y, z, w), which need not have unit length.
Box box_turned(Vector centre, std::array<double, 3> half, std::array<double, 4> quaternion);

Hit closest_hit(const Box& box, const Ray& ray, Mode mode);
ClosestPoint closest_point(const Box& box, Vector query);
double signed_distance(const Box& box, Vector point);
double reach(const Box& box, Vector origin);
double clearance(const Box& box, const Ray& ray, Mode mode);

/// Where the ray's whole line crosses the box.
std::optional<Crossing> crossing(const Box& box, const Ray& ray);

/// The points at least `depth` inside, if there are any.
std::optional<Box> shrunk(const Box& box, double depth);

} // namespace reference
