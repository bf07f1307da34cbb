#include "reference/triangle.hpp"

#include <algorithm>
#include <array>

namespace reference {

namespace {

double radius_about(const Triangle& triangle, Vector middle) {
    return std::max(
        {length(triangle.v0 - middle), length(triangle.v1 - middle), length(triangle.v2 - middle)});
}

/// The least displacement of a triangle that separates it from a segment through it: past one of
/// its edges, or beyond one of the segment's ends.
double depth_of(const Triangle& triangle, const Segment& segment) {
    const std::array<Vector, 3> v = {triangle.v0, triangle.v1, triangle.v2};
    const Vector normal = front_normal(triangle);
    const double slope = dot(segment.unit, normal);
    const double height = dot(segment.origin - v[0], normal);
    double least = std::min(std::fabs(height + segment.first * slope),
                            std::fabs(height + segment.last * slope));
    for (std::size_t i = 0; i < 3; ++i) {
        const Vector across = cross(segment.unit, v[(i + 1) % 3] - v[i]);
        const double size = length(across);
        if (size > 0.0)
            least = std::min(least, std::fabs(dot(across, segment.origin - v[i])) / size);
    }
    return least;
}

} // namespace

Vector front_normal(const Triangle& triangle) {
    return normalised(cross(triangle.v1 - triangle.v0, triangle.v2 - triangle.v0));
}

Vector centroid(const Triangle& triangle) {
    return (1.0 / 3.0) * (triangle.v0 + triangle.v1 + triangle.v2);
}

Hit closest_hit(const Triangle& triangle, const Ray& ray, Mode mode) {
    Hit answer;
    const Vector area = cross(triangle.v1 - triangle.v0, triangle.v2 - triangle.v0);
    const Vector unit = normalised(ray.direction);
    const double facing = dot(area, unit);
    if (facing == 0.0)
        return answer;
    const auto& [v0, v1, v2] = triangle;
    const double sign = facing < 0.0 ? -1.0 : 1.0;
    const double w0 = sign * dot(unit, cross(v1 - ray.origin, v2 - v1));
    const double w1 = sign * dot(unit, cross(v2 - ray.origin, v0 - v2));
    const double w2 = sign * dot(unit, cross(v0 - ray.origin, v1 - v0));
    if (w0 < 0.0 || w1 < 0.0 || w2 < 0.0)
        return answer;
    const double t = dot(area, v0 - ray.origin) / facing / length(ray.direction);
    answer.back = facing > 0.0;
    if (!(t >= ray.t_min && t <= ray.t_max) || (answer.back && !mode.backfaces))
        return Hit{};
    answer.hit = true;
    answer.t = t;
    answer.normal = -sign * normalised(area);
    answer.u = w1 / (w0 + w1 + w2);
    answer.v = w2 / (w0 + w1 + w2);
    answer.cosine = dot(unit, answer.normal);
    return answer;
}

ClosestPoint closest_point(const Triangle& triangle, Vector query) {
    const std::array<Vector, 3> v = {triangle.v0, triangle.v1, triangle.v2};
    const Vector area = cross(v[1] - v[0], v[2] - v[0]);
    const double square = dot(area, area);
    const Vector front = normalised_or(area, {1, 0, 0});
    ClosestPoint answer;
    answer.edge = 0.0;
    for (std::size_t i = 0; i < 3; ++i) {
        const Vector on_edge = nearest_on_segment(v[i], v[(i + 1) % 3], query);
        const double away = length(query - on_edge);
        if (away < answer.distance) {
            answer.distance = away;
            answer.point = on_edge;
        }
    }
    // The foot of the perpendicular, if it is a convex combination of the vertices. Even if a
    // sliver spoils the weights, it is a point of the triangle.
    std::array<double, 3> weight = {};
    for (std::size_t i = 0; i < 3; ++i) {
        const Vector from = v[(i + 1) % 3];
        weight[i] = dot(cross(area, v[(i + 2) % 3] - from), query - from) / square;
    }
    if (square > 0.0 && weight[0] >= 0.0 && weight[1] >= 0.0 && weight[2] >= 0.0) {
        const double height = dot(front, query - v[0]);
        const Vector foot = v[0] +
                            (weight[1] / (weight[0] + weight[1] + weight[2])) * (v[1] - v[0]) +
                            (weight[2] / (weight[0] + weight[1] + weight[2])) * (v[2] - v[0]);
        if (length(query - foot) <= answer.distance) {
            answer.distance = length(query - foot);
            answer.point = foot;
            answer.normal = height < 0.0 ? -front : front;
            answer.margin = answer.distance;
            answer.edge = edge_distance(triangle, foot);
            return answer;
        }
    }
    answer.normal = normalised_or(query - answer.point, front);
    answer.margin = answer.distance;
    answer.curvature_radius = answer.distance;
    return answer;
}

double signed_distance(const Triangle& triangle, Vector point) {
    return closest_point(triangle, point).distance;
}

double edge_distance(const Triangle& triangle, Vector point) {
    const std::array<Vector, 3> v = {triangle.v0, triangle.v1, triangle.v2};
    double least = infinity;
    for (std::size_t i = 0; i < 3; ++i) {
        const Vector edge = v[(i + 1) % 3] - v[i];
        least = std::min(least, length(cross(edge, point - v[i])) / length(edge));
    }
    return least;
}

double reach(const Triangle& triangle, Vector origin) {
    const Vector middle = centroid(triangle);
    return length(origin - middle) + radius_about(triangle, middle);
}

double clearance(const Triangle& triangle, const Ray& ray, Mode mode) {
    const Segment segment(ray);
    const bool meets = closest_hit(triangle, ray, {mode.surface, true}).hit;
    if (meets) {
        const double depth = depth_of(triangle, segment);
        return closest_hit(triangle, ray, mode).hit ? depth : -depth;
    }
    const Vector middle = centroid(triangle);
    return -least_distance(segment, middle, radius_about(triangle, middle),
                           [&](Vector point) { return signed_distance(triangle, point); });
}

} // namespace reference
