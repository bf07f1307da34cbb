#include "simd/inputs.hpp"

#include <bit>

namespace lanecast::test {
namespace {

template <class T, class Bits>
std::vector<T> both_signs(const std::vector<Bits>& patterns, Bits sign) {
    std::vector<T> values;
    for (const Bits pattern : patterns) {
        values.push_back(std::bit_cast<T>(pattern));
        values.push_back(std::bit_cast<T>(pattern | sign));
    }
    return values;
}

} // namespace

std::uint64_t Random::bits64() {
    state_ += 0x9E3779B97F4A7C15u;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

template <>
const std::vector<float>& special_values<float>() {
    static const std::vector<float> values = both_signs<float, std::uint32_t>(
        {
            0x00000000, // 0
            0x00000001, // smallest subnormal
            0x00000003,
            0x007FFFFF, // largest subnormal
            0x00800000, // smallest normal
            0x00800001,
            0x1A000000, // 2^-75: its square is half the smallest subnormal
            0x1A000001, // the product with 2^-75 is a little more
            0x20000000, // 2^-63: its square is the smallest normal
            0x33800000, // 2^-24: half a unit in the last place of 1
            0x33800001, // a little more than that
            0x34400000, // 1.5 * 2^-23: 1 + this rounds up to even
            0x3F000000, // 0.5
            0x3F7FFFFF, // 1 - 2^-24
            0x3F800000, // 1
            0x3F800001, // 1 + 2^-23; its square is half way between two floats
            0x3F800800, // 1 + 2^-12: its square is half way between two floats
            0x40400000, // 3
            0x4B7FFFFF, // 2^24 - 1
            0x5F800000, // 2^64: its square overflows
            0x73000000, // 2^103: half a unit in the last place of the largest
            0x72FFFFFF, // a little less than that
            0x7F7FFFFF, // largest
            0x7F800000, // infinite
            0x7FC00000, // quiet NaN
            0x7FD2B4C9, // quiet NaN with a payload
        },
        0x80000000u);
    return values;
}

template <>
const std::vector<double>& special_values<double>() {
    static const std::vector<double> values = both_signs<double, std::uint64_t>(
        {
            0x0000000000000000, // 0
            0x0000000000000001, // smallest subnormal
            0x0010000000000000, // smallest normal
            0x3690000000000000, // 2^-150: half the smallest subnormal float
            0x3690000000000001, // a little more
            0x36A8000000000000, // 1.5 times the smallest subnormal float
            0x36B4000000000000, // 2.5 times the smallest subnormal float
            0x380FFFFFE0000000, // half way between the largest subnormal float and the next
            0x380FFFFFDFFFFFFF, // a little less
            0x3810000000000000, // smallest normal float
            0x3FF0000000000000, // 1
            0x3FF0000000000001, // 1 + 2^-52
            0x3FF0000010000000, // 1 + 2^-24: half way between two floats
            0x3FF0000010000001, // a little more
            0x3FF000000FFFFFFF, // a little less
            0x3FF0000030000000, // 1 + 3 * 2^-24: half way, and up to even
            0x3FFFFFFFF0000000, // half way between the last float below 2 and 2
            0x47EFFFFFE0000000, // largest float
            0x47EFFFFFF0000000, // half a unit more: infinite as a float
            0x47EFFFFFEFFFFFFF, // a little less: not yet
            0x47F0000000000000, // 2^128
            0x7FEFFFFFFFFFFFFF, // largest
            0x7FF0000000000000, // infinite
            0x7FF8000000000000, // quiet NaN
        },
        0x8000000000000000u);
    return values;
}

template <>
const std::vector<std::uint32_t>& special_values<std::uint32_t>() {
    static const std::vector<std::uint32_t> values = {
        0x00000000, 0x00000001, 0x00000002, 0x0000FFFF, 0x00010000, 0x007FFFFF, 0x00800000,
        0x00FF00FF, 0x3F800000, 0x55555555, 0x7EFFFFFF, 0x7F000000, 0x7F7FFFFF, 0x7F800000,
        0x7F800001, 0x7FFFFFFE, 0x7FFFFFFF, 0x80000000, 0x80000001, 0xAAAAAAAA, 0xBF800000,
        0xFF00FF00, 0xFF800000, 0xFF800001, 0xFFC00000, 0xFFFF0000, 0xFFFFFFFE, 0xFFFFFFFF};
    return values;
}

template <>
const std::vector<Truth>& special_values<Truth>() {
    static const std::vector<Truth> values = {Truth::no, Truth::yes};
    return values;
}

template <>
const std::vector<Triple>& special_values<Triple>() {
    static const std::vector<Triple> values = [] {
        const auto f = [](std::uint32_t bits) { return std::bit_cast<float>(bits); };
        const float components[] = {0.0f,          -0.0f,          1.0f,          f(0xBF800001u),
                                    f(0x00000001), f(0x807FFFFFu), f(0x7F7FFFFF), f(0xFF7FFFFFu),
                                    f(0x7F800000), f(0xFF800000u), f(0x7FC00000)};
        std::vector<Triple> all;
        for (const float x : components)
            for (const float y : components)
                for (const float z : components)
                    all.push_back({x, y, z});
        return all;
    }();
    return values;
}

template <>
float random_value<float>(Random& random) {
    return std::bit_cast<float>(random.bits32());
}

template <>
std::uint32_t random_value<std::uint32_t>(Random& random) {
    return random.bits32();
}

template <>
Truth random_value<Truth>(Random& random) {
    return static_cast<Truth>(random.below(2));
}

/// Half of the values lie within the range of floats and a little beyond. Half of these lie within
/// a few units of half way between two floats, where narrowing is difficult.
template <>
double random_value<double>(Random& random) {
    std::uint64_t bits = random.bits64();
    if (random.below(2) == 0)
        return std::bit_cast<double>(bits);
    const std::uint64_t exponent = 1023 - 160 + random.below(160 + 135);
    bits = (bits & 0x800FFFFFFFFFFFFFu) | exponent << 52;
    if (random.below(2) == 0)
        bits = (bits & ~0x1FFFFFFFull) + 0x0FFFFFFE + random.below(5);
    return std::bit_cast<double>(bits);
}

/// Half of the values have components of similar magnitude, so that each matters in the sum of
/// squares.
template <>
Triple random_value<Triple>(Random& random) {
    const bool alike = random.below(2) == 0;
    const std::uint32_t exponent = random.below(248);
    const auto component = [&] {
        const std::uint32_t bits = random.bits32();
        if (!alike)
            return std::bit_cast<float>(bits);
        return std::bit_cast<float>((bits & 0x807FFFFFu) | (exponent + random.below(8)) << 23);
    };
    return {component(), component(), component()};
}

} // namespace lanecast::test
