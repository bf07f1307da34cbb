#include "reference/capsule.hpp"

#include <algorithm>

#include "reference/axial.hpp"
#include "reference/sphere.hpp"

namespace reference {

namespace {

Vector middle_of(const Capsule& capsule) { return 0.5 * (capsule.a + capsule.b); }

double radius_about_middle(const Capsule& capsule) {
    return 0.5 * length(capsule.b - capsule.a) + capsule.radius;
}

} // namespace

std::optional<Crossing> crossing(const Capsule& capsule, const Ray& ray) {
    if (capsule.radius == 0.0)
        return std::nullopt;
    Crossing both{infinity, -infinity, {}, {}};
    const auto unite = [&](double enter, double leave) {
        both.enter = std::min(both.enter, enter);
        both.leave = std::max(both.leave, leave);
    };
    for (const Vector end : {capsule.a, capsule.b})
        if (const auto ball = crossing(Sphere{end, capsule.radius}, ray))
            unite(ball->enter, ball->leave);
    const double height = length(capsule.b - capsule.a);
    if (height > 0.0) {
        const Vector axis = (1.0 / height) * (capsule.b - capsule.a);
        const double stretch = length(ray.direction);
        const Vector unit = (1.0 / stretch) * ray.direction;
        const Vector middle = middle_of(capsule);
        const auto barrel = chord_in_barrel(ray.origin, unit, middle, axis, capsule.radius);
        const auto slab =
            chord_in_slab(ray.origin, unit, middle, axis, -0.5 * height, 0.5 * height);
        if (barrel && slab) {
            const double first = std::max(barrel->first, slab->first);
            const double last = std::min(barrel->last, slab->last);
            if (first <= last)
                unite(first / stretch, last / stretch);
        }
    }
    if (both.enter > both.leave)
        return std::nullopt;
    both.enter_normal = closest_point(capsule, ray.origin + both.enter * ray.direction).normal;
    both.leave_normal = closest_point(capsule, ray.origin + both.leave * ray.direction).normal;
    return both;
}

Hit closest_hit(const Capsule& capsule, const Ray& ray, Mode mode) {
    return first_on_solid(crossing(capsule, ray), ray, mode);
}

ClosestPoint closest_point(const Capsule& capsule, Vector query) {
    const Vector inner = nearest_on_segment(capsule.a, capsule.b, query);
    const Vector from_inner = query - inner;
    const double away = length(from_inner);
    const Vector axis = capsule.b - capsule.a;
    const Vector any = length(axis) > 0.0 ? perpendicular(axis) : Vector{1, 0, 0};
    ClosestPoint answer;
    answer.distance = away - capsule.radius;
    answer.normal = normalised_or(from_inner, any);
    answer.point = inner + capsule.radius * answer.normal;
    answer.margin = away;
    answer.curvature_radius = away;
    if (capsule.radius == 0.0)
        answer.edge = 0.0;
    return answer;
}

double signed_distance(const Capsule& capsule, Vector point) {
    return length(point - nearest_on_segment(capsule.a, capsule.b, point)) - capsule.radius;
}

double reach(const Capsule& capsule, Vector origin) {
    return length(origin - middle_of(capsule)) + radius_about_middle(capsule);
}

double clearance(const Capsule& capsule, const Ray& ray, Mode mode) {
    if (capsule.radius == 0.0)
        return -infinity;
    // At hits and misses, this is the gap between the two segments minus the radius. The
    // differences of their points form a flat parallelogram, so no displacement out of the capsule
    // is shorter.
    const double gap =
        least_distance(Segment(ray), middle_of(capsule), radius_about_middle(capsule),
                       [&](Vector point) { return signed_distance(capsule, point); });
    return solid_clearance(capsule, ray, mode, gap);
}

std::optional<Capsule> shrunk(const Capsule& capsule, double depth) {
    if (depth > capsule.radius)
        return std::nullopt;
    return Capsule{capsule.a, capsule.b, capsule.radius - depth};
}

} // namespace reference
