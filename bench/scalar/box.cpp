#include "scalar/loop.hpp"
#include "scalar/slabs.hpp"

namespace lanecast::bench::scalar {

/// v rotated by the unit quaternion (axis, w).
static inline Vec3 turned(const Vec3& v, const Vec3& axis, float w) {
    const Vec3 twice = cross(axis, v) * 2.0f;
    return v + twice * w + cross(axis, twice);
}

// The frame of a box, in which the box is axis-parallel and centred at 0.
static inline Vec3 into_frame(const Vec3& v, const Box& box) {
    const Quaternion& q = box.rotation;
    return turned(v, {-q.x, -q.y, -q.z}, q.w);
}
static inline Vec3 out_of_frame(const Vec3& v, const Box& box) {
    const Quaternion& q = box.rotation;
    return turned(v, {q.x, q.y, q.z}, q.w);
}
static inline Aabb in_frame(const Box& box) { return {box.half_extents * -1.0f, box.half_extents}; }

static inline bool meets(const Ray& ray, const Box& box, float& t) {
    const Ray seen = {into_frame(ray.origin - box.center, box), into_frame(ray.direction, box),
                      ray.t_min, ray.t_max};
    return meets(seen, in_frame(box), t);
}

static inline bool touches(const Sweep& sweep, const Box& box, float& t) {
    const Sweep seen = {into_frame(sweep.center - box.center, box),
                        into_frame(sweep.displacement, box), sweep.radius, sweep.t_max};
    return touches(seen, in_frame(box), t);
}

static inline bool is_overlap(const QuerySphere& query, const Box& box) {
    return is_overlap(QuerySphere{into_frame(query.center - box.center, box), query.radius},
                      in_frame(box));
}

static inline Nearest nearest(const Vec3& p, const Box& box) {
    const Nearest seen = nearest(into_frame(p - box.center, box), in_frame(box));
    return {seen.distance, box.center + out_of_frame(seen.point, box)};
}

template struct Loops<Box>;

} // namespace lanecast::bench::scalar
