#pragma once

#include <optional>

#include "reference/vector.hpp"

/// The times at which a moving point is inside grown shapes: the points within a radius of a point,
/// a line, a segment or a triangle. Computed in long double, because the radius may be 1e-6 of the
/// path length.
namespace reference {

struct LongVector {
    long double x = 0.0L;
    long double y = 0.0L;
    long double z = 0.0L;

    LongVector() = default;
    LongVector(long double x_, long double y_, long double z_) : x(x_), y(y_), z(z_) {}
    explicit LongVector(Vector v) : x(v.x), y(v.y), z(v.z) {}
};

/// The point start + t step.
struct MovingPoint {
    LongVector start;
    LongVector step;
};

/// The interval of times during which the point is inside: all times if it does not move.
struct Stay {
    long double first;
    long double last;
};

std::optional<Stay> stay_near_point(const MovingPoint& moving, Vector point, double radius);
std::optional<Stay> stay_near_line(const MovingPoint& moving, Vector point, Vector direction,
                                   double radius);
std::optional<Stay> stay_near_segment(const MovingPoint& moving, Vector a, Vector b, double radius);
std::optional<Stay> stay_near_triangle(const MovingPoint& moving, Vector v0, Vector v1, Vector v2,
                                       double radius);

} // namespace reference
