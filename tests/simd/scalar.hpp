#pragma once

#include <bit>
#include <cstdint>

#include "simd/lane_table.hpp"

/// Expected results of lane operations, for one lane and without code from src/.
namespace lanecast::test::scalar {

inline std::uint32_t bits_of(float a) { return std::bit_cast<std::uint32_t>(a); }
inline float float_of(std::uint32_t bits) { return std::bit_cast<float>(bits); }

inline bool has_sign(float a) { return bits_of(a) >= 0x80000000u; }
inline float negated(float a) { return float_of(bits_of(a) ^ 0x80000000u); }
inline float magnitude(float a) { return float_of(bits_of(a) & 0x7FFFFFFFu); }
inline bool is_finite(float a) { return bits_of(magnitude(a)) < 0x7F800000u; }
inline bool is_finite(Triple a) { return is_finite(a.x) && is_finite(a.y) && is_finite(a.z); }

inline Truth truth(bool yes) { return yes ? Truth::yes : Truth::no; }
inline bool is_yes(Truth a) { return a == Truth::yes; }

/// Compares signed numbers: an offset moves the negative ones below the others.
inline bool signed_greater(std::uint32_t a, std::uint32_t b) {
    return a + 0x80000000u > b + 0x80000000u;
}

/// The float nearest to a, ties to even, computed with integers.
float nearest_float(double a);

/// p - a b, rounded once, where p is the float nearest to a b. Computed with integers.
float product_error(float p, float a, float b);

/// The expected result of normalized(), bit by bit.
Triple normalized(Triple a);

} // namespace lanecast::test::scalar
