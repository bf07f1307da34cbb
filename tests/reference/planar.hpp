#pragma once

/// Ellipses in the plane, and their distances from lines, points, segments and capsules.
///
/// For a line, the support function sqrt((a n_x)^2 + (b n_y)^2) is used, with the unit normal n in
/// the ellipse's frame. The boundary point nearest to a point is the one whose normal leads to the
/// point. It is found in long double with the bisection of D. Eberly, "Distance from a Point to an
/// Ellipse, an Ellipsoid, or a Hyperellipsoid". A segment overlaps if it intersects the unit circle
/// after stretching the plane so that the ellipse becomes this circle. Otherwise the nearest place
/// is that of the line if its foot lies on the segment, and that of one of the ends if not.
namespace reference {

struct Point {
    double x = 0.0;
    double y = 0.0;
};

struct Ellipse {
    Point centre;
    Point axis = {1, 0}; ///< direction of the first semi-axis, of unit length
    double a = 0.0;
    double b = 0.0;
};

/// An infinite line. The direction need not have unit length.
struct PlanarLine {
    Point point;
    Point direction;
};

/// The points within a radius of the segment pq. p and q may coincide.
struct PlanarCapsule {
    Point p;
    Point q;
    double radius = 0.0;
};

struct Gap {
    double distance = 0.0; ///< <= 0 if the two overlap
    Point on_ellipse;
    Point on_other;
};

/// Positive if the two are separate, negative if the line cuts the ellipse: how far the ellipse
/// must move along the line's normal to be tangent. The ellipse's point is its farthest one on the
/// line's side; the line's point is the foot of that point.
Gap separation(const Ellipse& ellipse, const PlanarLine& line);

/// The signed distance and the nearest point of the boundary.
Gap separation(const Ellipse& ellipse, Point point);

/// The distance between the nearest points. If the two overlap, only the sign is promised; here the
/// value is an upper bound of how far the ellipse must move to separate them.
Gap separation(const Ellipse& ellipse, const PlanarCapsule& capsule);

/// The length that promised errors are multiples of: the distance from the centre (for a capsule,
/// from its segment), plus the larger semi-axis, plus the length and radius of a capsule.
double reach(const Ellipse& ellipse, const PlanarLine& line);
double reach(const Ellipse& ellipse, Point point);
double reach(const Ellipse& ellipse, const PlanarCapsule& capsule);

} // namespace reference
