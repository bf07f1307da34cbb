#include "simd/scalar.hpp"

#include <algorithm>
#include <cmath>

namespace lanecast::test::scalar {

float nearest_float(double a) {
    const auto bits = std::bit_cast<std::uint64_t>(a);
    const auto sign = static_cast<std::uint32_t>(bits >> 63) << 31;
    const int exponent = static_cast<int>(bits >> 52 & 0x7FF) - 1023;
    const std::uint64_t fraction = bits & 0xFFFFFFFFFFFFFu;
    if (exponent == 1024 && fraction != 0)
        return float_of(0x7FC00000u);
    if (exponent > 127)
        return float_of(sign | 0x7F800000u);
    if (exponent < -150)
        return float_of(sign);

    // |a| = significand 2^(exponent - 52), to be rounded to a multiple of the unit in the last
    // place.
    const std::uint64_t significand = fraction | 1ull << 52;
    const int unit = std::max(exponent - 23, -149);
    const int dropped = unit - (exponent - 52);
    std::uint64_t multiple = significand >> dropped;
    const std::uint64_t rest = significand - (multiple << dropped);
    const std::uint64_t half = 1ull << (dropped - 1);
    if (rest > half || (rest == half && multiple % 2 == 1))
        ++multiple;
    // The leading bit of a normal number carries into the exponent, as does rounding up.
    const auto exponent_bits = static_cast<std::uint32_t>(unit + 149) << 23;
    return float_of(sign | (exponent_bits + static_cast<std::uint32_t>(multiple)));
}

namespace {

/// A finite float as an integer times a power of two.
struct Scaled {
    std::int64_t integer;
    int exponent;
};
Scaled scaled(float a) {
    const std::uint32_t bits = bits_of(magnitude(a));
    const bool normal = bits >= 0x00800000u;
    const std::int64_t integer = (bits & 0x007FFFFFu) | (normal ? 0x00800000u : 0u);
    return {has_sign(a) ? -integer : integer, normal ? static_cast<int>(bits >> 23) - 150 : -149};
}

} // namespace

float product_error(float p, float a, float b) {
    if (!is_finite(a) || !is_finite(b))
        return float_of(0x7FC00000u);
    if (!is_finite(p))
        return p;
    const Scaled rounded = scaled(p), first = scaled(a), second = scaled(b);
    const std::int64_t product = first.integer * second.integer;
    const int exponent = first.exponent + second.exponent;
    // A product that is rounded to zero may be far below the unit of a float. Any other rounded
    // product has about the size of the product itself, so 50 bits hold both in the smaller unit.
    const int unit = p == 0.0f ? exponent : std::min(rounded.exponent, exponent);
    const auto in_units = [&](std::int64_t integer, int its) {
        return integer == 0 ? 0 : integer * (std::int64_t{1} << (its - unit));
    };
    const std::int64_t error =
        in_units(rounded.integer, rounded.exponent) - in_units(product, exponent);
    return nearest_float(std::ldexp(static_cast<double>(error), unit)); // the double is exact
}

Triple normalized(Triple a) {
    const float largest = std::max({magnitude(a.x), magnitude(a.y), magnitude(a.z)});
    if (!is_finite(a) || largest == 0.0f)
        return {0.0f, 0.0f, 1.0f};
    // Scale by a power of two where squares might overflow or vanish. Powers whose inverse is
    // subnormal are avoided.
    const float square = (a.x * a.x + a.y * a.y) + a.z * a.z;
    const bool is_usual = square >= 0x1p-60f && square <= 0x1p100f;
    const double scale = is_usual ? 1.0 : std::exp2(-std::min(std::ilogb(largest), 126));
    const auto scaled = [&](float x) { return nearest_float(x * scale); };
    const float x = scaled(a.x);
    const float y = scaled(a.y);
    const float z = scaled(a.z);
    const float length = std::sqrt((x * x + y * y) + z * z);
    const float inverse = 1.0f / length;
    return {x * inverse, y * inverse, z * inverse};
}

} // namespace lanecast::test::scalar
