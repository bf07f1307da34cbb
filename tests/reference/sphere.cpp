#include "reference/sphere.hpp"

#include <algorithm>

namespace reference {

std::optional<Crossing> crossing(const Sphere& sphere, const Ray& ray) {
    const double stretch = length(ray.direction);
    const Vector unit = (1.0 / stretch) * ray.direction;
    const Vector to_centre = sphere.centre - ray.origin;
    const double along = dot(to_centre, unit);
    const Vector aside = along * unit - to_centre;
    const double square = sphere.radius * sphere.radius - dot(aside, aside);
    if (square < 0.0)
        return std::nullopt;
    const double half = std::sqrt(square);
    return Crossing{(along - half) / stretch, (along + half) / stretch,
                    normalised(aside - half * unit), normalised(aside + half * unit)};
}

Hit closest_hit(const Sphere& sphere, const Ray& ray, Mode mode) {
    return first_on_solid(crossing(sphere, ray), ray, mode);
}

ClosestPoint closest_point(const Sphere& sphere, Vector query) {
    const Vector from_centre = query - sphere.centre;
    const double away = length(from_centre);
    ClosestPoint answer;
    answer.distance = away - sphere.radius;
    answer.normal = normalised_or(from_centre, {1, 0, 0});
    answer.point = sphere.centre + sphere.radius * answer.normal;
    answer.margin = away;
    answer.curvature_radius = away;
    return answer;
}

double signed_distance(const Sphere& sphere, Vector point) {
    return length(point - sphere.centre) - sphere.radius;
}

double reach(const Sphere& sphere, Vector origin) {
    return length(origin - sphere.centre) + sphere.radius;
}

double clearance(const Sphere& sphere, const Ray& ray, Mode mode) {
    const Segment segment(ray);
    const double along = dot(sphere.centre - segment.origin, segment.unit);
    const Vector nearest = segment.at(std::clamp(along, segment.first, segment.last));
    return solid_clearance(sphere, ray, mode, signed_distance(sphere, nearest));
}

std::optional<Sphere> shrunk(const Sphere& sphere, double depth) {
    if (depth > sphere.radius)
        return std::nullopt;
    return Sphere{sphere.centre, sphere.radius - depth};
}

} // namespace reference
