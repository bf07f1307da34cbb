#include "kernels/checkers/ray_checker.hpp"

#include <algorithm>
#include <limits>

#include "kernels/checkers/faces.hpp"

namespace hostile {

using reference::Vector;

namespace {

constexpr double largest_float = std::numeric_limits<float>::max();

/// Values that the checks of all shapes share.
struct Situation {
    double unit;    ///< e s
    double allowed; ///< 16 e s
    double stretch; ///< |d|
    Vector along;   ///< d / |d|
    double t;       ///< the answer's; for a miss, that of the missed hit
    Vector normal;  ///< the answer's
    Vector point;   ///< on the ray at t

    template <class Reference>
    Situation(const Reference& shape, const reference::Ray& ray, const Answer& answer, double at)
        : unit(unit_of(reach(shape, ray.origin))), stretch(length(ray.direction)),
          along((1.0 / stretch) * ray.direction), t(at), normal(answer.vector(ray_number::normal)),
          point(ray.origin + t * ray.direction) {
        if (is_unbounded<Reference>)
            unit += epsilon * std::fabs(t) * stretch;
        allowed = promised * unit;
        // However accurate t is, floats near it are this far apart.
        if (std::fabs(t) < std::numeric_limits<float>::min())
            allowed += 0x1p-149 * stretch;
    }
};

reference::Mode mode_of(const lanecast::Options& options) {
    return {options.interior == lanecast::Interior::surface,
            options.backfaces == lanecast::Backfaces::hit};
}

/// The reference's answer, as far as float can represent it.
template <class Reference>
reference::Hit expected(const Reference& shape, const reference::Ray& ray, reference::Mode mode) {
    reference::Hit hit = closest_hit(shape, ray, mode);
    if (std::fabs(hit.t) > largest_float)
        hit.hit = false;
    return hit;
}

/// Whether a ray may be parallel to a plane. Components of directions and normals that are 2^126
/// times smaller than the largest may be rounded (docs/semantics.md), so the side of the plane on
/// which such a ray ends is unknown.
template <class Solid>
bool may_be_parallel(const Solid& solid, const Situation& now) {
    if constexpr (std::is_same_v<Solid, reference::Plane>)
        return std::fabs(dot(normalised(solid.normal), now.along)) <= 0x1p-146;
    else
        return false;
}

/// Whether the hit is so far along an unbounded shape that nothing is promised there.
template <class Reference>
bool is_too_far(const Situation& now) {
    return is_unbounded<Reference> && std::fabs(now.t) * now.stretch > largest_promised;
}

template <class Reference>
std::string check_miss(const Reference& shape, const reference::Ray& ray, reference::Mode mode,
                       const Answer& answer, Worst& worst) {
    if (!is_miss(rays, answer, 0))
        return "a miss is written as documented";
    const reference::Hit truth = expected(shape, ray, mode);
    if (!truth.hit || std::fabs(truth.t) > largest_float * (1.0 - promised * epsilon))
        return {};
    ++worst.flipped;
    const Situation now(shape, ray, answer, truth.t);
    if (is_too_far<Reference>(now))
        return {};
    // A ray that is almost parallel to an unbounded shape leads in as deep as one likes. The
    // clearance therefore counts on the path up to the hit and as far again, because the allowed
    // displacement grows with the path, too. A ray that may be parallel does not lead in.
    reference::Ray up_to_hit = ray;
    up_to_hit.t_max = std::min(ray.t_max, largest_float);
    if (is_unbounded<Reference> && (truth.t > 0.0 || may_be_parallel(shape, now)))
        up_to_hit.t_max = std::min(up_to_hit.t_max, 2.0 * std::fabs(truth.t));
    const double displacement = std::fabs(clearance(shape, up_to_hit, mode));
    worst.note(Worst::decision, displacement, now.unit);
    return displacement <= now.allowed ? "" : "a hit is missed only within 16 e s";
}

/// Checks that the normal is that of a face on whose surface the point lies and which the ray
/// crosses in this direction.
template <class Solid>
std::string check_crossing_normal(const Solid& solid, const Situation& now, bool leaves,
                                  Worst& worst) {
    const Faces faces = faces_at(solid, now.point);
    double error = reference::infinity;
    double unit = 1.0;
    for (std::size_t i = 0; i < faces.count; ++i) {
        const Face& face = faces.list[i];
        const double its_unit = 4.0 * epsilon + now.unit * face.bend;
        const double slope = dot(face.normal, now.along) * (leaves ? -1.0 : 1.0);
        if (slope > promised * its_unit || std::fabs(face.height) > now.allowed)
            continue;
        const double its_error = length(now.normal - face.normal);
        if (its_error / its_unit < error / unit) {
            error = its_error;
            unit = its_unit;
        }
    }
    const double slope = dot(now.normal, now.along) * (leaves ? -1.0 : 1.0);
    if (slope > promised * unit)
        return "normals point outwards";
    return worst.note(Worst::normal, error, unit)
               ? ""
               : "normals are within 64 e + 16 e s / radius of curvature";
}

/// Distance of a point from an edge, or from where the curvature of the boundary changes: a ray
/// that almost lies in the barrel of a capsule leaves it there, no matter how deep rounding error
/// puts it.
template <class Solid>
double to_edge(const Solid& solid, Vector point) {
    const double edge = closest_point(solid, point).edge;
    if constexpr (std::is_same_v<Solid, reference::Capsule>) {
        const Vector axis = solid.b - solid.a;
        if (length(axis) > 0.0) {
            const Vector unit = (1.0 / length(axis)) * axis;
            return std::min({edge, std::fabs(dot(point - solid.a, unit)),
                             std::fabs(dot(point - solid.b, unit))});
        }
    }
    return edge;
}

/// Checks a hit that the reference has, too. If an edge lies between the two hits, or near them,
/// only the distance from the boundary counts.
template <class Solid>
std::string check_error_along_normal(const Solid& solid, const reference::Ray& ray,
                                     const reference::Hit& truth, const Situation& now,
                                     Worst& worst) {
    const double way = std::fabs(now.t - truth.t) * now.stretch;
    const double error = way * std::fabs(truth.cosine);
    if (error <= worst.errors[Worst::position] * now.unit)
        return {};
    const Vector there = ray.origin + truth.t * ray.direction;
    if (to_edge(solid, there) <= way + now.allowed)
        return {};
    worst.note(Worst::position, error, now.unit);
    return error <= now.allowed ? "" : "|t - t_true| |d| |cos| <= 16 e s";
}

template <class Solid>
std::string check_hit(const Solid& solid, const reference::Ray& ray, reference::Mode mode,
                      const Situation& now, const Answer& answer, Worst& worst) {
    if (answer.number(ray_number::u) != 0.0 || answer.number(ray_number::v) != 0.0)
        return "u and v of solids are 0";
    if constexpr (std::is_same_v<Solid, reference::Capsule>)
        if (solid.radius == 0.0)
            return "rays miss capsules of radius 0";

    const bool inside = answer.inside();
    const bool leaves = answer.back();
    const bool starts = std::isfinite(ray.t_min);
    const reference::Hit truth = expected(solid, ray, mode);
    if (inside) {
        if (!starts)
            return "an infinite line has no start that could be inside";
        const double outside = signed_distance(solid, ray.origin + ray.t_min * ray.direction);
        if (outside > now.allowed)
            return "a start is inside only within 16 e s";
        if (!truth.hit || !truth.inside)
            worst.note(Worst::decision, outside, now.unit);
    }
    if (inside && !mode.surface) {
        if (!truth.hit)
            ++worst.flipped;
        if (leaves || now.t != ray.t_min)
            return "a start inside a solid is the hit";
        return worst.note(Worst::normal, length(now.normal + now.along), 4.0 * epsilon)
                   ? ""
                   : "the normal of a start inside is -d/|d|";
    }
    // A line without a start leaves a half-space that it never entered.
    const bool comes_from_inside = inside || (std::is_same_v<Solid, reference::Plane> && !starts);
    if ((leaves && !comes_from_inside) || (inside && !leaves) || (leaves && !mode.backfaces))
        return "solids are left only by hollow starts inside, and if backfaces count";

    const double off = std::fabs(signed_distance(solid, now.point));
    worst.note(truth.hit ? Worst::position : Worst::decision, off, now.unit);
    worst.flipped += truth.hit ? 0 : 1;
    if (off > now.allowed)
        return "hits are within 16 e s of the boundary";
    if (const auto core = shrunk(solid, now.allowed); core && !may_be_parallel(solid, now)) {
        const auto through = crossing(*core, ray);
        if (through && (leaves ? through->leave > now.t
                               : through->enter < now.t && through->leave >= ray.t_min))
            return "a hit is the first crossing that counts, within 16 e s";
    }
    if (truth.hit && truth.inside == inside && truth.back == leaves)
        if (std::string broken = check_error_along_normal(solid, ray, truth, now, worst);
            !broken.empty())
            return broken;
    return check_crossing_normal(solid, now, leaves, worst);
}

std::string check_hit(const reference::Triangle& triangle, const reference::Ray& ray,
                      reference::Mode mode, const Situation& now, const Answer& answer,
                      Worst& worst) {
    if (answer.inside())
        return "triangles have no inside";
    const Vector area = cross(triangle.v1 - triangle.v0, triangle.v2 - triangle.v0);
    if (dot(area, area) == 0.0)
        return "triangles of zero area are missed";

    const double off = signed_distance(triangle, now.point);
    const reference::Hit truth = expected(triangle, ray, {mode.surface, true});
    worst.note(truth.hit ? Worst::position : Worst::decision, off, now.unit);
    worst.flipped += truth.hit ? 0 : 1;
    if (off > now.allowed)
        return "hits are within 16 e s of the triangle";

    // Which side is hit is uncertain only if the triangle is edge-on and the ray almost misses it.
    const bool back = answer.back();
    const Vector front = reference::front_normal(triangle);
    const double cosine = dot(front, now.along);
    if ((back && !mode.backfaces) ||
        (back != (cosine > 0.0) &&
         std::fabs(clearance(triangle, ray, {mode.surface, true})) > now.allowed))
        return "front and back are told apart";

    const double u = answer.number(ray_number::u);
    const double v = answer.number(ray_number::v);
    if (u < 0.0 || v < 0.0 || u + v > 1.0 + 4.0 * epsilon)
        return "u, v and 1 - u - v are not negative";
    const Vector by_weights =
        triangle.v0 + u * (triangle.v1 - triangle.v0) + v * (triangle.v2 - triangle.v0);
    const double apart = length(by_weights - now.point) / (1.0 + 1.0 / std::fabs(cosine));
    worst.note(Worst::point, apart, now.unit);
    if (apart > now.allowed)
        return "u and v give the hit's point within 16 e s (1 + 1/|cos|)";

    if (dot(now.normal, now.along) > 4.0 * epsilon)
        return "normals of triangles are turned against the ray";
    // A sliver whose points are all near its edges promises no normal.
    if (edge_distance(triangle, centroid(triangle)) <= now.allowed)
        return {};
    return worst.note(Worst::normal, length(now.normal - (back ? -front : front)), 4.0 * epsilon)
               ? ""
               : "normals of triangles are within 64 e";
}

std::string check_hit(const reference::Line&, const reference::Ray&, reference::Mode,
                      const Situation&, const Answer&, Worst&) {
    return "rays miss lines";
}

} // namespace

bool is_sane(const Answer& answer, const reference::Ray& ray, std::uint32_t index) {
    if (!answer.hit())
        return is_miss(rays, answer, 0);
    constexpr std::uint32_t possible =
        lanecast::flag::hit | lanecast::flag::inside | lanecast::flag::back;
    const double t = answer.number(ray_number::t);
    return is_sane_hit(rays, answer, index, possible) && std::isfinite(t) && t >= ray.t_min &&
           t <= ray.t_max && answer.yes == 1;
}

template <class Reference>
std::string check(const Reference& shape, const reference::Ray& ray,
                  const lanecast::Options& options, const Answer& answer, std::uint32_t index,
                  Worst& worst) {
    const reference::Mode mode = mode_of(options);
    ++worst.cases;
    if (!answer.hit())
        return check_miss(shape, ray, mode, answer, worst);
    ++worst.hits;
    if (!is_sane(answer, ray, index))
        return "a hit is finite and within the ray's bounds, and the ray occluded";
    const Situation now(shape, ray, answer, answer.number(ray_number::t));
    if (is_too_far<Reference>(now))
        return {};
    if (!has_unit_length(now.normal))
        return "normals have unit length";
    return check_hit(shape, ray, mode, now, answer, worst);
}

using Options = lanecast::Options;
template std::string check(const reference::Sphere&, const reference::Ray&, const Options&,
                           const Answer&, std::uint32_t, Worst&);
template std::string check(const reference::Box&, const reference::Ray&, const Options&,
                           const Answer&, std::uint32_t, Worst&);
template std::string check(const reference::Capsule&, const reference::Ray&, const Options&,
                           const Answer&, std::uint32_t, Worst&);
template std::string check(const reference::Cylinder&, const reference::Ray&, const Options&,
                           const Answer&, std::uint32_t, Worst&);
template std::string check(const reference::Cone&, const reference::Ray&, const Options&,
                           const Answer&, std::uint32_t, Worst&);
template std::string check(const reference::Triangle&, const reference::Ray&, const Options&,
                           const Answer&, std::uint32_t, Worst&);
template std::string check(const reference::Plane&, const reference::Ray&, const Options&,
                           const Answer&, std::uint32_t, Worst&);
template std::string check(const reference::Line&, const reference::Ray&, const Options&,
                           const Answer&, std::uint32_t, Worst&);

} // namespace hostile
