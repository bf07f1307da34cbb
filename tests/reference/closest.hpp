#pragma once

#include "reference/ray.hpp"

/// Nearest points of shapes, as the tests define them. Every shape offers
///   closest_point(shape, query)     the answer
/// in addition to the functions of ray.hpp, and signed_distance(shape, query) is its distance.
///
/// A distance is always well conditioned: it changes by no more than the query moves. Point and
/// normal are not, and `margin`, `edge` and `curvature_radius` show how far they can be trusted. If
/// the query moves by x < margin, the normal turns by at most x divided by curvature_radius, or
/// divided by |distance| if that is less and `edge` is at most x.
namespace reference {

struct ClosestPoint {
    double distance = infinity; ///< negative inside a solid
    Vector point;               ///< on the boundary
    Vector normal; ///< the gradient of the signed distance: outward, or towards the query where the
                   ///< boundary has no normal; always of unit length

    /// How far the query must move until the point or the normal jumps. 0 on medial axes, on
    /// surfaces without inside and on lines.
    double margin = infinity;

    /// Distance from the point to the nearest edge or corner of the boundary.
    double edge = infinity;

    /// The smaller radius of curvature of the surface of equal distance through the query.
    double curvature_radius = infinity;

    /// Whether no movement of the query by `tolerance` can make another, distant point the nearest.
    [[nodiscard]] bool unique(double tolerance) const { return margin > tolerance; }
};

/// Whether a sphere and a shape overlap. Touching counts.
template <class Shape>
bool overlaps(const Shape& shape, Vector centre, double radius) {
    return signed_distance(shape, centre) <= radius;
}

/// How deep the sphere reaches into the shape, which is also how far the shape must move to flip
/// the answer. Positive if they overlap, negative if they do not.
template <class Shape>
double overlap_margin(const Shape& shape, Vector centre, double radius) {
    return radius - signed_distance(shape, centre);
}

/// Any unit vector at right angles to a vector other than zero.
Vector perpendicular(Vector v);

/// The vector scaled to unit length, or `otherwise` if it is zero.
Vector normalised_or(Vector v, Vector otherwise);

/// The point of the segment ab that is nearest to the query. a and b may coincide.
Vector nearest_on_segment(Vector a, Vector b, Vector query);

} // namespace reference
