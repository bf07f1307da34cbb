#include "reference/plane.hpp"

#include <algorithm>

namespace reference {

std::optional<Crossing> crossing(const Plane& plane, const Ray& ray) {
    const Vector normal = normalised(plane.normal);
    const double slope = dot(plane.normal, ray.direction);
    const double height = dot(plane.normal, ray.origin) - plane.offset;
    if (slope < 0.0)
        return Crossing{-height / slope, infinity, normal, normal};
    if (slope > 0.0)
        return Crossing{-infinity, -height / slope, normal, normal};
    if (height > 0.0)
        return std::nullopt;
    return Crossing{-infinity, infinity, normal, normal};
}

Hit closest_hit(const Plane& plane, const Ray& ray, Mode mode) {
    return first_on_solid(crossing(plane, ray), ray, mode);
}

ClosestPoint closest_point(const Plane& plane, Vector query) {
    ClosestPoint answer;
    answer.normal = normalised(plane.normal);
    answer.distance = signed_distance(plane, query);
    answer.point = query - answer.distance * answer.normal;
    return answer;
}

double signed_distance(const Plane& plane, Vector point) {
    return (dot(plane.normal, point) - plane.offset) / length(plane.normal);
}

double reach(const Plane& plane, Vector origin) {
    const Vector middle = (plane.offset / dot(plane.normal, plane.normal)) * plane.normal;
    return length(origin - middle) + length(middle);
}

double clearance(const Plane& plane, const Ray& ray, Mode mode) {
    const Segment segment(ray);
    const double height = signed_distance(plane, segment.origin);
    const double slope = dot(normalised(plane.normal), segment.unit);
    const double start = slope == 0.0 ? height : height + segment.first * slope;
    const double end = slope == 0.0 ? height : height + segment.last * slope;
    const double lowest = std::min(start, end);
    const double highest = std::max(start, end);
    // The ray is outside of the half-space, so the mode does not matter.
    if (lowest > 0.0)
        return -lowest;
    // A line without a start only hits the boundary, as if the half-space were hollow.
    if (!mode.surface && segment.first > -infinity)
        return -lowest;
    const double hidden = mode.backfaces ? highest : start;
    return hidden < 0.0 ? hidden : std::min(-lowest, hidden);
}

std::optional<Plane> shrunk(const Plane& plane, double depth) {
    return Plane{plane.normal, plane.offset - depth * length(plane.normal)};
}

} // namespace reference
