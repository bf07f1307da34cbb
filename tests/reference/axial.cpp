#include "reference/axial.hpp"

#include <algorithm>
#include <numbers>

namespace reference {

namespace {

double support(const Discs& body, Vector axis, Vector n) {
    const double level = length(n - dot(n, axis) * axis);
    return std::max(dot(n, body.a) + body.radius_a * level, dot(n, body.b) + body.radius_b * level);
}

/// Angle of the point on the first quadrant of the ellipse (a cos, b sin) that is locally nearest
/// to the point (x, y), with x of any sign and y >= 0. There, the derivative of the squared
/// distance along the ellipse changes its sign from - to +.
std::optional<double> angle_of_normal(double a, double b, double x, double y) {
    const auto slope = [&](double angle) {
        const double s = std::sin(angle);
        const double c = std::cos(angle);
        return (b * b - a * a) * s * c + a * x * s - b * y * c;
    };
    double low = 0.0;
    double high = 0.5 * std::numbers::pi;
    if (x < 0.0 && a > 0.0) {
        high = std::atan(std::cbrt(b * y / (a * -x)));
        if (slope(high) < 0.0)
            return std::nullopt;
    }
    for (int step = 0; step < 60; ++step) {
        const double middle = 0.5 * (low + high);
        (slope(middle) < 0.0 ? low : high) = middle;
    }
    return 0.5 * (low + high);
}

} // namespace

std::optional<BarrelChord> chord_in_barrel(Vector origin, Vector unit, Vector on_axis, Vector axis,
                                           double radius) {
    const Vector from_axis = origin - on_axis;
    const Vector aside = from_axis - dot(from_axis, axis) * axis;
    const Vector across = unit - dot(unit, axis) * axis;
    const double steepness = dot(across, across);
    if (steepness == 0.0) {
        if (length(aside) > radius)
            return std::nullopt;
        return BarrelChord{{}, {}, {}};
    }
    const double middle = -dot(aside, across) / steepness;
    const Vector nearest = aside + middle * across;
    const double square = radius * radius - dot(nearest, nearest);
    if (square < 0.0)
        return std::nullopt;
    const double half = std::sqrt(square / steepness);
    return BarrelChord{
        {middle - half, middle + half}, nearest - half * across, nearest + half * across};
}

std::optional<Chord> chord_in_slab(Vector origin, Vector unit, Vector on_axis, Vector axis,
                                   double first, double last) {
    const double height = dot(origin - on_axis, axis);
    const double slope = dot(unit, axis);
    if (slope == 0.0) {
        if (height < first || height > last)
            return std::nullopt;
        return Chord{};
    }
    const double a = (first - height) / slope;
    const double b = (last - height) / slope;
    return Chord{std::min(a, b), std::max(a, b)};
}

Meridian::Meridian(Vector point, Vector on_axis, Vector axis) {
    const Vector from_axis = point - on_axis;
    along = dot(from_axis, axis);
    const Vector across = from_axis - along * axis;
    aside = length(across);
    outward = normalised_or(across, perpendicular(axis));
}

double depth_of(const Discs& body, const Segment& segment) {
    const Vector axis = normalised(body.b - body.a);
    const double height = length(body.b - body.a);
    const double taper = body.radius_a - body.radius_b;
    const Vector middle = 0.5 * (body.a + body.b);
    // Parts of the segment farther away than this do not change the result, and infinite ends
    // become finite.
    const double far = 8.0 * (height + body.radius_a + body.radius_b);
    const double nearest = dot(middle - segment.origin, segment.unit);
    const Vector p = segment.at(std::max(segment.first, nearest - far));
    const Vector q = segment.at(std::min(segment.last, nearest + far));

    double least = infinity;
    const auto try_direction = [&](Vector n) {
        least = std::min(least, support(body, axis, n) - std::min(dot(n, p), dot(n, q)));
    };
    try_direction(axis);
    try_direction(-axis);
    for (const Vector end : {p, q}) {
        const Meridian meridian(end, body.a, axis);
        try_direction(normalised(height * meridian.outward + taper * axis));
    }

    const Vector across = axis - dot(axis, segment.unit) * segment.unit;
    const double sine = length(across);
    // If the segment is almost parallel to the axis, this direction must be made orthogonal a
    // second time because of rounding errors, and nothing may be left of it.
    const Vector about_right = normalised_or(across, perpendicular(segment.unit));
    const Vector rest = about_right - dot(about_right, segment.unit) * segment.unit;
    const Vector right = length(rest) > 0.5 ? normalised(rest) : perpendicular(segment.unit);
    const Vector up = cross(segment.unit, right);
    const auto try_angle = [&](double x, double y) {
        try_direction(normalised(x * right + y * up));
    };
    // Normals of the two straight edges of the outline.
    const double x = taper / std::hypot(taper, height);
    if (x <= sine && sine > 0.0) {
        try_angle(x / sine, std::sqrt(1.0 - x / sine * (x / sine)));
        try_angle(x / sine, -std::sqrt(1.0 - x / sine * (x / sine)));
    }
    // Normals of its two arcs.
    const double flatness = std::fabs(dot(axis, segment.unit));
    for (const auto& [centre, radius] :
         {std::pair(body.a, body.radius_a), std::pair(body.b, body.radius_b)}) {
        const double px = dot(p - centre, right);
        const double py = dot(p - centre, up);
        for (const double mirror : {1.0, -1.0}) {
            const double side = px < 0.0 ? -mirror : mirror;
            const auto angle = angle_of_normal(radius * flatness, radius, side * px, std::fabs(py));
            if (angle)
                try_angle(side * std::cos(*angle),
                          (py < 0.0 ? -flatness : flatness) * std::sin(*angle));
        }
        try_angle(1.0, 0.0);
        try_angle(-1.0, 0.0);
        try_angle(0.0, 1.0);
        try_angle(0.0, -1.0);
    }
    return least;
}

} // namespace reference
