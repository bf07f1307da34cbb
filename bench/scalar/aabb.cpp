#include "scalar/loop.hpp"
#include "scalar/slabs.hpp"

namespace lanecast::bench::scalar {
namespace {

bool meets(const Ray& ray, const Aabb& box, float& t) {
    return meets_slabs(ray, box.lo, box.hi, t);
}

} // namespace

void closest_hit(const Ray* rays, const Aabb* shapes, Hit* hits, std::size_t count) {
    for_each_pair(rays, shapes, hits, count, meets);
}

} // namespace lanecast::bench::scalar
