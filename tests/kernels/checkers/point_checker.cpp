#include "kernels/checkers/point_checker.hpp"

#include "reference/sweep.hpp"

namespace hostile {

using reference::ClosestPoint;
using reference::Vector;

bool is_sane(const Answer& answer, const Point::Exact& query, std::uint32_t index) {
    if (!answer.hit())
        return is_miss(points, answer, 0);
    constexpr std::uint32_t possible = lanecast::flag::hit | lanecast::flag::inside;
    const double distance = answer.number(point_number::distance);
    return is_sane_hit(points, answer, index, possible) && distance <= query.max_distance &&
           answer.inside() == (distance < 0.0);
}

bool is_sane(const Answer& answer, const QuerySphere::Exact&, std::uint32_t) {
    return answer.yes <= 1;
}

template <class Reference>
std::string check(const Reference& shape, const Point::Exact& query, const lanecast::Options&,
                  const Answer& answer, std::uint32_t index, Worst& worst) {
    ++worst.cases;
    const double unit = unit_of(reach(shape, query.position));
    const ClosestPoint closest = closest_point(shape, query.position);
    const double beyond = closest.distance - query.max_distance;
    if (!answer.hit()) {
        worst.flipped += beyond <= 0.0 ? 1 : 0;
        if (!is_miss(points, answer, 0))
            return "a miss is written as documented";
        return worst.note(Worst::decision, -beyond, unit) ? ""
                                                          : "shapes are missed only within 16 e s";
    }
    ++worst.hits;
    worst.flipped += beyond > 0.0 ? 1 : 0;
    if (!is_sane(answer, query, index))
        return "an answer is finite, up to the cut-off, and inside where it is negative";
    if (!worst.note(Worst::decision, beyond, unit))
        return "shapes are found only up to the cut-off and 16 e s";
    const double error = std::fabs(answer.number(point_number::distance) - closest.distance);
    if (!worst.note(Worst::position, error, unit))
        return "distances are within 16 e s";
    if (std::string broken = check_nearest_point(shape, closest, query.position,
                                                 answer.vector(point_number::point), unit, worst);
        !broken.empty())
        return broken;
    return check_normal(closest, answer.vector(point_number::normal), unit,
                        doubtful_normals<Reference>, worst);
}

template <class Reference>
std::string check(const Reference& shape, const QuerySphere::Exact& query, const lanecast::Options&,
                  const Answer& answer, std::uint32_t, Worst& worst) {
    const double margin = overlap_margin(shape, query.centre, query.radius);
    const bool overlap = answer.yes != 0;
    ++worst.cases;
    worst.hits += answer.yes;
    if (overlap == (margin >= 0.0))
        return {};
    ++worst.flipped;
    const double unit = unit_of(reach(shape, query.centre) + query.radius);
    return worst.note(Worst::decision, std::fabs(margin), unit)
               ? ""
               : "overlaps are decided rightly but for 16 e s";
}

using lanecast::Options;
template std::string check(const reference::Sphere&, const Point::Exact&, const Options&,
                           const Answer&, std::uint32_t, Worst&);
template std::string check(const reference::Box&, const Point::Exact&, const Options&,
                           const Answer&, std::uint32_t, Worst&);
template std::string check(const reference::Capsule&, const Point::Exact&, const Options&,
                           const Answer&, std::uint32_t, Worst&);
template std::string check(const reference::Cylinder&, const Point::Exact&, const Options&,
                           const Answer&, std::uint32_t, Worst&);
template std::string check(const reference::Cone&, const Point::Exact&, const Options&,
                           const Answer&, std::uint32_t, Worst&);
template std::string check(const reference::Triangle&, const Point::Exact&, const Options&,
                           const Answer&, std::uint32_t, Worst&);
template std::string check(const reference::Plane&, const Point::Exact&, const Options&,
                           const Answer&, std::uint32_t, Worst&);
template std::string check(const reference::Line&, const Point::Exact&, const Options&,
                           const Answer&, std::uint32_t, Worst&);
template std::string check(const reference::Sphere&, const QuerySphere::Exact&, const Options&,
                           const Answer&, std::uint32_t, Worst&);
template std::string check(const reference::Box&, const QuerySphere::Exact&, const Options&,
                           const Answer&, std::uint32_t, Worst&);
template std::string check(const reference::Capsule&, const QuerySphere::Exact&, const Options&,
                           const Answer&, std::uint32_t, Worst&);
template std::string check(const reference::Cylinder&, const QuerySphere::Exact&, const Options&,
                           const Answer&, std::uint32_t, Worst&);
template std::string check(const reference::Cone&, const QuerySphere::Exact&, const Options&,
                           const Answer&, std::uint32_t, Worst&);
template std::string check(const reference::Triangle&, const QuerySphere::Exact&, const Options&,
                           const Answer&, std::uint32_t, Worst&);
template std::string check(const reference::Plane&, const QuerySphere::Exact&, const Options&,
                           const Answer&, std::uint32_t, Worst&);
template std::string check(const reference::Line&, const QuerySphere::Exact&, const Options&,
                           const Answer&, std::uint32_t, Worst&);

} // namespace hostile
