#pragma once

/// Ellipses in the plane, and how far they are from lines, points, segments and capsules.
///
/// A line is met by the support function: sqrt((a n_x)^2 + (b n_y)^2) for the unit normal n in the
/// ellipse's frame. A point's nearest boundary point is that where the boundary's normal leads to
/// it, found by the bisection of D. Eberly, "Distance from a Point to an Ellipse, an Ellipsoid, or
/// a Hyperellipsoid", in long double. A segment overlaps if it meets the unit circle in the plane
/// stretched so that the ellipse becomes one; otherwise the nearest place is the line's if its foot
/// lies on the segment, else one of the ends.
namespace reference {

struct Point {
    double x = 0.0;
    double y = 0.0;
};

struct Ellipse {
    Point centre;
    Point axis = {1, 0}; ///< the direction of the first semi-axis, of unit length
    double a = 0.0;
    double b = 0.0;
};

/// An infinite line; the direction need not be of unit length.
struct PlanarLine {
    Point point;
    Point direction;
};

/// The points within a radius of the segment pq; p and q may coincide.
struct PlanarCapsule {
    Point p;
    Point q;
    double radius = 0.0;
};

struct Gap {
    double distance = 0.0; ///< <= 0 where they overlap
    Point on_ellipse;
    Point on_other;
};

/// Positive apart, negative when the line cuts the ellipse: by how much the ellipse must be moved
/// along the line's normal to be tangent. The ellipse's point is the one farthest on the line's
/// side, the line's its foot.
Gap separation(const Ellipse& ellipse, const PlanarLine& line);

/// The signed distance and the nearest point of the boundary.
Gap separation(const Ellipse& ellipse, Point point);

/// The distance between the nearest points. Where they overlap only its sign is promised; here it
/// is how far the ellipse must be moved at most to part them.
Gap separation(const Ellipse& ellipse, const PlanarCapsule& capsule);

/// The lengths that promised errors are multiples of: the distance from the centre, to a capsule
/// from its segment, plus the larger semi-axis, plus the length and radius of a capsule.
double reach(const Ellipse& ellipse, const PlanarLine& line);
double reach(const Ellipse& ellipse, Point point);
double reach(const Ellipse& ellipse, const PlanarCapsule& capsule);

} // namespace reference
