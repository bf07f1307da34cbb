#pragma once

#include <algorithm>

#include "scalar/vector.hpp"

namespace lanecast::bench::scalar {

/// The point of the segment from a to b that is nearest to p.
inline Vec3 nearest_of_segment(const Vec3& p, const Vec3& a, const Vec3& b) {
    const Vec3 along = b - a;
    const float squared = dot(along, along);
    if (squared == 0.0f)
        return a;
    return a + along * std::clamp(dot(p - a, along) / squared, 0.0f, 1.0f);
}

} // namespace lanecast::bench::scalar
