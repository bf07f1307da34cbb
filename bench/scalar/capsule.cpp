#include "scalar/axial.hpp"
#include "scalar/loop.hpp"
#include "scalar/segment.hpp"

namespace lanecast::bench::scalar {

static inline bool is_overlap(const QuerySphere& query, const Capsule& capsule) {
    const Vec3 away = query.center - nearest_of_segment(query.center, capsule.a, capsule.b);
    const float reach = query.radius + capsule.radius;
    return dot(away, away) <= reach * reach;
}

/// Entry into the barrel if it lies between the ends; otherwise entry into the sphere at the nearer
/// end.
static inline bool meets(const Ray& ray, const Capsule& capsule, float& t) {
    const AxialRay seen(ray, capsule.a, capsule.b - capsule.a);
    Interval part = in_barrel(seen, capsule.radius);
    if (part.enter > part.exit)
        return false;
    const float along = part.enter == -infinity ? -seen.ad : seen.af + part.enter * seen.ad;
    if (along <= 0.0f || along >= seen.aa) {
        const Vec3 f = ray.origin - (along <= 0.0f ? capsule.a : capsule.b);
        part = between_roots(seen.dd, dot(f, ray.direction),
                             dot(f, f) - capsule.radius * capsule.radius);
        if (part.enter > part.exit)
            return false;
    }
    t = part.enter;
    if (t < ray.t_min) {
        t = ray.t_min;
        return is_overlap({ray.origin + ray.direction * t, 0.0f}, capsule);
    }
    return t <= ray.t_max;
}

/// A ray of the centre against the capsule, inflated by the radius of the moving sphere.
static inline bool touches(const Sweep& sweep, const Capsule& capsule, float& t) {
    return meets(Ray{sweep.center, sweep.displacement, 0.0f, sweep.t_max},
                 Capsule{capsule.a, capsule.b, capsule.radius + sweep.radius}, t);
}

static inline Nearest nearest(const Vec3& p, const Capsule& capsule) {
    const Vec3 from = nearest_of_segment(p, capsule.a, capsule.b);
    const Vec3 away = p - from;
    const float far = length(away);
    const Vec3 normal = far > 0.0f ? away * (1.0f / far) : perpendicular(capsule.b - capsule.a);
    return {far - capsule.radius, from + normal * capsule.radius};
}

template struct Loops<Capsule>;

} // namespace lanecast::bench::scalar
