#pragma once

#include <algorithm>
#include <limits>

#include "tools/console/vector_math.hpp"

namespace lanecast::tools {

/// A clip plane. Points beyond it, normal . x > offset, are cut away.
struct ClipPlane {
    Vec3 normal;
    float offset = 0.0f;

    /// The part of a ray that is left.
    struct Part {
        float t_min;
        float t_max;
        [[nodiscard]] bool empty() const { return !(t_min <= t_max); }
    };
    [[nodiscard]] Part part_of(const Vec3& origin, const Vec3& direction) const {
        constexpr float infinity = std::numeric_limits<float>::infinity();
        const float above = dot(normal, origin) - offset;
        const float rise = dot(normal, direction);
        if (rise == 0.0f) {
            return above > 0.0f ? Part{infinity, 0.0f} : Part{0.0f, infinity};
        }
        const float crossing = -above / rise;
        return rise > 0.0f ? Part{0.0f, crossing} : Part{std::max(0.0f, crossing), infinity};
    }
};

} // namespace lanecast::tools
