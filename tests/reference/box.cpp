#include "reference/box.hpp"

#include <algorithm>
#include <numbers>
#include <utility>

namespace reference {

namespace {

std::array<double, 3> in_frame(const Box& box, Vector v) {
    return {dot(v, box.axes[0]), dot(v, box.axes[1]), dot(v, box.axes[2])};
}

/// The least displacement of the box that separates it from a segment that intersects it.
double depth_of(const Box& box, const Segment& segment) {
    const std::array<double, 3> origin = in_frame(box, segment.origin - box.centre);
    const std::array<double, 3> unit = in_frame(box, segment.unit);
    double least = infinity;
    for (std::size_t i = 0; i < 3; ++i) {
        const double first = unit[i] == 0.0 ? origin[i] : origin[i] + segment.first * unit[i];
        const double last = unit[i] == 0.0 ? origin[i] : origin[i] + segment.last * unit[i];
        least = std::min(
            {least, std::max(first, last) + box.half[i], box.half[i] - std::min(first, last)});
        const std::size_t j = (i + 1) % 3;
        const std::size_t k = (i + 2) % 3;
        const double across = std::hypot(unit[j], unit[k]);
        if (across > 0.0) {
            const double beside = std::fabs(unit[j] * origin[k] - unit[k] * origin[j]);
            const double extent =
                std::fabs(unit[k]) * box.half[j] + std::fabs(unit[j]) * box.half[k];
            least = std::min(least, (extent - beside) / across);
        }
    }
    return least;
}

} // namespace

Box box_between(Vector lo, Vector hi) {
    const Vector half = 0.5 * (hi - lo);
    return {0.5 * (lo + hi), {half.x, half.y, half.z}};
}

Box box_turned(Vector centre, std::array<double, 3> half, std::array<double, 4> quaternion) {
    const auto [x, y, z, w] = quaternion;
    const double k = 2.0 / (x * x + y * y + z * z + w * w);
    return {centre,
            half,
            {{{1.0 - k * (y * y + z * z), k * (x * y + w * z), k * (x * z - w * y)},
              {k * (x * y - w * z), 1.0 - k * (x * x + z * z), k * (y * z + w * x)},
              {k * (x * z + w * y), k * (y * z - w * x), 1.0 - k * (x * x + y * y)}}}};
}

std::optional<Crossing> crossing(const Box& box, const Ray& ray) {
    const std::array<double, 3> origin = in_frame(box, ray.origin - box.centre);
    const std::array<double, 3> direction = in_frame(box, ray.direction);
    Crossing both{-infinity, infinity, {}, {}};
    for (std::size_t i = 0; i < 3; ++i) {
        if (direction[i] == 0.0) {
            if (std::fabs(origin[i]) > box.half[i])
                return std::nullopt;
            continue;
        }
        double enter = (-box.half[i] - origin[i]) / direction[i];
        double leave = (box.half[i] - origin[i]) / direction[i];
        Vector enter_normal = -box.axes[i];
        Vector leave_normal = box.axes[i];
        if (direction[i] < 0.0) {
            std::swap(enter, leave);
            std::swap(enter_normal, leave_normal);
        }
        if (enter > both.enter) {
            both.enter = enter;
            both.enter_normal = enter_normal;
        }
        if (leave < both.leave) {
            both.leave = leave;
            both.leave_normal = leave_normal;
        }
    }
    if (both.enter > both.leave)
        return std::nullopt;
    return both;
}

Hit closest_hit(const Box& box, const Ray& ray, Mode mode) {
    return first_on_solid(crossing(box, ray), ray, mode);
}

ClosestPoint closest_point(const Box& box, Vector query) {
    const std::array<double, 3> p = in_frame(box, query - box.centre);
    std::array<double, 3> above = {};
    std::size_t nearest = 0;
    int outside = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        above[i] = std::fabs(p[i]) - box.half[i];
        outside += above[i] > 0.0 ? 1 : 0;
        if (above[i] > above[nearest])
            nearest = i;
    }
    ClosestPoint answer;
    answer.point = box.centre;
    for (std::size_t i = 0; i < 3; ++i) {
        const bool on_face = above[i] > 0.0 || (i == nearest && outside == 0);
        const double x = on_face ? std::copysign(box.half[i], p[i]) : p[i];
        answer.point = answer.point + x * box.axes[i];
        if (on_face)
            answer.normal =
                answer.normal + std::copysign(outside > 1 ? above[i] : 1.0, p[i]) * box.axes[i];
    }
    answer.distance = signed_distance(box, query);
    if (outside > 1) {
        answer.normal = normalised(answer.normal);
        answer.edge = 0.0;
        answer.curvature_radius = answer.distance;
        return answer;
    }
    answer.margin = std::fabs(p[nearest]);
    for (std::size_t i = 0; i < 3; ++i) {
        if (i == nearest)
            continue;
        answer.margin = std::min(answer.margin, (above[nearest] - above[i]) / std::numbers::sqrt2);
        answer.edge = std::min(answer.edge, -above[i]);
    }
    return answer;
}

double signed_distance(const Box& box, Vector point) {
    const std::array<double, 3> p = in_frame(box, point - box.centre);
    const double x = std::fabs(p[0]) - box.half[0];
    const double y = std::fabs(p[1]) - box.half[1];
    const double z = std::fabs(p[2]) - box.half[2];
    const double outside = length({std::max(x, 0.0), std::max(y, 0.0), std::max(z, 0.0)});
    return outside > 0.0 ? outside : std::max({x, y, z});
}

double reach(const Box& box, Vector origin) {
    return length(origin - box.centre) + length({box.half[0], box.half[1], box.half[2]});
}

double clearance(const Box& box, const Ray& ray, Mode mode) {
    const Segment segment(ray);
    double gap = -depth_of(box, segment);
    if (gap > 0.0)
        gap = least_distance(segment, box.centre, length({box.half[0], box.half[1], box.half[2]}),
                             [&](Vector point) { return signed_distance(box, point); });
    return solid_clearance(box, ray, mode, gap);
}

std::optional<Box> shrunk(const Box& box, double depth) {
    Box inner = box;
    for (double& half : inner.half) {
        half -= depth;
        if (half < 0.0)
            return std::nullopt;
    }
    return inner;
}

} // namespace reference
