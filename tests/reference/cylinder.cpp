#include "reference/cylinder.hpp"

#include <algorithm>
#include <numbers>

#include "reference/axial.hpp"

namespace reference {

namespace {

Vector middle_of(const Cylinder& cylinder) { return 0.5 * (cylinder.a + cylinder.b); }

double half_height(const Cylinder& cylinder) { return 0.5 * length(cylinder.b - cylinder.a); }

double radius_about_middle(const Cylinder& cylinder) {
    return std::hypot(half_height(cylinder), cylinder.radius);
}

} // namespace

std::optional<Crossing> crossing(const Cylinder& cylinder, const Ray& ray) {
    const Vector middle = middle_of(cylinder);
    const Vector axis = normalised(cylinder.b - cylinder.a);
    const double half = half_height(cylinder);
    const double stretch = length(ray.direction);
    const Vector unit = (1.0 / stretch) * ray.direction;
    const auto barrel = chord_in_barrel(ray.origin, unit, middle, axis, cylinder.radius);
    const auto slab = chord_in_slab(ray.origin, unit, middle, axis, -half, half);
    if (!barrel || !slab)
        return std::nullopt;
    const Vector cap = dot(unit, axis) < 0.0 ? -axis : axis;
    const Vector any = perpendicular(axis);
    Crossing both{barrel->first / stretch, barrel->last / stretch,
                  normalised_or(barrel->first_aside, any), normalised_or(barrel->last_aside, any)};
    if (slab->first > barrel->first) {
        both.enter = slab->first / stretch;
        both.enter_normal = -cap;
    }
    if (slab->last < barrel->last) {
        both.leave = slab->last / stretch;
        both.leave_normal = cap;
    }
    if (both.enter > both.leave)
        return std::nullopt;
    return both;
}

Hit closest_hit(const Cylinder& cylinder, const Ray& ray, Mode mode) {
    return first_on_solid(crossing(cylinder, ray), ray, mode);
}

ClosestPoint closest_point(const Cylinder& cylinder, Vector query) {
    const Vector middle = middle_of(cylinder);
    const Vector axis = normalised(cylinder.b - cylinder.a);
    const double half = half_height(cylinder);
    const double radius = cylinder.radius;
    const Meridian at(query, middle, axis);
    const Vector cap = at.along < 0.0 ? -axis : axis;
    const double above_cap = std::fabs(at.along) - half;
    const double above_flank = at.aside - radius;

    ClosestPoint answer;
    if (above_cap > 0.0 && above_flank > 0.0) {
        answer.distance = std::hypot(above_cap, above_flank);
        answer.point = middle + half * cap + radius * at.outward;
        answer.normal =
            (above_cap / answer.distance) * cap + (above_flank / answer.distance) * at.outward;
        answer.edge = 0.0;
        answer.curvature_radius = answer.distance;
    } else if (above_cap >= above_flank) {
        answer.distance = above_cap;
        answer.point = middle + half * cap + at.aside * at.outward;
        answer.normal = cap;
        answer.margin =
            std::min(std::fabs(at.along), (above_cap - above_flank) / std::numbers::sqrt2);
        answer.edge = -above_flank;
    } else {
        answer.distance = above_flank;
        answer.point = middle + at.along * axis + radius * at.outward;
        answer.normal = at.outward;
        answer.margin = std::min(at.aside, (above_flank - above_cap) / std::numbers::sqrt2);
        answer.edge = -above_cap;
        answer.curvature_radius = at.aside;
    }
    return answer;
}

double signed_distance(const Cylinder& cylinder, Vector point) {
    return closest_point(cylinder, point).distance;
}

double reach(const Cylinder& cylinder, Vector origin) {
    return length(origin - middle_of(cylinder)) + radius_about_middle(cylinder);
}

double clearance(const Cylinder& cylinder, const Ray& ray, Mode mode) {
    const Segment segment(ray);
    const auto line = crossing(cylinder, ray);
    if (line && line->enter <= ray.t_max && line->leave >= ray.t_min) {
        const Discs body = {cylinder.a, cylinder.radius, cylinder.b, cylinder.radius};
        return solid_clearance(cylinder, ray, mode, -depth_of(body, segment));
    }
    const double gap =
        least_distance(segment, middle_of(cylinder), radius_about_middle(cylinder),
                       [&](Vector point) { return signed_distance(cylinder, point); });
    return solid_clearance(cylinder, ray, mode, gap);
}

std::optional<Cylinder> shrunk(const Cylinder& cylinder, double depth) {
    const Vector axis = normalised(cylinder.b - cylinder.a);
    if (depth > cylinder.radius || depth >= half_height(cylinder))
        return std::nullopt;
    return Cylinder{cylinder.a + depth * axis, cylinder.b - depth * axis, cylinder.radius - depth};
}

} // namespace reference
