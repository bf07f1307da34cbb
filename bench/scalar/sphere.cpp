#include "scalar/interval.hpp"
#include "scalar/loop.hpp"
#include "scalar/vector.hpp"

namespace lanecast::bench::scalar {

/// Solves |o + t d - c|^2 = r^2 for t.
static inline bool meets(const Ray& ray, const Sphere& sphere, float& t) {
    const Vec3 f = ray.origin - sphere.center;
    return meets(ray,
                 between_roots(dot(ray.direction, ray.direction), dot(f, ray.direction),
                               dot(f, f) - sphere.radius * sphere.radius),
                 t);
}

/// A ray of the centre against the sphere, inflated by the radius of the moving sphere.
static inline bool touches(const Sweep& sweep, const Sphere& sphere, float& t) {
    return meets(Ray{sweep.center, sweep.displacement, 0.0f, sweep.t_max},
                 Sphere{sphere.center, sphere.radius + sweep.radius}, t);
}

static inline bool is_overlap(const QuerySphere& query, const Sphere& sphere) {
    const Vec3 f = query.center - sphere.center;
    const float reach = query.radius + sphere.radius;
    return dot(f, f) <= reach * reach;
}

static inline Nearest nearest(const Vec3& p, const Sphere& sphere) {
    const Vec3 f = p - sphere.center;
    const float far = length(f);
    const Vec3 normal = far > 0.0f ? f * (1.0f / far) : Vec3{0.0f, 0.0f, 1.0f};
    return {far - sphere.radius, sphere.center + normal * sphere.radius};
}

template struct Loops<Sphere>;

} // namespace lanecast::bench::scalar
