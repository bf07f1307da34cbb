#include "reference/particle_touch.hpp"

#include <algorithm>

namespace reference {

namespace {

ClosestPoint closest(const WorldShape& shape, Vector point) {
    return std::visit([&](const auto& any) { return closest_point(any, point); }, shape);
}

bool has_area(const Triangle& triangle) {
    return length(cross(triangle.v1 - triangle.v0, triangle.v2 - triangle.v0)) > 0.0;
}

/// First point of a path within a distance of a shape. If there is none, the part of the path on
/// which the distance is least.
struct Approach {
    bool reaches = false;
    double low = 0.0; ///< the first t, if the path reaches the distance
    double high = 1.0;
};

/// Newton's method from t = 0, where the distance is larger than the wanted one. The distance is
/// convex on the path, so no step leads past the first t.
Approach approach(const WorldShape& shape, const Path& path, double distance) {
    double t = 0.0;
    double before = 0.0;
    for (int step = 0; step < 1000; ++step) {
        const ClosestPoint here = closest(shape, path.at(t));
        const double slope = dot(here.normal, path.displacement);
        const double gap = here.distance - distance;
        if (gap <= 0.0)
            break;
        if (slope >= 0.0)
            return {false, before, t};
        const double next = t - gap / slope;
        if (next > 1.0)
            return {false, t, 1.0};
        if (next <= t)
            break;
        before = t;
        t = next;
    }
    return {true, t, 1.0};
}

/// Least distance for low <= t <= high, by bisection on the sign of the slope.
double least_distance(const WorldShape& shape, const Path& path, double low, double high) {
    if (dot(closest(shape, path.at(high)).normal, path.displacement) <= 0.0)
        return closest(shape, path.at(high)).distance;
    for (int step = 0; step < 60; ++step) {
        const double middle = 0.5 * (low + high);
        const bool falls = dot(closest(shape, path.at(middle)).normal, path.displacement) <= 0.0;
        (falls ? low : high) = middle;
    }
    return closest(shape, path.at(low)).distance;
}

/// Returns whether the shape is not a surface or a line, so that it can hold a point.
bool has_inside(const WorldShape& shape) {
    return !std::holds_alternative<Triangle>(shape) && !std::holds_alternative<Line>(shape);
}

struct Face {
    Vector normal;
    double height = 0.0; ///< of the point above the plane of the face
};

/// Faces of a triangle or box, those on the side of the point.
std::vector<Face> faces_of(const WorldShape& shape, Vector point, const SideView& view) {
    std::vector<Face> faces;
    if (const Box* box = std::get_if<Box>(&shape)) {
        for (std::size_t i = 0; i < 3; ++i) {
            const double along = dot(point - box->centre, box->axes[i]);
            const double side = along < 0.0 ? -1.0 : 1.0;
            faces.push_back({side * box->axes[i], std::fabs(along) - box->half[i]});
        }
    } else if (const Triangle* triangle = std::get_if<Triangle>(&shape)) {
        if (has_area(*triangle)) {
            const Vector front = front_normal(*triangle);
            const double height = dot(point - triangle->v0, front);
            const double side = height < 0.0 && view.distance > 0.0 ? -1.0 : 1.0;
            faces.push_back({side * front, side * height});
        }
    }
    return faces;
}

double error_of_normal(const WorldShape& shape, const SideView& view, double error) {
    const double rounding = (is_tested_in_double(shape) ? 2.0 : 64.0) * float_epsilon;
    return std::min(rounding + error / std::max(view.curvature_radius, 1e-300), 2.0);
}

/// Returns whether the shape is touched at path.at(answer.t), and sets the normal.
bool touches_at(ParticleTouch& answer, const WorldShape& shape, const Path& path,
                const Shell& shell, const SideView& view, double error, Decisions& decisions) {
    const double speed = length(path.displacement);
    answer.normal = view.normal;
    answer.normal_error = error_of_normal(shape, view, error);
    double highest = -infinity;
    for (const Face& face : faces_of(shape, path.at(answer.t), view)) {
        if (decisions.less(Decision::face, face.height, shell.radius - 0.5 * shell.least_gap,
                           error))
            continue;
        const double flat_error = 2.0 * float_epsilon;
        if (!decisions.less(Decision::leads_into, dot(face.normal, path.displacement), 0.0,
                            flat_error * speed))
            return false;
        if (face.height <= highest)
            continue;
        highest = face.height;
        answer.normal = face.normal;
        answer.normal_error = flat_error;
    }
    answer.normal = normalised(decisions.with_noise(answer.normal, 0.5 * answer.normal_error));
    const double slope = dot(answer.normal, path.displacement);
    const bool leads_into =
        answer.t > 0.0 || highest > -infinity
            ? slope < 0.0
            : decisions.less(Decision::leads_into, slope, 0.0, answer.normal_error * speed);
    const double nearing = -std::max(slope, dot(view.normal, path.displacement));
    if (answer.depth < 4.0 * error)
        answer.path_error = nearing > 0.0 ? std::min(error * speed / nearing, speed) : speed;
    return leads_into;
}

} // namespace

bool is_tested_in_double(const WorldShape& shape) {
    return std::holds_alternative<Box>(shape) || std::holds_alternative<Triangle>(shape) ||
           std::holds_alternative<Plane>(shape);
}

double scale_of(const WorldShape& shape, Vector point, double radius) {
    return radius + std::visit([&](const auto& any) { return reach(any, point); }, shape);
}

double distance_error(const WorldShape& shape, const Path& path, double radius) {
    const double way = length(path.displacement);
    const double of_position = 0.5 * float_epsilon * (size_in_1(path.start) + way + radius);
    if (is_tested_in_double(shape))
        return of_position;
    return of_position + 16.0 * float_epsilon * (scale_of(shape, path.start, radius) + way);
}

Vector normal_of_touch(const WorldShape& shape, Vector center, const Shell& shell,
                       const SideView& view, double error, Decisions& decisions) {
    double highest = shell.radius - 0.5 * shell.least_gap;
    Vector normal = view.normal;
    for (const Face& face : faces_of(shape, center, view))
        if (!decisions.less(Decision::face, face.height, highest, error)) {
            highest = face.height;
            normal = face.normal;
        }
    return normal;
}

SideView view_from_start(const WorldShape& shape, const Path& path, const Shell& shell,
                         double error, Decisions& decisions) {
    const Vector point = path.start;
    const ClosestPoint near = closest(shape, decisions.with_noise(point, 0.5 * error));
    const double limit = 0.125 * shell.least_gap;
    if (const Box* box = std::get_if<Box>(&shape)) {
        const auto thinnest = std::min_element(box->half.begin(), box->half.end());
        if (*thinnest <= limit && near.distance <= 0.0) {
            const Vector axis = box->axes[static_cast<std::size_t>(thinnest - box->half.begin())];
            const double slope = dot(axis, path.displacement);
            decisions.record(Decision::side, std::fabs(slope),
                             2.0 * float_epsilon * length(path.displacement));
            const Vector normal = slope < 0.0 ? -axis : axis;
            return {dot(point - box->centre, normal) - *thinnest, normal, infinity, infinity};
        }
    }
    const Triangle* triangle = std::get_if<Triangle>(&shape);
    if (triangle != nullptr && has_area(*triangle)) {
        const Vector front = front_normal(*triangle);
        // If the point is in front of the interior, both sides of the decision give the same view.
        const bool within = dot(near.normal, front) > 0.999999 && near.distance > 0.0
                                ? near.distance <= limit
                                : !decisions.less(Decision::side, limit, near.distance, error);
        if (within)
            return {dot(point - triangle->v0, front), front, infinity, infinity};
    }
    return {near.distance, near.normal, near.curvature_radius, near.margin};
}

std::optional<ParticleTouch> touch(const WorldShape& shape, const Path& path, const Shell& shell,
                                   double error, Decisions& decisions) {
    const double speed = length(path.displacement);
    if (speed == 0.0)
        return std::nullopt;
    const SideView start = view_from_start(shape, path, shell, error, decisions);
    const double limit = -0.125 * shell.least_gap;
    if (has_inside(shape) && start.distance < 0.0 &&
        decisions.less(Decision::side, start.distance, limit, error))
        return std::nullopt; // the test for overlaps finds it
    const double distance = shell.radius + decisions.noise(error);
    ParticleTouch answer;
    answer.depth = shell.radius - start.distance;
    if (start.distance <= distance) {
        answer.t = 0.0;
        if (!touches_at(answer, shape, path, shell, start, error, decisions))
            return std::nullopt;
        return answer;
    }
    if (start.distance - distance - speed > 4.0 * error)
        return std::nullopt;
    const Approach range = approach(shape, path, distance);
    // The distance by which the shape must move to flip hit and miss.
    const double end = closest(shape, path.at(1.0)).distance;
    if (!range.reaches || end > distance - 4.0 * error)
        decisions.record(
            Decision::miss,
            std::fabs(least_distance(shape, path, range.low, range.high) - shell.radius), error);
    if (!range.reaches)
        return std::nullopt;
    answer.t = range.low;
    answer.depth = 0.0;
    const ClosestPoint there = closest(shape, path.at(answer.t));
    const SideView view = {there.distance, there.normal, there.curvature_radius, there.margin};
    if (!touches_at(answer, shape, path, shell, view, error, decisions))
        return std::nullopt;
    return answer;
}

} // namespace reference
