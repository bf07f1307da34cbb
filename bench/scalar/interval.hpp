#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "scalar/scalar.hpp"

namespace lanecast::bench::scalar {

/// The part of a ray's line that lies in a convex solid; empty if enter > exit.
struct Interval {
    float enter;
    float exit;
};

inline constexpr float infinity = std::numeric_limits<float>::infinity();
inline constexpr Interval nowhere = {infinity, -infinity};
inline constexpr Interval everywhere = {-infinity, infinity};

inline Interval common(const Interval& a, const Interval& b) {
    return {std::max(a.enter, b.enter), std::min(a.exit, b.exit)};
}

/// The interval of a t^2 + 2 b t + c <= 0, for a > 0.
inline Interval between_roots(float a, float b, float c) {
    const float discriminant = b * b - a * c;
    if (discriminant < 0.0f)
        return nowhere;
    const float root = std::sqrt(discriminant);
    const float inverse = 1.0f / a;
    return {(-b - root) * inverse, (-b + root) * inverse};
}

/// Tests a ray against a solid. If the ray starts inside, t is t_min.
inline bool meets(const Ray& ray, const Interval& solid, float& t) {
    t = std::max(solid.enter, ray.t_min);
    return t <= std::min(solid.exit, ray.t_max);
}

} // namespace lanecast::bench::scalar
