#pragma once

#include <cmath>

namespace lanecast::bench {

/// Loose, because the others' accuracy is not what is measured here.
[[nodiscard]] inline bool nearly_equal(float a, float b) {
    constexpr float tolerance = 1e-3f;
    return a == b || // infinite, too
           std::fabs(a - b) <= tolerance * (1 + std::fabs(a));
}

} // namespace lanecast::bench
