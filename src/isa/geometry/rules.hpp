#pragma once

#include "isa/simd/vec3.hpp"

/// Common parts of shapes besides queries: bounds, and the rules by which values are refused.
namespace lanecast::LANECAST_ISA {

/// An axis-parallel box around a shape.
template <int W>
struct Extent {
    Vec<W> lo, hi;
};

/// The extent of an unbounded shape, which is not put into the tree.
template <int W>
Extent<W> everywhere() {
    const Float<W> infinity(__builtin_inff());
    return {{-infinity, -infinity, -infinity}, {infinity, infinity, infinity}};
}

/// Requirements on a number: the end of the sentence "Spheres.radius[17] is -0.5, must be ...".
namespace rule {
inline constexpr const char* finite = "finite";
inline constexpr const char* positive = "greater than 0";
inline constexpr const char* not_negative = "at least 0";
inline constexpr const char* not_below_lo = "at least lo on that axis";
inline constexpr const char* not_zero = "other than (0, 0, 0)";
inline constexpr const char* not_a = "different from a";
inline constexpr const char* not_base = "different from base";
inline constexpr const char* positive_normal = "at least 2^-126";
inline constexpr const char* unit_quaternion = "of length 1, within 0.001";

/// Whether a rule is about the vector that begins with the number, not about the number alone.
constexpr bool is_of_vector(const char* rule) {
    return rule == not_zero || rule == not_a || rule == not_base || rule == unit_quaternion;
}
} // namespace rule

/// Whether the quaternion x y z w has unit length, within 0.001.
template <int W>
Mask<W> is_rotation(const Float<W>* q) {
    const Float<W> square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    return (square >= 0.998001f) & (square <= 1.002001f);
}

template <int W>
void copy(const Float<W>* from, Float<W>* to, int count) {
    for (int i = 0; i < count; ++i)
        to[i] = from[i];
}

} // namespace lanecast::LANECAST_ISA
