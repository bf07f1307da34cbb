#pragma once

#include "reference/closest.hpp"

/// The right circular cylinder with flat caps around a and b. A line is inside between the later of
/// its entries into the infinite barrel and the slab between the caps, and the earlier of its
/// exits. Distances are computed in the half-plane of the query and the axis, where the cylinder is
/// a rectangle.
namespace reference {

struct Cylinder {
    Vector a;
    Vector b;
    double radius = 0.0;
};

Hit closest_hit(const Cylinder& cylinder, const Ray& ray, Mode mode);
ClosestPoint closest_point(const Cylinder& cylinder, Vector query);
double signed_distance(const Cylinder& cylinder, Vector point);
double reach(const Cylinder& cylinder, Vector origin);
double clearance(const Cylinder& cylinder, const Ray& ray, Mode mode);

/// Where the ray's whole line crosses the cylinder.
std::optional<Crossing> crossing(const Cylinder& cylinder, const Ray& ray);

/// The points at least `depth` inside, if they still form a cylinder.
std::optional<Cylinder> shrunk(const Cylinder& cylinder, double depth);

} // namespace reference
