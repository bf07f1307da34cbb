#include "scalar/loop.hpp"
#include "scalar/vector.hpp"

namespace lanecast::bench::scalar {

/// Finds the t at which a height that changes by `slope` reaches `to` from above. False if it never
/// does, or only after t_max.
static inline bool falls(float height, float slope, float to, float t_max, float& t) {
    if (height <= to) {
        t = 0.0f;
        return true;
    }
    if (slope >= 0.0f)
        return false;
    t = (to - height) / slope;
    return t <= t_max;
}

/// Heights are in lengths of the normal, so no square root is needed.
static inline bool meets(const Ray& ray, const Plane& plane, float& t) {
    const float slope = dot(plane.normal, ray.direction);
    const float height = dot(plane.normal, ray.origin) - plane.offset + ray.t_min * slope;
    const bool hits = falls(height, slope, 0.0f, ray.t_max - ray.t_min, t);
    t += ray.t_min;
    return hits;
}

static inline bool touches(const Sweep& sweep, const Plane& plane, float& t) {
    return falls(dot(plane.normal, sweep.center) - plane.offset,
                 dot(plane.normal, sweep.displacement), sweep.radius * length(plane.normal),
                 sweep.t_max, t);
}

static inline bool is_overlap(const QuerySphere& query, const Plane& plane) {
    return dot(plane.normal, query.center) - plane.offset <= query.radius * length(plane.normal);
}

static inline Nearest nearest(const Vec3& p, const Plane& plane) {
    const float inverse = 1.0f / length(plane.normal);
    const float distance = (dot(plane.normal, p) - plane.offset) * inverse;
    return {distance, p - plane.normal * (distance * inverse)};
}

template struct Loops<Plane>;

} // namespace lanecast::bench::scalar
