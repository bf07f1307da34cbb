#pragma once

#include "reference/ray.hpp"

/// Points and the shapes nearest to them, as the tests define them. Every shape offers
///   closest_point(shape, query)     the answer
/// next to the functions of ray.hpp, and signed_distance(shape, query) is its distance.
///
/// A distance alone is always well conditioned: it changes by no more than the query moves. The
/// point and the normal are not, and `margin`, `edge` and `curvature_radius` say how far they can
/// be trusted: when the query moves by x < margin, the normal turns by no more than x divided by
/// curvature_radius, or by |distance| if that is less and `edge` is within x.
namespace reference {

struct ClosestPoint {
    double distance = infinity; ///< negative inside a solid
    Vector point;               ///< of the boundary
    Vector normal; ///< the gradient of the signed distance: outward, and towards the query
                   ///< where the boundary has no normal; of unit length in any case

    /// How far the query must at least move until the point or the normal jumps: 0 on medial axes,
    /// on surfaces without inside and on lines.
    double margin = infinity;

    /// From the point to the nearest edge or corner of the boundary: 0 on one.
    double edge = infinity;

    /// The smaller one of the surface through the query on which the distance is the same.
    double curvature_radius = infinity;

    /// Whether moving the query by `tolerance` cannot make another, distant point the nearest.
    [[nodiscard]] bool unique(double tolerance) const { return margin > tolerance; }
};

/// Whether a sphere and a shape overlap; touching counts.
template <class Shape>
bool overlaps(const Shape& shape, Vector centre, double radius) {
    return signed_distance(shape, centre) <= radius;
}

/// How deep the sphere reaches into the shape, which is also how far the shape must be moved to
/// flip the answer: positive where they overlap, negative where they do not.
template <class Shape>
double overlap_margin(const Shape& shape, Vector centre, double radius) {
    return radius - signed_distance(shape, centre);
}

/// Some unit vector at right angles to another vector, which is not zero.
Vector perpendicular(Vector v);

/// A vector at unit length, or `otherwise` if it is zero.
Vector normalised_or(Vector v, Vector otherwise);

/// The point of the segment ab nearest to the query; a and b may coincide.
Vector nearest_on_segment(Vector a, Vector b, Vector query);

} // namespace reference
