#include "kernels/checkers/sweep_checker.hpp"

#include <algorithm>
#include <limits>

#include "reference/sweep.hpp"

namespace hostile {

using reference::ClosestPoint;
using reference::Impact;
using reference::MovingSphere;
using reference::StartOverlap;
using reference::Vector;

namespace {

constexpr double largest_float = std::numeric_limits<float>::max();

StartOverlap start_of(const lanecast::Options& options) {
    switch (options.start_overlap) {
    case lanecast::StartOverlap::report:
        return StartOverlap::report;
    case lanecast::StartOverlap::ignore:
        return StartOverlap::ignore;
    case lanecast::StartOverlap::leaving:
        break;
    }
    return StartOverlap::leaving;
}

/// Values that the checks share.
struct Situation {
    double unit;    ///< e s
    double allowed; ///< 16 e s
    double speed;   ///< |m|
    double t;       ///< the answer's; for a miss, that of the missed hit
    Vector centre;  ///< at that time
    Vector normal;  ///< the answer's
    Vector point;

    template <class Reference>
    Situation(const Reference& shape, const MovingSphere& moving, const Answer& answer, double at)
        : unit(unit_of(reach(shape, moving.centre) + moving.radius)),
          speed(length(moving.displacement)), t(at), centre(moving.at(t)),
          normal(answer.vector(sweep_number::normal)), point(answer.vector(sweep_number::point)) {
        if (is_unbounded<Reference>)
            unit += epsilon * t * speed;
        allowed = promised * unit;
        // However accurate t is, floats near it are this far apart.
        if (t < std::numeric_limits<float>::min())
            allowed += 0x1p-149 * speed;
    }
};

/// The reference's answer, as far as float can represent it.
template <class Reference>
Impact expected(const Reference& shape, const MovingSphere& moving, StartOverlap start) {
    Impact impact = sweep(shape, moving, start);
    if (impact.t > largest_float)
        impact.hit = false;
    return impact;
}

/// Whether a shape has no inside, or is no thicker than `rounding`.
template <class Reference>
bool is_thin(const Reference& shape, double rounding) {
    if constexpr (requires { shape.half; })
        return std::min({shape.half[0], shape.half[1], shape.half[2]}) <= rounding;
    else if constexpr (requires { shape.base; })
        return std::min(shape.radius, length(shape.apex - shape.base)) <= rounding;
    else if constexpr (std::is_same_v<Reference, reference::Cylinder>)
        return std::min(shape.radius, length(shape.b - shape.a)) <= rounding;
    else if constexpr (requires { shape.radius; })
        return shape.radius <= rounding;
    else
        return !std::is_same_v<Reference, reference::Plane>;
}

/// Whether a path that overlaps at its start, within 16 e s, may lead in as well as out, given how
/// uncertain the normal is.
template <class Reference>
bool may_lead_either_way(const Reference& shape, const MovingSphere& moving, const Situation& now) {
    const ClosestPoint closest = closest_point(shape, moving.centre);
    if (closest.distance - moving.radius > now.allowed)
        return false;
    if (!closest.unique(now.allowed) || now.speed == 0.0)
        return true;
    if (std::fabs(closest.distance) <= now.allowed && is_thin(shape, now.allowed))
        return true;
    const double radius = closest.edge <= now.allowed
                              ? std::min(closest.curvature_radius, std::fabs(closest.distance))
                              : closest.curvature_radius;
    const double cosine = dot(closest.normal, normalised(moving.displacement));
    return std::fabs(cosine) <= 64.0 * epsilon + now.allowed / radius;
}

/// Whether the hit is so far along an unbounded shape that nothing is promised there.
template <class Reference>
bool is_too_far(const Situation& now) {
    return is_unbounded<Reference> && now.t * now.speed > largest_promised;
}

template <class Reference>
std::string check_miss(const Reference& shape, const MovingSphere& moving, StartOverlap start,
                       const Answer& answer, Worst& worst) {
    if (!is_miss(sweeps, answer, 0))
        return "a miss is written as documented";
    const Impact truth = expected(shape, moving, start);
    if (!truth.hit || truth.t > largest_float * (1.0 - promised * epsilon))
        return {};
    ++worst.flipped;
    const Situation now(shape, moving, answer, truth.t);
    if (start == StartOverlap::leaving && may_lead_either_way(shape, moving, now))
        return {};
    if (is_too_far<Reference>(now))
        return {};
    // A path without end that is almost parallel to an unbounded shape leads in as deep as one
    // likes. The clearance therefore counts on the path up to the impact and as far again, or as
    // far as the shape is away, because the allowed displacement grows with the path, too. Times
    // end with the largest float.
    MovingSphere up_to_impact = moving;
    up_to_impact.t_max = std::min(moving.t_max, largest_float);
    if (is_unbounded<Reference> && now.speed > 0.0) {
        const double far = reach(shape, moving.centre) + moving.radius;
        up_to_impact.t_max = std::min(up_to_impact.t_max, 2.0 * truth.t + far / now.speed);
    }
    const double displacement = std::fabs(sweep_clearance(shape, up_to_impact, start));
    worst.note(Worst::decision, displacement, now.unit);
    return displacement <= now.allowed ? "" : "a hit is missed only within 16 e s";
}

template <class Reference>
std::string check_start(const Reference& shape, const MovingSphere& moving, StartOverlap start,
                        const Situation& now, double depth, Worst& worst) {
    if (start == StartOverlap::ignore)
        return "what overlaps at the start is not there if it is to be ignored";
    if (now.t != 0.0)
        return "what overlaps at the start is hit at t = 0";
    const ClosestPoint closest = closest_point(shape, moving.centre);
    const double gap = closest.distance - moving.radius;
    worst.note(Worst::decision, gap, now.unit);
    worst.flipped += gap > 0.0 ? 1 : 0;
    if (gap > now.allowed)
        return "spheres overlap at the start only within 16 e s";
    if (start == StartOverlap::leaving && dot(closest.normal, moving.displacement) >= 0.0 &&
        !may_lead_either_way(shape, moving, now))
        return "what overlaps at the start is not there if the way leads out of it";
    if (depth < 0.0 || !worst.note(Worst::depth, std::fabs(depth + gap), now.unit))
        return "depths are within 16 e s";
    if (std::string broken =
            check_nearest_point(shape, closest, moving.centre, now.point, now.unit, worst);
        !broken.empty())
        return broken;
    return check_normal(closest, now.normal, now.unit, doubtful_normals<Reference>, worst);
}

/// The smallest signed distance between two times.
template <class Reference>
double least_between(const Reference& shape, const MovingSphere& moving, double first,
                     double last) {
    for (int step = 0; step < 100; ++step) {
        const double a = first + (last - first) / 3.0;
        const double b = last - (last - first) / 3.0;
        if (signed_distance(shape, moving.at(a)) < signed_distance(shape, moving.at(b)))
            last = b;
        else
            first = a;
    }
    return signed_distance(shape, moving.at(first));
}

/// Checks time and contact point of a touch that the reference has, too.
template <class Reference>
std::string check_against(const Impact& truth, const Reference& shape, const MovingSphere& moving,
                          const Situation& now, Worst& worst) {
    const double way = std::fabs(now.t - truth.t) * now.speed;
    // Near an edge that the sphere does not round off, times lie between the answers of the shape
    // grown and shrunk, which is checked elsewhere.
    const bool smooth = moving.radius > way + now.allowed ||
                        closest_point(shape, moving.at(truth.t)).edge > way + now.allowed;
    const double error = way * std::fabs(truth.cosine) - (now.allowed - promised * now.unit);
    if (smooth && !worst.note(Worst::position, error, now.unit))
        return "|t - t_true| |m| |cos| <= 16 e s";
    const double wrong = length(now.point - truth.point) - last_place(now.point, now.centre);
    double in_units = wrong / (1.0 + 1.0 / std::fabs(truth.cosine));
    if (!smooth) // the nearest point moves as far as the centre at most
        in_units = std::min(in_units, wrong - way);
    if (!worst.note(Worst::point, in_units, now.unit))
        return "contact points are within 16 e s (1 + 1/|cos|)";
    return {};
}

template <class Reference>
std::string check_touch(const Reference& shape, const MovingSphere& moving, StartOverlap start,
                        const Situation& now, double depth, Worst& worst) {
    if (depth != 0.0)
        return "only overlaps at the start have a depth";
    const double overlap = moving.radius - signed_distance(shape, moving.centre);
    if (overlap > now.allowed)
        return "spheres are apart at the start only within 16 e s";

    const ClosestPoint closest = closest_point(shape, now.centre);
    const double off = std::fabs(closest.distance - moving.radius);
    const Impact truth = expected(shape, moving, start);
    worst.note(truth.hit ? Worst::position : Worst::decision, off, now.unit);
    worst.flipped += truth.hit ? 0 : 1;
    if (off > now.allowed)
        return "the sphere touches the shape within 16 e s";
    const Vector along = normalised(moving.displacement);
    if (truth.hit && !truth.start_overlap) {
        if (now.t > truth.t && dot(closest.normal, along) > 0.0 &&
            least_between(shape, moving, truth.t, now.t) < moving.radius - now.allowed)
            return "a touch is the first one, within 16 e s";
        if (std::string broken = check_against(truth, shape, moving, now, worst); !broken.empty())
            return broken;
    }
    if (truth.hit && truth.start_overlap)
        worst.note(Worst::decision, overlap, now.unit);
    const double off_boundary =
        std::fabs(signed_distance(shape, now.point)) - last_place(now.point, now.centre);
    if (!worst.note(Worst::point, off_boundary, now.unit))
        return "contact points are within 16 e s of the boundary";
    if constexpr (std::is_same_v<Reference, reference::Triangle>)
        if (!closest.unique(now.allowed) && std::isinf(closest.curvature_radius) &&
            closest.edge > now.allowed && dot(now.normal, along) > 64.0 * epsilon)
            return "normals of triangles are turned against the way";
    return check_normal(closest, now.normal, now.unit, doubtful_normals<Reference>, worst);
}

} // namespace

bool is_sane(const Answer& answer, const MovingSphere& moving, std::uint32_t index) {
    if (!answer.hit())
        return is_miss(sweeps, answer, 0);
    constexpr std::uint32_t possible = lanecast::flag::hit | lanecast::flag::inside;
    const double t = answer.number(sweep_number::t);
    return is_sane_hit(sweeps, answer, index, possible) && std::isfinite(t) && t >= 0.0 &&
           t <= moving.t_max && answer.number(sweep_number::depth) >= 0.0;
}

template <class Reference>
std::string check(const Reference& shape, const MovingSphere& moving,
                  const lanecast::Options& options, const Answer& answer, std::uint32_t index,
                  Worst& worst) {
    const StartOverlap start = start_of(options);
    ++worst.cases;
    if (!answer.hit())
        return check_miss(shape, moving, start, answer, worst);
    ++worst.hits;
    if (!is_sane(answer, moving, index))
        return "a hit is finite and within the sweep's bounds";
    const Situation now(shape, moving, answer, answer.number(sweep_number::t));
    if (is_too_far<Reference>(now))
        return {};
    const double depth = answer.number(sweep_number::depth);
    return answer.inside() ? check_start(shape, moving, start, now, depth, worst)
                           : check_touch(shape, moving, start, now, depth, worst);
}

using lanecast::Options;
template std::string check(const reference::Sphere&, const MovingSphere&, const Options&,
                           const Answer&, std::uint32_t, Worst&);
template std::string check(const reference::Box&, const MovingSphere&, const Options&,
                           const Answer&, std::uint32_t, Worst&);
template std::string check(const reference::Capsule&, const MovingSphere&, const Options&,
                           const Answer&, std::uint32_t, Worst&);
template std::string check(const reference::Cylinder&, const MovingSphere&, const Options&,
                           const Answer&, std::uint32_t, Worst&);
template std::string check(const reference::Cone&, const MovingSphere&, const Options&,
                           const Answer&, std::uint32_t, Worst&);
template std::string check(const reference::Triangle&, const MovingSphere&, const Options&,
                           const Answer&, std::uint32_t, Worst&);
template std::string check(const reference::Plane&, const MovingSphere&, const Options&,
                           const Answer&, std::uint32_t, Worst&);
template std::string check(const reference::Line&, const MovingSphere&, const Options&,
                           const Answer&, std::uint32_t, Worst&);

} // namespace hostile
