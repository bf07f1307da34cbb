#include <gtest/gtest.h>

#include <cmath>

#include "simd/check.hpp"
#include "simd/scalar.hpp"

namespace lanecast::test {
namespace {

using scalar::bits_of;
using scalar::float_of;
using scalar::is_yes;
using scalar::magnitude;
using scalar::negated;
using scalar::truth;

/// Tests random vectors only, because all pairs of special vectors would be millions.
template <class R, class... A>
void expect_at_random(Operation<R, A...> operation, std::type_identity_t<R (*)(A...)> expected,
                      Nan nan) {
    expect_lanes(operation, random_inputs<A...>(random_count), Lanes::as_they_come, expected, nan);
}

TEST(Vectors, AddSubtractAndScaleByComponent) {
    expect_at_random(
        &LaneOperations::vec_add,
        [](Triple a, Triple b) {
            return Triple{a.x + b.x, a.y + b.y, a.z + b.z};
        },
        Nan::any);
    expect_at_random(
        &LaneOperations::vec_subtract,
        [](Triple a, Triple b) {
            return Triple{a.x - b.x, a.y - b.y, a.z - b.z};
        },
        Nan::any);
    expect_at_random(
        &LaneOperations::vec_scale,
        [](Triple a, float s) {
            return Triple{a.x * s, a.y * s, a.z * s};
        },
        Nan::any);
}

TEST(Vectors, FlipTheSignOfEveryComponent) {
    expect_everywhere(&LaneOperations::vec_negate, [](Triple a) {
        return Triple{negated(a.x), negated(a.y), negated(a.z)};
    });
}

TEST(Vectors, SumTheProductsOfADotProductFromTheLeft) {
    expect_at_random(
        &LaneOperations::dot,
        [](Triple a, Triple b) {
            const float xy = a.x * b.x + a.y * b.y;
            return xy + a.z * b.z;
        },
        Nan::any);
    // 2^24 + 1 - 2^24 is 0 from the left; summed from the right, it would be 1.
    const Triple ones = {1.0f, 1.0f, 1.0f};
    expect_results(&LaneOperations::dot,
                   {{{{0x1p24f, 1.0f, -0x1p24f}, ones}, 0.0f},
                    {{{1.0f, -0x1p24f, 0x1p24f}, ones}, 1.0f - 0x1p24f + 0x1p24f},
                    {{{0x1p24f, -0x1p24f, 1.0f}, ones}, 1.0f}});
}

TEST(Vectors, AreSelectedWhole) {
    expect_at_random(
        &LaneOperations::select_vec, [](Truth m, Triple a, Triple b) { return is_yes(m) ? a : b; },
        Nan::exact);
}

TEST(Vectors, AreFiniteIfAllComponentsAre) {
    expect_everywhere(&LaneOperations::vec_is_finite,
                      [](Triple a) { return truth(scalar::is_finite(a)); });
}

TEST(Vectors, TellTheBitsOfTheirLargestMagnitude) {
    // The bits of positive floats have the order of the floats, with NaNs above all of them.
    expect_everywhere(&LaneOperations::largest_magnitude_bits, [](Triple a) {
        std::uint32_t largest = 0;
        for (const float component : {a.x, a.y, a.z})
            if (bits_of(magnitude(component)) > largest)
                largest = bits_of(magnitude(component));
        return largest;
    });
}

TEST(Vectors, AreScaledIntoOneBinadeByAPowerOfTwo) {
    Random random(5);
    Inputs<std::uint32_t> inputs;
    for (std::uint32_t exponent = 0; exponent < 255; ++exponent)
        for (const std::uint32_t fraction : {0u, 1u, 0x7FFFFFu, random.bits32() & 0x7FFFFFu})
            inputs.add(exponent << 23 | fraction);
    check_lanes(
        &LaneOperations::scale_to_one, inputs, Lanes::each,
        [&](std::size_t i, float scale) {
            const double length = inputs.apply(&float_of, i);
            const double scaled = length * static_cast<double>(scale);
            int exponent = 0;
            if (std::frexp(scale, &exponent) != 0.5f)
                return false;
            if (length >= 0x1p127)
                return 2.0 <= scaled && scaled < 4.0;
            if (length >= 0x1p-126)
                return 1.0 <= scaled && scaled < 2.0;
            return scale == 0x1p126f; // subnormals: the last scale with a normal inverse
        },
        [](std::size_t) { return "a power of two that makes 1 to 2 of it"; });
}

TEST(Vectors, AreScaledQuicklyUnlessTheyAreTooShortOrTooLong) {
    Random random(6);
    Inputs<std::uint32_t> all, quick;
    for (std::uint32_t exponent = 0; exponent < 256; ++exponent)
        for (const std::uint32_t fraction : {0u, 1u, 0x7FFFFFu, random.bits32() & 0x7FFFFFu}) {
            const std::uint32_t bits = exponent << 23 | fraction;
            all.add(bits);
            if (float_of(bits) >= 0x1p-126f && float_of(bits) < 0x1p127f)
                quick.add(bits);
        }
    expect_lanes(
        &LaneOperations::scales_quickly, all, Lanes::each,
        [](std::uint32_t bits) {
            return truth(float_of(bits) >= 0x1p-126f && float_of(bits) < 0x1p127f);
        },
        Nan::exact);
    expect_lanes(
        &LaneOperations::quick_scale_to_one, quick, Lanes::each,
        [](std::uint32_t bits) { return std::ldexp(1.0f, -std::ilogb(float_of(bits))); },
        Nan::exact);
}

TEST(Vectors, AreNormalizedToTheSameBits) {
    expect_everywhere(&LaneOperations::normalized, &scalar::normalized);
}

TEST(Vectors, AreOfUnitLengthOnceNormalized) {
    auto inputs = random_inputs<Triple>(random_count);
    for (const Triple& special : special_values<Triple>())
        inputs.add(special);
    check_lanes(
        &LaneOperations::normalized, inputs, Lanes::as_they_come,
        [&](std::size_t i, Triple unit) {
            const Triple a = inputs.apply([](Triple argument) { return argument; }, i);
            using Exact = long double;
            const Exact x = a.x;
            const Exact y = a.y;
            const Exact z = a.z;
            const Exact length = std::sqrt(x * x + y * y + z * z);
            if (!scalar::is_finite(a) || length == 0)
                return same(unit, Triple{0.0f, 0.0f, 1.0f}, Nan::exact);
            // In units of 2^-24: the sum of squares has an error of 3, which the root halves. The
            // root, the division and the product add 1 each, and there are terms of second order.
            constexpr Exact tolerance = 4.51L * 0x1p-24L;
            return std::fabs(unit.x - x / length) <= tolerance &&
                   std::fabs(unit.y - y / length) <= tolerance &&
                   std::fabs(unit.z - z / length) <= tolerance;
        },
        [](std::size_t) { return "the direction, or (0, 0, 1) where there is none"; });
}

TEST(Vectors, OfAnyLengthAreNormalized) {
    const float smallest = float_of(1);
    const float infinity = float_of(0x7F800000);
    const float nan = float_of(0x7FC00000);
    const Triple up = {0.0f, 0.0f, 1.0f};
    expect_results(&LaneOperations::normalized,
                   {
                       {{Triple{0.0f, 0.0f, 0.0f}}, up},
                       {{Triple{-0.0f, 0.0f, -0.0f}}, up},
                       {{Triple{infinity, 0.0f, 0.0f}}, up},
                       {{Triple{0.0f, -infinity, 1.0f}}, up},
                       {{Triple{1.0f, nan, 0.0f}}, up},
                       {{Triple{0.0f, 0.0f, -nan}}, up},
                       {{Triple{smallest, 0.0f, 0.0f}}, {1.0f, 0.0f, 0.0f}},
                       {{Triple{0.0f, -smallest, -0.0f}}, {0.0f, -1.0f, -0.0f}},
                       {{Triple{0.0f, 3 * smallest, -4 * smallest}}, {0.0f, 0.6f, -0.8f}},
                       {{Triple{0.0f, 0.0f, -0x1p-126f}}, {0.0f, 0.0f, -1.0f}},
                       {{Triple{0x1p127f, smallest, 0.0f}}, {1.0f, 0.0f, 0.0f}},
                       {{Triple{0.0f, -0x1p127f, 0.0f}}, {0.0f, -1.0f, 0.0f}},
                       {{Triple{0.0f, 0x1.8p127f, -0x1p127f * 0.0f}}, {0.0f, 1.0f, -0.0f}},
                   });
}

} // namespace
} // namespace lanecast::test
