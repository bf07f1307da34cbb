#pragma once

#include <array>

#include "reference/closest.hpp"

/// Boxes, axis-parallel or rotated: the points whose coordinates along three orthonormal axes
/// through the centre are at most the half extents. A line is inside between the last of its
/// entries into the three slabs and the first of its exits; the normals are those of the slabs that
/// decide. The gap between a segment and a box is found by separating axes: the box's own and the
/// cross products of the ray with them.
namespace reference {

struct Box {
    Vector centre;
    std::array<double, 3> half = {};
    std::array<Vector, 3> axes = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
};

/// The box lo <= x <= hi.
Box box_between(Vector lo, Vector hi);

/// The box turned by the quaternion (x, y, z, w), which need not be of unit length.
Box box_turned(Vector centre, std::array<double, 3> half, std::array<double, 4> quaternion);

Hit closest_hit(const Box& box, const Ray& ray, Mode mode);
ClosestPoint closest_point(const Box& box, Vector query);
double signed_distance(const Box& box, Vector point);
double reach(const Box& box, Vector origin);
double clearance(const Box& box, const Ray& ray, Mode mode);

/// Where the ray's whole line crosses the box.
std::optional<Crossing> crossing(const Box& box, const Ray& ray);

/// The points at least `depth` inside, if any.
std::optional<Box> shrunk(const Box& box, double depth);

} // namespace reference
