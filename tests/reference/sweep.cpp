#include "reference/sweep.hpp"

#include <algorithm>

#include "reference/bisection.hpp"
#include "reference/growth.hpp"

namespace reference {

namespace {

MovingPoint centre_of(const MovingSphere& moving) {
    return {LongVector(moving.centre), LongVector(moving.displacement)};
}

Vector unit_of(const MovingSphere& moving) { return normalised_or(moving.displacement, {0, 0, 0}); }

/// The time of impact of a sphere that is outside at t = 0.
std::optional<double> entry(const std::optional<Stay>& stay, const MovingSphere& moving) {
    if (!stay || stay->last < 0.0L || stay->first > static_cast<long double>(moving.t_max))
        return std::nullopt;
    return static_cast<double>(std::max(stay->first, 0.0L));
}

template <class Shape>
bool has_inside(const Shape&) {
    return !std::is_same_v<Shape, Triangle> && !std::is_same_v<Shape, Line>;
}
bool has_inside(const Capsule& capsule) { return capsule.radius > 0.0; }
bool has_inside(const Box& box) { return std::min({box.half[0], box.half[1], box.half[2]}) > 0.0; }

/// The answer for any shape. `touch` is only called if nothing overlaps at t = 0.
template <class Shape, class Touch>
Impact impact(const Shape& shape, const MovingSphere& moving, StartOverlap start, Touch touch) {
    Impact answer;
    ClosestPoint closest = closest_point(shape, moving.centre);
    if (closest.distance <= moving.radius) {
        const bool counts =
            start == StartOverlap::report ||
            (start == StartOverlap::leaving && (dot(closest.normal, moving.displacement) < 0.0 ||
                                                (closest.distance == 0.0 && !has_inside(shape))));
        if (!counts)
            return answer;
        answer.start_overlap = true;
        answer.depth = moving.radius - closest.distance;
        answer.t = 0.0;
    } else {
        const std::optional<double> t = touch();
        if (!t)
            return answer;
        answer.t = *t;
        closest = closest_point(shape, moving.at(*t));
    }
    answer.hit = true;
    answer.point = closest.point;
    answer.normal = closest.normal;
    answer.cosine = dot(unit_of(moving), answer.normal);
    return answer;
}

/// The clearance for the least signed distance on the path.
template <class Shape>
double clearance_of(const Shape& shape, const MovingSphere& moving, StartOverlap start,
                    double least) {
    const double margin = moving.radius - least;
    if (start != StartOverlap::ignore || margin < 0.0)
        return margin;
    const double before = signed_distance(shape, moving.centre) - moving.radius;
    return before <= 0.0 ? before : std::min(margin, before);
}

template <class Shape>
double clearance_by_bisection(const Shape& shape, const MovingSphere& moving, StartOverlap start) {
    return clearance_of(shape, moving, start, least_by_bisection(shape, moving));
}

/// The time within the path at which a point is nearest to the origin.
double nearest_time(Vector start, Vector step, double t_max) {
    const double square = dot(step, step);
    return square > 0.0 ? std::clamp(-dot(start, step) / square, 0.0, t_max) : 0.0;
}

} // namespace

MovingSphere relative_to(Vector shape_displacement, const MovingSphere& sphere) {
    MovingSphere relative = sphere;
    relative.displacement = sphere.displacement - shape_displacement;
    return relative;
}

Impact sweep(const Sphere& sphere, const MovingSphere& moving, StartOverlap start) {
    return impact(sphere, moving, start, [&] {
        return entry(
            stay_near_point(centre_of(moving), sphere.centre, sphere.radius + moving.radius),
            moving);
    });
}

Impact sweep(const Box& box, const MovingSphere& moving, StartOverlap start) {
    return impact(box, moving, start, [&] { return touch_by_bisection(box, moving); });
}

Impact sweep(const Capsule& capsule, const MovingSphere& moving, StartOverlap start) {
    return impact(capsule, moving, start, [&] {
        return entry(stay_near_segment(centre_of(moving), capsule.a, capsule.b,
                                       capsule.radius + moving.radius),
                     moving);
    });
}

Impact sweep(const Cylinder& cylinder, const MovingSphere& moving, StartOverlap start) {
    return impact(cylinder, moving, start, [&] { return touch_by_bisection(cylinder, moving); });
}

Impact sweep(const Cone& cone, const MovingSphere& moving, StartOverlap start) {
    return impact(cone, moving, start, [&] { return touch_by_bisection(cone, moving); });
}

Impact sweep(const Triangle& triangle, const MovingSphere& moving, StartOverlap start) {
    Impact answer = impact(triangle, moving, start, [&] {
        return entry(stay_near_triangle(centre_of(moving), triangle.v0, triangle.v1, triangle.v2,
                                        moving.radius),
                     moving);
    });
    // A moving point comes so close to the face that only its start determines the side.
    if (answer.hit && !answer.start_overlap) {
        const double side = dot(answer.normal, moving.centre - answer.point);
        if (side < 0.0 && closest_point(triangle, moving.at(answer.t)).edge > 0.0) {
            answer.normal = -answer.normal;
            answer.cosine = -answer.cosine;
        }
    }
    return answer;
}

Impact sweep(const Plane& plane, const MovingSphere& moving, StartOverlap start) {
    return impact(plane, moving, start, [&]() -> std::optional<double> {
        const double approach = -dot(plane.normal, moving.displacement);
        const double gap =
            (signed_distance(plane, moving.centre) - moving.radius) * length(plane.normal);
        if (!(gap <= approach * moving.t_max) || approach <= 0.0)
            return std::nullopt;
        return gap / approach;
    });
}

Impact sweep(const Line& line, const MovingSphere& moving, StartOverlap start) {
    return impact(line, moving, start, [&] {
        return entry(stay_near_line(centre_of(moving), line.point, line.direction, moving.radius),
                     moving);
    });
}

double sweep_clearance(const Sphere& sphere, const MovingSphere& moving, StartOverlap start) {
    const double t = nearest_time(moving.centre - sphere.centre, moving.displacement, moving.t_max);
    return clearance_of(sphere, moving, start, signed_distance(sphere, moving.at(t)));
}

double sweep_clearance(const Box& box, const MovingSphere& moving, StartOverlap start) {
    return clearance_by_bisection(box, moving, start);
}

double sweep_clearance(const Capsule& capsule, const MovingSphere& moving, StartOverlap start) {
    return clearance_by_bisection(capsule, moving, start);
}

double sweep_clearance(const Cylinder& cylinder, const MovingSphere& moving, StartOverlap start) {
    return clearance_by_bisection(cylinder, moving, start);
}

double sweep_clearance(const Cone& cone, const MovingSphere& moving, StartOverlap start) {
    return clearance_by_bisection(cone, moving, start);
}

double sweep_clearance(const Triangle& triangle, const MovingSphere& moving, StartOverlap start) {
    return clearance_by_bisection(triangle, moving, start);
}

double sweep_clearance(const Plane& plane, const MovingSphere& moving, StartOverlap start) {
    const double begin = signed_distance(plane, moving.centre);
    const double slope = dot(normalised(plane.normal), moving.displacement);
    const double end = slope == 0.0 ? begin : begin + moving.t_max * slope;
    return clearance_of(plane, moving, start, std::min(begin, end));
}

double sweep_clearance(const Line& line, const MovingSphere& moving, StartOverlap start) {
    const Vector unit = normalised(line.direction);
    const Vector from_line = moving.centre - line.point;
    const double t =
        nearest_time(from_line - dot(from_line, unit) * unit,
                     moving.displacement - dot(moving.displacement, unit) * unit, moving.t_max);
    return clearance_of(line, moving, start, signed_distance(line, moving.at(t)));
}

} // namespace reference
