#include "scalar/loop.hpp"
#include "scalar/vector.hpp"

namespace lanecast::bench::scalar {
namespace {

/// Möller, Trumbore: Fast, Minimum Storage Ray-Triangle Intersection, JGT 2 (1997).
bool meets(const Ray& ray, const Triangle& triangle, float& t) {
    const Vec3 edge1 = triangle.v1 - triangle.v0;
    const Vec3 edge2 = triangle.v2 - triangle.v0;
    const Vec3 p = cross(ray.direction, edge2);
    const float determinant = dot(edge1, p);
    if (determinant == 0.0f) {
        return false;
    }
    const float inverse = 1.0f / determinant;
    const Vec3 from_v0 = ray.origin - triangle.v0;
    const float u = dot(from_v0, p) * inverse;
    if (u < 0.0f || u > 1.0f) {
        return false;
    }
    const Vec3 q = cross(from_v0, edge1);
    const float v = dot(ray.direction, q) * inverse;
    if (v < 0.0f || u + v > 1.0f) {
        return false;
    }
    t = dot(edge2, q) * inverse;
    return t >= ray.t_min && t <= ray.t_max;
}

} // namespace

void closest_hit(const Ray* rays, const Triangle* shapes, Hit* hits, std::size_t count) {
    for_each_pair(rays, shapes, hits, count, meets);
}

} // namespace lanecast::bench::scalar
