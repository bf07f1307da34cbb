#pragma once

#include <cmath>

namespace lanecast::bench {

/// True if both are equal within a loose tolerance. The accuracy of the rivals is not measured
/// here.
[[nodiscard]] inline bool nearly_equal(float a, float b) {
    constexpr float tolerance = 1e-3f;
    return a == b || // also true for two infinities
           std::fabs(a - b) <= tolerance * (1 + std::fabs(a));
}

} // namespace lanecast::bench
