#pragma once

#include "reference/closest.hpp"

/// What the shapes with an axis share: coordinates along the axis and away from it, the chord of a
/// line in a round barrel, and the least displacement that parts a cylinder or cone from a segment.
namespace reference {

/// A stretch of a line, by arc length.
struct Chord {
    double first = -infinity;
    double last = infinity;
};

/// The part of the line origin + x unit that lies within `radius` of an infinite axis. The vectors
/// lead from the axis to the ends of the chord; they are 0 if the line is parallel to the axis.
struct BarrelChord : Chord {
    Vector first_aside;
    Vector last_aside;
};
std::optional<BarrelChord> chord_in_barrel(Vector origin, Vector unit, Vector on_axis, Vector axis,
                                           double radius);

/// The part of the line on which first <= (x - on_axis).axis <= last.
std::optional<Chord> chord_in_slab(Vector origin, Vector unit, Vector on_axis, Vector axis,
                                   double first, double last);

/// A point in the half-plane that it spans with an axis.
struct Meridian {
    double along;   ///< from `on_axis`
    double aside;   ///< never negative
    Vector outward; ///< of unit length; any normal of the axis for points on the axis

    Meridian(Vector point, Vector on_axis, Vector axis);
};

/// The hull of two parallel discs with a common axis: a cylinder, or a cone if one radius is 0.
struct Discs {
    Vector a;
    double radius_a;
    Vector b;
    double radius_b;
};

/// The least displacement of the body that parts it from a segment that meets it: the least of
/// h(n) + max(-n.p, -n.q) over all unit vectors n, h being the body's support function and p, q the
/// ends. It lies where the caps or the flank are nearest to an end, or at right angles to the
/// segment, where the body looks like the hull of two ellipses.
double depth_of(const Discs& body, const Segment& segment);

} // namespace reference
