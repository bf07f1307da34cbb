#include <cmath>

#include "scalar/loop.hpp"
#include "scalar/vector.hpp"

namespace lanecast::bench::scalar {
namespace {

/// The quadratic |o + t d - c|^2 = r^2.
bool meets(const Ray& ray, const Sphere& sphere, float& t) {
    const Vec3 f = ray.origin - sphere.center;
    const float a = dot(ray.direction, ray.direction);
    const float b = dot(f, ray.direction);
    const float c = dot(f, f) - sphere.radius * sphere.radius;
    const float discriminant = b * b - a * c;
    if (discriminant < 0.0f) {
        return false;
    }
    const float root = std::sqrt(discriminant);
    const float inverse = 1.0f / a;
    const float enter = (-b - root) * inverse;
    const float exit = (-b + root) * inverse;
    if (exit < ray.t_min || enter > ray.t_max) {
        return false;
    }
    t = enter > ray.t_min ? enter : ray.t_min;
    return true;
}

} // namespace

void closest_hit(const Ray* rays, const Sphere* shapes, Hit* hits, std::size_t count) {
    for_each_pair(rays, shapes, hits, count, meets);
}

} // namespace lanecast::bench::scalar
