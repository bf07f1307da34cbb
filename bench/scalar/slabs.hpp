#pragma once

#include <algorithm>

#include "scalar/scalar.hpp"

namespace lanecast::bench::scalar {

/// The slab test of lo <= x <= hi.
inline bool meets_slabs(const Ray& ray, const Vec3& lo, const Vec3& hi, float& t) {
    float enter = ray.t_min;
    float exit = ray.t_max;
    const auto cut = [&](float origin, float direction, float low, float high) {
        const float inverse = 1.0f / direction;
        const float a = (low - origin) * inverse;
        const float b = (high - origin) * inverse;
        enter = std::max(enter, std::min(a, b));
        exit = std::min(exit, std::max(a, b));
    };
    cut(ray.origin.x, ray.direction.x, lo.x, hi.x);
    cut(ray.origin.y, ray.direction.y, lo.y, hi.y);
    cut(ray.origin.z, ray.direction.z, lo.z, hi.z);
    t = enter;
    return enter <= exit;
}

} // namespace lanecast::bench::scalar
