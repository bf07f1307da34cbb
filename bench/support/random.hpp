#pragma once

#include <cmath>
#include <cstdint>

#include "lanecast/vectors.hpp"

namespace lanecast::bench {

/// SplitMix64, which returns the same numbers with every standard library. One number in an
/// expression, because compilers evaluate operands in any order.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    float between(float lo, float hi) {
        return lo + (hi - lo) * (static_cast<float>(next() >> 40) * 0x1p-24f);
    }
    Vec3 in_box(const Vec3& lo, const Vec3& hi) {
        const float x = between(lo.x, hi.x);
        const float y = between(lo.y, hi.y);
        return {x, y, between(lo.z, hi.z)};
    }
    /// Every component in [-size, size].
    Vec3 in_cube(float size) { return in_box({-size, -size, -size}, {size, size, size}); }
    /// A random unit quaternion.
    Quaternion rotation() {
        for (;;) {
            const Vec3 v = in_cube(1);
            const float w = between(-1, 1);
            const float squared = v.x * v.x + v.y * v.y + v.z * v.z + w * w;
            if (squared > 0.01f && squared < 1.0f) {
                const float scale = 1.0f / std::sqrt(squared);
                return {v.x * scale, v.y * scale, v.z * scale, w * scale};
            }
        }
    }

private:
    std::uint64_t next() {
        state_ += 0x9E3779B97F4A7C15u;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
        return z ^ (z >> 31);
    }

    std::uint64_t state_;
};

} // namespace lanecast::bench
