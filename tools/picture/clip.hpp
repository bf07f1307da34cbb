#pragma once

#include <algorithm>
#include <limits>

#include "lanecast/origin.hpp"

#include "tools/console/vector_math.hpp"

namespace lanecast::tools {

/// A clip plane. Points beyond it, normal . x > offset, are cut away.
struct ClipPlane {
    Vec3 normal;
    double offset = 0.0;

    /// The same plane in a world whose origin was subtracted.
    [[nodiscard]] ClipPlane relative_to(const Vec3d& origin) const {
        return {normal, offset - (normal.x * origin.x + normal.y * origin.y + normal.z * origin.z)};
    }

    /// The part of a ray that is left.
    struct Part {
        float t_min;
        float t_max;
        [[nodiscard]] bool empty() const { return !(t_min <= t_max); }
    };
    [[nodiscard]] Part part_of(const Vec3& origin, const Vec3& direction) const {
        constexpr float infinity = std::numeric_limits<float>::infinity();
        const auto above = static_cast<float>(dot(normal, origin) - offset);
        const float rise = dot(normal, direction);
        if (rise == 0.0f)
            return above > 0.0f ? Part{infinity, 0.0f} : Part{0.0f, infinity};
        const float crossing = -above / rise;
        return rise > 0.0f ? Part{0.0f, crossing} : Part{std::max(0.0f, crossing), infinity};
    }
};

} // namespace lanecast::tools
