#include "reference/cone.hpp"

#include <algorithm>
#include <utility>

#include "reference/axial.hpp"

namespace reference {

namespace {

Vector middle_of(const Cone& cone) { return 0.5 * (cone.base + cone.apex); }

double height_of(const Cone& cone) { return length(cone.apex - cone.base); }

double radius_about_middle(const Cone& cone) {
    return std::hypot(0.5 * height_of(cone), cone.radius);
}

/// The part of the line p + x d in the infinite cone around `axis`, in which the distance from the
/// axis is at most k times the height. Coordinates are relative to the apex, and p is the point of
/// the line nearest to the apex.
std::optional<Chord> chord_in_nappe(Vector p, Vector d, Vector axis, double k) {
    const double height = dot(p, axis);
    const double rise = dot(d, axis);
    const Vector aside = p - height * axis;
    const Vector across = d - rise * axis;
    // Solves a x^2 + 2 b x + c <= 0. Differences of squares, including the discriminant (by
    // Lagrange's identity), are written as products, because lines along the surface make them
    // small.
    const long double steep = length(across);
    const long double limit = static_cast<long double>(k) * std::fabs(rise);
    const long double a = (steep - limit) * (steep + limit);
    const long double b = static_cast<long double>(dot(aside, across)) -
                          static_cast<long double>(k) * k * height * rise;
    const long double start = length(aside);
    const long double start_limit = static_cast<long double>(k) * std::fabs(height);
    const long double c = (start - start_limit) * (start + start_limit);
    const long double tilt = k * length(height * across - rise * aside);
    const long double twist = length(cross(aside, across));
    const long double discriminant = (tilt - twist) * (tilt + twist);
    if (a > 0.0L && discriminant < 0.0L)
        return std::nullopt;

    const long double root = std::sqrt(std::fmax(discriminant, 0.0L));
    const long double sum = -(b + std::copysign(root, b));
    const auto small_root = static_cast<double>(sum == 0.0L ? 0.0L : c / sum);
    const auto height_at = [&](double x) { return height + x * rise; };
    if (a == 0.0L) {
        if (height_at(small_root) < 0.0)
            return std::nullopt;
        return rise > 0.0 ? Chord{small_root, infinity} : Chord{-infinity, small_root};
    }
    auto first = static_cast<double>(sum / a);
    double last = small_root;
    if (first > last)
        std::swap(first, last);
    if (a > 0.0L) {
        if (height_at(first) + height_at(last) < 0.0)
            return std::nullopt;
        return Chord{first, last};
    }
    return rise > 0.0 ? Chord{last, infinity} : Chord{-infinity, first};
}

} // namespace

std::optional<Crossing> crossing(const Cone& cone, const Ray& ray) {
    const double height = height_of(cone);
    const Vector axis = (1.0 / height) * (cone.base - cone.apex);
    const double stretch = length(ray.direction);
    const Vector unit = (1.0 / stretch) * ray.direction;
    const double nearest = dot(cone.apex - ray.origin, unit);
    const Vector p = (ray.origin - cone.apex) + nearest * unit;
    const auto nappe = chord_in_nappe(p, unit, axis, cone.radius / height);
    const auto slab = chord_in_slab(p, unit, {}, axis, 0.0, height);
    if (!nappe || !slab)
        return std::nullopt;

    const auto flank_normal = [&](double x) {
        const Vector at = p + x * unit;
        const Vector aside = at - dot(at, axis) * axis;
        return length(aside) > 0.0 ? normalised(height * normalised(aside) - cone.radius * axis)
                                   : -axis;
    };
    const bool towards_base = dot(unit, axis) > 0.0;
    Chord inside = *nappe;
    const bool by_base = !towards_base && slab->first > inside.first;
    if (by_base)
        inside.first = slab->first;
    const bool out_of_base = towards_base && slab->last < inside.last;
    if (out_of_base)
        inside.last = slab->last;
    if (inside.first > inside.last)
        return std::nullopt;
    return Crossing{(nearest + inside.first) / stretch, (nearest + inside.last) / stretch,
                    by_base ? axis : flank_normal(inside.first),
                    out_of_base ? axis : flank_normal(inside.last)};
}

Hit closest_hit(const Cone& cone, const Ray& ray, Mode mode) {
    return first_on_solid(crossing(cone, ray), ray, mode);
}

ClosestPoint closest_point(const Cone& cone, Vector query) {
    const double height = height_of(cone);
    const double radius = cone.radius;
    const double slant = std::hypot(height, radius);
    const Vector axis = (1.0 / height) * (cone.apex - cone.base);
    const Meridian at(query, cone.base, axis);
    const Vector flank_normal = (height / slant) * at.outward + (radius / slant) * axis;
    const double above_base = -at.along;
    const double above_flank = (at.along * radius + (at.aside - radius) * height) / slant;
    // Coordinate along the flank, from the rim to the apex.
    const double up_flank = (at.along * height - (at.aside - radius) * radius) / slant;

    ClosestPoint answer;
    const auto at_edge = [&](Vector point, Vector normal_if_on_it) {
        answer.distance = length(query - point);
        answer.point = point;
        answer.normal = normalised_or(query - point, normal_if_on_it);
        answer.edge = 0.0;
        answer.curvature_radius = answer.distance;
    };
    const double parting =
        std::fabs(above_base - above_flank) / std::sqrt(2.0 + 2.0 * radius / slant);
    const bool in_base = above_base <= 0.0;
    const bool in_flank = above_flank <= 0.0;
    if (at.aside <= radius && (in_flank || above_base > 0.0) && above_base >= above_flank) {
        answer.distance = above_base;
        answer.point = cone.base + at.aside * at.outward;
        answer.normal = -axis;
        answer.margin = parting;
        answer.edge = radius - at.aside;
    } else if ((in_base && in_flank) || (up_flank >= 0.0 && up_flank <= slant && !in_flank)) {
        answer.distance = above_flank;
        answer.point = query - above_flank * flank_normal;
        answer.normal = flank_normal;
        answer.margin = std::min(at.aside, parting);
        answer.edge = std::min(up_flank, slant - up_flank);
        answer.curvature_radius = at.aside * slant / height;
    } else if (up_flank > slant) {
        at_edge(cone.apex, axis);
    } else {
        at_edge(cone.base + radius * at.outward, at.outward);
    }
    return answer;
}

double signed_distance(const Cone& cone, Vector point) {
    return closest_point(cone, point).distance;
}

double reach(const Cone& cone, Vector origin) {
    return length(origin - middle_of(cone)) + radius_about_middle(cone);
}

double clearance(const Cone& cone, const Ray& ray, Mode mode) {
    const Segment segment(ray);
    const auto line = crossing(cone, ray);
    if (line && line->enter <= ray.t_max && line->leave >= ray.t_min) {
        const Discs body = {cone.base, cone.radius, cone.apex, 0.0};
        return solid_clearance(cone, ray, mode, -depth_of(body, segment));
    }
    const double gap = least_distance(segment, middle_of(cone), radius_about_middle(cone),
                                      [&](Vector point) { return signed_distance(cone, point); });
    return solid_clearance(cone, ray, mode, gap);
}

std::optional<Cone> shrunk(const Cone& cone, double depth) {
    const double height = height_of(cone);
    const Vector axis = (1.0 / height) * (cone.apex - cone.base);
    const double from_apex = depth * std::hypot(height, cone.radius) / cone.radius;
    const double left = height - depth - from_apex;
    if (left <= 0.0)
        return std::nullopt;
    return Cone{cone.base + depth * axis, cone.apex - from_apex * axis,
                cone.radius * left / height};
}

} // namespace reference
