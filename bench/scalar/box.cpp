#include "scalar/loop.hpp"
#include "scalar/slabs.hpp"
#include "scalar/vector.hpp"

namespace lanecast::bench::scalar {
namespace {

/// v turned by the inverse of the unit quaternion q.
inline Vec3 turned_back(const Vec3& v, const Quaternion& q) {
    const Vec3 axis = {-q.x, -q.y, -q.z};
    const Vec3 twice = cross(axis, v) * 2.0f;
    return v + twice * q.w + cross(axis, twice);
}

/// The slab test in the box's frame.
bool meets(const Ray& ray, const Box& box, float& t) {
    const Ray local = {turned_back(ray.origin - box.center, box.rotation),
                       turned_back(ray.direction, box.rotation), ray.t_min, ray.t_max};
    return meets_slabs(local, box.half_extents * -1.0f, box.half_extents, t);
}

} // namespace

void closest_hit(const Ray* rays, const Box* shapes, Hit* hits, std::size_t count) {
    for_each_pair(rays, shapes, hits, count, meets);
}

} // namespace lanecast::bench::scalar
