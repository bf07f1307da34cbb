#pragma once

#include "reference/closest.hpp"

/// The common parts of the shapes with an axis: coordinates along the axis and away from it, the
/// chord of a line in a round barrel, and the least displacement that separates a cylinder or cone
/// from a segment.
namespace reference {

/// An interval of a line, by arc length.
struct Chord {
    double first = -infinity;
    double last = infinity;
};

/// The part of the line origin + x unit that lies within `radius` of an infinite axis. The vectors
/// lead from the axis to the ends of the chord. If the line is parallel to the axis, they are 0.
struct BarrelChord : Chord {
    Vector first_aside;
    Vector last_aside;
};
std::optional<BarrelChord> chord_in_barrel(Vector origin, Vector unit, Vector on_axis, Vector axis,
                                           double radius);

/// The part of the line on which first <= (x - on_axis).axis <= last.
std::optional<Chord> chord_in_slab(Vector origin, Vector unit, Vector on_axis, Vector axis,
                                   double first, double last);

/// A point in the half-plane that contains it and is bounded by an axis.
struct Meridian {
    double along;   ///< coordinate from `on_axis`
    double aside;   ///< distance from the axis
    Vector outward; ///< of unit length; for points on the axis, any normal of the axis

    Meridian(Vector point, Vector on_axis, Vector axis);
};

/// The hull of two parallel discs with a common axis: a cylinder, or a cone if one radius is 0.
struct Discs {
    Vector a;
    double radius_a;
    Vector b;
    double radius_b;
};

/// The least displacement of the body that separates it from a segment that intersects it: the
/// least value of h(n) + max(-n.p, -n.q) over all unit vectors n, where h is the body's support
/// function and p and q are the ends. The minimum lies where the caps or the flank are nearest to
/// an end, or at right angles to the segment, where the outline of the body is the hull of two
/// ellipses.
double depth_of(const Discs& body, const Segment& segment);

} // namespace reference
