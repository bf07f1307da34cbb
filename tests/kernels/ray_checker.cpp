#include "kernels/ray_checker.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace hostile {

using reference::Vector;

namespace {

constexpr double largest_float = std::numeric_limits<float>::max();

/// What the checks of all shapes start from.
struct Situation {
    double unit;    ///< e s
    double allowed; ///< 16 e s
    double stretch; ///< |d|
    Vector along;   ///< d / |d|
    Vector normal;  ///< the answer's
    Vector point;   ///< the answer's, from its t

    Situation(const reference::Ray& ray, double reach, const Answer& answer)
        : unit(epsilon * reach), allowed(promised * unit), stretch(length(ray.direction)),
          along((1.0 / stretch) * ray.direction), normal{answer.normal.x, answer.normal.y,
                                                         answer.normal.z},
          point(ray.origin + static_cast<double>(answer.t) * ray.direction) {
        // No float is nearer to t than this, however well it was computed.
        if (std::fabs(answer.t) < std::numeric_limits<float>::min())
            allowed += 0x1p-149 * stretch;
    }
};

reference::Mode mode_of(const lanecast::Options& options) {
    return {options.interior == lanecast::Interior::surface, options.backfaces};
}

/// The reference's answer, as far as a float can say it.
template <class Shape>
reference::Hit expected(const Shape& shape, const reference::Ray& ray, reference::Mode mode) {
    reference::Hit hit = closest_hit(shape, ray, mode);
    if (std::fabs(hit.t) > largest_float)
        hit.hit = false;
    return hit;
}

template <class Shape>
std::string check_miss(const Shape& shape, const reference::Ray& ray, reference::Mode mode,
                       const Situation& now, const Answer& answer, Worst& worst) {
    if (!is_miss(answer, 0))
        return "a miss is written as documented";
    const reference::Hit truth = expected(shape, ray, mode);
    if (!truth.hit)
        return {};
    if (std::fabs(truth.t) > largest_float * (1.0 - promised * epsilon))
        return {};
    const double displacement = std::fabs(clearance(shape, ray, mode));
    ++worst.flipped;
    worst.decision = std::max(worst.decision, displacement / now.unit);
    return displacement <= now.allowed ? "" : "a hit is missed only within 16 e s";
}

std::string check_unit_length(const Situation& now) {
    return std::fabs(length(now.normal) - 1.0) <= 16.0 * epsilon ? "" : "normals have unit length";
}

/// `error` of a normal where the boundary has the curvature `bend`.
std::string check_normal(double error, double bend, const Situation& now, Worst& worst) {
    const double measured = error / (4.0 * epsilon + now.unit * bend);
    worst.normal = std::max(worst.normal, measured);
    return measured <= promised ? "" : "normals are within 64 e + 16 e s / radius of curvature";
}

std::string check_crossing_normal(const reference::Sphere& sphere, const Situation& now,
                                  bool leaves, Worst& worst) {
    const double bend = 1.0 / sphere.radius;
    const double slope = dot(now.normal, now.along) * (leaves ? -1.0 : 1.0);
    if (slope > promised * (4.0 * epsilon + now.unit * bend))
        return "normals point outwards";
    const Vector truth = normalised(now.point - sphere.centre);
    return check_normal(length(now.normal - truth), bend, now, worst);
}

/// The normal must be that of a face in whose plane the point lies and which the ray crosses that
/// way.
std::string check_crossing_normal(const reference::Box& box, const Situation& now, bool leaves,
                                  Worst& worst) {
    double least = reference::infinity;
    const Vector from_centre = now.point - box.centre;
    for (std::size_t i = 0; i < 3; ++i) {
        for (const double sign : {-1.0, 1.0}) {
            const Vector face = sign * box.axes[i];
            const double slope = dot(face, now.along) * (leaves ? -1.0 : 1.0);
            const double height = dot(face, from_centre) - box.half[i];
            if (slope <= 64.0 * epsilon && std::fabs(height) <= now.allowed)
                least = std::min(least, length(now.normal - face));
        }
    }
    return check_normal(least, 0.0, now, worst);
}

/// On a sphere the error along the normal is more than the distance from the boundary where the ray
/// grazes it.
double error_along_normal(const reference::Sphere&, const reference::Hit& truth,
                          const Situation& now, const Answer& answer) {
    return std::fabs(static_cast<double>(answer.t) - truth.t) * now.stretch *
           std::fabs(truth.cosine);
}

double error_along_normal(const reference::Box&, const reference::Hit&, const Situation&,
                          const Answer&) {
    return 0.0;
}

template <class Solid>
std::string check_solid(const Solid& solid, const reference::Ray& ray,
                        const lanecast::Options& options, const Answer& answer, std::uint32_t index,
                        Worst& worst) {
    const reference::Mode mode = mode_of(options);
    const Situation now(ray, reach(solid, ray.origin), answer);
    ++worst.cases;
    if ((answer.flags & lanecast::flag::hit) == 0)
        return check_miss(solid, ray, mode, now, answer, worst);

    ++worst.hits;
    if (!is_sane(answer, ray, index))
        return "a hit is finite and within the ray's bounds";
    if (answer.u != 0.0f || answer.v != 0.0f)
        return "u and v of solids are 0";
    if (std::string broken = check_unit_length(now); !broken.empty())
        return broken;

    const bool inside = (answer.flags & lanecast::flag::inside) != 0;
    const bool leaves = (answer.flags & lanecast::flag::back) != 0;
    const reference::Hit truth = expected(solid, ray, mode);
    if (inside) {
        if (!std::isfinite(ray.t_min))
            return "an infinite line has no start that could be inside";
        const double outside = signed_distance(solid, ray.origin + ray.t_min * ray.direction);
        if (outside > now.allowed)
            return "a start is inside only within 16 e s";
        if (!truth.hit || !truth.inside)
            worst.decision = std::max(worst.decision, outside / now.unit);
    }
    if (inside && !mode.surface) {
        if (!truth.hit)
            ++worst.flipped;
        if (leaves || static_cast<double>(answer.t) != ray.t_min)
            return "a start inside a solid is the hit";
        return check_normal(length(now.normal + now.along), 0.0, now, worst);
    }
    if (inside != leaves || (leaves && !mode.backfaces))
        return "solids are left only by hollow starts inside, and if backfaces count";

    const double off = std::fabs(signed_distance(solid, now.point));
    if (!truth.hit) {
        ++worst.flipped;
        worst.decision = std::max(worst.decision, off / now.unit);
    } else {
        worst.position = std::max(worst.position, off / now.unit);
    }
    if (off > now.allowed)
        return "hits are within 16 e s of the boundary";
    if (const auto core = shrunk(solid, now.allowed)) {
        const auto through = crossing(*core, ray);
        const auto t = static_cast<double>(answer.t);
        if (through && (leaves ? through->leave > t : through->enter < t))
            return "a hit is the first crossing that counts, within 16 e s";
    }
    if (truth.hit && truth.inside == inside) {
        const double error = error_along_normal(solid, truth, now, answer);
        worst.position = std::max(worst.position, error / now.unit);
        if (error > now.allowed)
            return "|t - t_true| |d| |cos| <= 16 e s";
    }
    return check_crossing_normal(solid, now, leaves, worst);
}

} // namespace

bool is_miss(const Answer& answer, std::uint32_t flags) {
    const auto zero = [](float x) { return std::bit_cast<std::uint32_t>(x) == 0; };
    return answer.t == std::numeric_limits<float>::infinity() && answer.id == lanecast::no_id &&
           answer.part == lanecast::no_id && zero(answer.normal.x) && zero(answer.normal.y) &&
           zero(answer.normal.z) && zero(answer.u) && zero(answer.v) && answer.flags == flags;
}

bool is_sane(const Answer& answer, const reference::Ray& ray, std::uint32_t index) {
    if ((answer.flags & lanecast::flag::hit) == 0)
        return is_miss(answer, 0);
    constexpr std::uint32_t possible =
        lanecast::flag::hit | lanecast::flag::inside | lanecast::flag::back;
    const auto t = static_cast<double>(answer.t);
    return std::isfinite(t) && t >= ray.t_min && t <= ray.t_max && answer.id == index &&
           answer.part == lanecast::no_id && (answer.flags & ~possible) == 0 &&
           std::isfinite(answer.normal.x) && std::isfinite(answer.normal.y) &&
           std::isfinite(answer.normal.z) && std::isfinite(answer.u) && std::isfinite(answer.v);
}

std::string check(const reference::Sphere& sphere, const reference::Ray& ray,
                  const lanecast::Options& options, const Answer& answer, std::uint32_t index,
                  Worst& worst) {
    return check_solid(sphere, ray, options, answer, index, worst);
}

std::string check(const reference::Box& box, const reference::Ray& ray,
                  const lanecast::Options& options, const Answer& answer, std::uint32_t index,
                  Worst& worst) {
    return check_solid(box, ray, options, answer, index, worst);
}

std::string check(const reference::Triangle& triangle, const reference::Ray& ray,
                  const lanecast::Options& options, const Answer& answer, std::uint32_t index,
                  Worst& worst) {
    const reference::Mode mode = mode_of(options);
    const Situation now(ray, reach(triangle, ray.origin), answer);
    ++worst.cases;
    if ((answer.flags & lanecast::flag::hit) == 0)
        return check_miss(triangle, ray, mode, now, answer, worst);

    ++worst.hits;
    if (!is_sane(answer, ray, index))
        return "a hit is finite and within the ray's bounds";
    if ((answer.flags & lanecast::flag::inside) != 0)
        return "triangles have no inside";
    const Vector area = cross(triangle.v1 - triangle.v0, triangle.v2 - triangle.v0);
    if (dot(area, area) == 0.0)
        return "triangles of zero area are missed";
    if (std::string broken = check_unit_length(now); !broken.empty())
        return broken;

    const double off = signed_distance(triangle, now.point);
    const reference::Hit truth = expected(triangle, ray, {mode.surface, true});
    if (!truth.hit) {
        ++worst.flipped;
        worst.decision = std::max(worst.decision, off / now.unit);
    } else {
        worst.position = std::max(worst.position, off / now.unit);
    }
    if (off > now.allowed)
        return "hits are within 16 e s of the triangle";

    // Which side is seen is in doubt only where the ray all but misses an edge-on triangle.
    const bool back = (answer.flags & lanecast::flag::back) != 0;
    const Vector front = reference::front_normal(triangle);
    const double cosine = dot(front, now.along);
    if ((back && !mode.backfaces) ||
        (back != (cosine > 0.0) &&
         std::fabs(clearance(triangle, ray, {mode.surface, true})) > now.allowed))
        return "front and back are told apart";

    const double u = answer.u;
    const double v = answer.v;
    if (u < 0.0 || v < 0.0 || u + v > 1.0 + 4.0 * epsilon)
        return "u, v and 1 - u - v are not negative";
    const Vector by_weights =
        triangle.v0 + u * (triangle.v1 - triangle.v0) + v * (triangle.v2 - triangle.v0);
    const double apart = length(by_weights - now.point) / (1.0 + 1.0 / std::fabs(cosine));
    worst.weights = std::max(worst.weights, apart / now.unit);
    if (apart > now.allowed)
        return "u and v give the hit's point within 16 e s (1 + 1/|cos|)";

    if (dot(now.normal, now.along) > 4.0 * epsilon)
        return "normals of triangles are turned against the ray";
    // A sliver that has no point away from its edges promises no normal.
    if (edge_distance(triangle, centroid(triangle)) <= now.allowed)
        return {};
    return check_normal(length(now.normal - (back ? -front : front)), 0.0, now, worst);
}

} // namespace hostile
