#include "scalar/axial.hpp"
#include "scalar/loop.hpp"

namespace lanecast::bench::scalar {

/// Rays miss all lines.
static inline bool meets(const Ray&, const Line&, float&) { return false; }

static inline Vec3 nearest_of_line(const Vec3& p, const Line& line) {
    const float squared = dot(line.direction, line.direction);
    return line.point + line.direction * (dot(p - line.point, line.direction) / squared);
}

/// A ray of the centre against an infinite cylinder of the sphere's radius.
static inline bool touches(const Sweep& sweep, const Line& line, float& t) {
    const Ray ray = {sweep.center, sweep.displacement, 0.0f, sweep.t_max};
    return meets(ray, in_barrel(AxialRay(ray, line.point, line.direction), sweep.radius), t);
}

static inline bool is_overlap(const QuerySphere& query, const Line& line) {
    const Vec3 away = query.center - nearest_of_line(query.center, line);
    return dot(away, away) <= query.radius * query.radius;
}

static inline Nearest nearest(const Vec3& p, const Line& line) {
    const Vec3 point = nearest_of_line(p, line);
    return {length(p - point), point};
}

template struct Loops<Line>;

} // namespace lanecast::bench::scalar
