#pragma once

#include "reference/closest.hpp"

/// The flat triangle, a surface. A line passes through it if it passes all three edges on the same
/// side, that is if the signed volumes that the direction spans with the edges have the same sign.
/// The shares of these volumes are the weights of the vertices; t comes from the plane. A line in
/// the plane misses here, and every line misses a triangle of zero area. The front is the side from
/// which the vertices run counter-clockwise; the normal points against the ray.
namespace reference {

struct Triangle {
    Vector v0;
    Vector v1;
    Vector v2;
};

Hit closest_hit(const Triangle& triangle, const Ray& ray, Mode mode);
ClosestPoint closest_point(const Triangle& triangle, Vector query);

/// The distance of a point, never negative.
double signed_distance(const Triangle& triangle, Vector point);

/// The distance from the point to the nearest of the three lines along the edges.
double edge_distance(const Triangle& triangle, Vector point);

/// The unit normal of the front.
Vector front_normal(const Triangle& triangle);

Vector centroid(const Triangle& triangle);
double reach(const Triangle& triangle, Vector origin);

/// No displacement turns a triangle around. If its back is hit but does not count, the clearance is
/// how far the ray is from passing the triangle.
double clearance(const Triangle& triangle, const Ray& ray, Mode mode);

} // namespace reference
