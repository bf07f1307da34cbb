#pragma once

#include <algorithm>

#include "scalar/approach.hpp"
#include "scalar/interval.hpp"
#include "scalar/scalar.hpp"
#include "scalar/vector.hpp"

/// Tests of axis-parallel boxes. Rotated boxes use them in their own frame.
namespace lanecast::bench::scalar {

/// Slab test of lo <= x <= hi.
inline bool meets(const Ray& ray, const Aabb& box, float& t) {
    float enter = ray.t_min;
    float exit = ray.t_max;
    const auto cut = [&enter, &exit](float origin, float direction, float lo, float hi) {
        const float inverse = 1.0f / direction;
        const float a = (lo - origin) * inverse;
        const float b = (hi - origin) * inverse;
        enter = std::max(enter, std::min(a, b));
        exit = std::min(exit, std::max(a, b));
    };
    cut(ray.origin.x, ray.direction.x, box.lo.x, box.hi.x);
    cut(ray.origin.y, ray.direction.y, box.lo.y, box.hi.y);
    cut(ray.origin.z, ray.direction.z, box.lo.z, box.hi.z);
    t = enter;
    return enter <= exit;
}

inline Vec3 clamped(const Vec3& p, const Aabb& box) {
    return {std::clamp(p.x, box.lo.x, box.hi.x), std::clamp(p.y, box.lo.y, box.hi.y),
            std::clamp(p.z, box.lo.z, box.hi.z)};
}

inline bool is_overlap(const QuerySphere& query, const Aabb& box) {
    const Vec3 away = query.center - clamped(query.center, box);
    return dot(away, away) <= query.radius * query.radius;
}

/// Outside, the clamped point; inside, the point projected onto the nearest face.
inline Nearest nearest(const Vec3& p, const Aabb& box) {
    const Vec3 point = clamped(p, box);
    const Vec3 away = p - point;
    const float squared = dot(away, away);
    if (squared > 0.0f)
        return {std::sqrt(squared), point};
    const Vec3 above = p - box.lo, below = box.hi - p;
    const float x = std::min(above.x, below.x);
    const float y = std::min(above.y, below.y);
    const float z = std::min(above.z, below.z);
    if (x <= y && x <= z)
        return {-x, {above.x < below.x ? box.lo.x : box.hi.x, p.y, p.z}};
    if (y <= z)
        return {-y, {p.x, above.y < below.y ? box.lo.y : box.hi.y, p.z}};
    return {-z, {p.x, p.y, above.z < below.z ? box.lo.z : box.hi.z}};
}

inline bool touches(const Sweep& sweep, const Aabb& box, float& t) {
    return approaches(sweep, box, t);
}

} // namespace lanecast::bench::scalar
