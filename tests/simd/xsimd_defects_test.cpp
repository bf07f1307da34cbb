#include <gtest/gtest.h>

#include <cmath>

#include "simd/check.hpp"
#include "simd/scalar.hpp"

/// Operations that xsimd 8.1, the release of Debian 12, gets wrong, or computes differently on some
/// ISA. If a lane operation uses xsimd's version again, the test named after its defect fails.
namespace lanecast::test {
namespace {

using scalar::float_of;

const float infinity = float_of(0x7F800000);
const float nan = float_of(0x7FC00000);
const float minus_nan = float_of(0xFFC00000);

constexpr Truth no = Truth::no;
constexpr Truth yes = Truth::yes;

/// xsimd's `^` of two masks was compiled to OR on AVX-512, so lanes set in both masks stayed set.
/// Our masks have no `^`; we write it with `&`, `|` and `~`.
TEST(XsimdDefects, ExclusiveOrOfMasksIsNotOr) {
    expect_results(&LaneOperations::mask_exclusive_or,
                   {{{no, no}, no}, {{no, yes}, yes}, {{yes, no}, yes}, {{yes, yes}, no}});
}

/// xsimd's `!=` of two masks compared their lanes as floats on SSE. A set lane is all ones, which
/// is a NaN as a float and not equal to itself, so lanes set in both masks counted as different.
/// This happens with any comparison of masks as floats, so ours never compare floats, and a mask
/// from a comparison of integers works like one from a comparison of floats.
TEST(XsimdDefects, LanesSetInBothMasksDoNotDiffer) {
    expect_results(&LaneOperations::mask_exclusive_or, {{{yes, yes}, no}, {{no, no}, no}});
    expect_results(&LaneOperations::mask_and, {{{yes, yes}, yes}, {{no, yes}, no}});
    expect_results(&LaneOperations::mask_not, {{{Truth::yes}, no}, {{Truth::no}, yes}});
}

/// xsimd's bitwise_andnot(a, b) is `a & ~b` on some ISAs and `~a & b`, as in the instruction, on
/// others. Ours consists of two operators.
TEST(XsimdDefects, AndNotTurnsItsSecondOperandRound) {
    expect_results(&LaneOperations::mask_and_not,
                   {{{no, no}, no}, {{no, yes}, no}, {{yes, no}, yes}, {{yes, yes}, no}});
}

/// xsimd's `!=` of floats was the ordered comparison on AVX, which is false if either side is a
/// NaN. `x != x`, the usual test for NaN, therefore found none.
TEST(XsimdDefects, NanDiffersFromEverything) {
    expect_results(&LaneOperations::not_equal, {{{nan, nan}, yes},
                                                {{nan, 1.0f}, yes},
                                                {{1.0f, nan}, yes},
                                                {{minus_nan, infinity}, yes},
                                                {{nan, minus_nan}, yes},
                                                {{1.0f, 1.0f}, no},
                                                {{0.0f, -0.0f}, no},
                                                {{infinity, infinity}, no},
                                                {{infinity, -infinity}, yes}});
    expect_results(&LaneOperations::equal,
                   {{{nan, nan}, no}, {{nan, 1.0f}, no}, {{1.0f, nan}, no}});
    expect_results(&LaneOperations::less, {{{nan, nan}, no}, {{nan, 1.0f}, no}, {{1.0f, nan}, no}});
    expect_results(&LaneOperations::less_equal,
                   {{{nan, nan}, no}, {{nan, 1.0f}, no}, {{1.0f, nan}, no}});
}

/// xsimd's unary minus was `0 - x` on AVX-512, which turns +0 into +0; on the other ISAs, it flips
/// the sign bit. 1 / -x then was the infinity of the other sign.
TEST(XsimdDefects, MinusOfPlusZeroIsMinusZero) {
    expect_results(&LaneOperations::negate, {{{0.0f}, -0.0f},
                                             {{-0.0f}, 0.0f},
                                             {{nan}, minus_nan},
                                             {{minus_nan}, nan},
                                             {{infinity}, -infinity},
                                             {{float_of(1)}, float_of(0x80000001u)}});
    expect_results(&LaneOperations::vec_negate,
                   {{{Triple{0.0f, -0.0f, 1.0f}}, Triple{-0.0f, 0.0f, -1.0f}}});
}

/// xsimd's `mask &= other` did not compile. Our masks have no `&=`; they are narrowed step by step
/// with `mask = mask & other`, which must not set a lane that is already off.
TEST(XsimdDefects, MasksAreNarrowedByAnd) {
    at_every_width([](const LaneOperations& operations) {
        const auto width = static_cast<std::size_t>(operations.width);
        std::vector<Truth> mask(width);
        operations.all_lanes(width, mask.data());
        std::vector<Truth> expected(width, yes);
        for (std::size_t step = 0; step < width; ++step) {
            std::vector<Truth> other(width, yes);
            other[step] = expected[step] = no;
            std::vector<Truth> narrower(width);
            operations.mask_and(width, narrower.data(), mask.data(), other.data());
            mask = narrower;
            ASSERT_EQ(mask, expected) << "after step " << step;
        }
    });
}

/// xsimd's rsqrt did not compile on AVX-512. Elsewhere it was an estimate, with different bits on
/// the CPUs of different vendors. We divide by the square root; both operations are correctly
/// rounded.
TEST(XsimdDefects, InverseSquareRootIsNoEstimate) {
    expect_everywhere(
        &LaneOperations::inverse_square_root, [](float a) { return 1.0f / std::sqrt(a); },
        Nan::any);
    expect_results(&LaneOperations::inverse_square_root, {{{4.0f}, 0.5f},
                                                          {{0.0f}, infinity},
                                                          {{-0.0f}, -infinity},
                                                          {{infinity}, 0.0f},
                                                          {{float_of(1)}, 0x1.6A09E6p74f},
                                                          {{2.0f}, float_of(0x3F3504F3)}});
}

/// xsimd's select of integers did not compile for AVX-512 without optimization: the intrinsics that
/// it uses are macros there, with casts that do not accept xsimd's vectors. Ours casts to floats,
/// which must not disturb integers that are NaNs or subnormals as floats.
TEST(XsimdDefects, SelectOfIntegersKeepsEveryBit) {
    const std::uint32_t patterns[] = {0x7F800001, 0xFFBFFFFF, 0x00000001, 0x80000000,
                                      0x7FC00000, 0xFFFFFFFF, 0x807FFFFF};
    std::vector<std::pair<std::tuple<Truth, std::uint32_t, std::uint32_t>, std::uint32_t>> calls;
    for (const std::uint32_t a : patterns)
        for (const std::uint32_t b : patterns) {
            calls.push_back({{yes, a, b}, a});
            calls.push_back({{no, a, b}, b});
        }
    expect_results(&LaneOperations::select_int, calls);
}

/// xsimd's division on neon64 multiplied by an estimated reciprocal: 10 / 3 was off by a unit in
/// the last place, 3e38 / 3e38 was less than 1, and a subnormal divided by itself was infinite.
TEST(XsimdDefects, DivisionIsCorrectlyRounded) {
    expect_results(&LaneOperations::divide, {{{1.0f, 3.0f}, float_of(0x3EAAAAAB)},
                                             {{10.0f, 3.0f}, float_of(0x40555555)},
                                             {{2.0f, 3.0f}, float_of(0x3F2AAAAB)},
                                             {{1.0f, 41.0f}, float_of(0x3CC7CE0C)},
                                             {{49.0f, 49.0f}, 1.0f},
                                             {{3e38f, 3e38f}, 1.0f},
                                             {{1e-39f, 1e-39f}, 1.0f},
                                             {{float_of(1), float_of(1)}, 1.0f},
                                             {{1.0f, 0x1p127f}, 0x1p-127f},
                                             {{0x1p-127f, 0x1p-127f}, 1.0f},
                                             {{0x1p127f, 0x1p-1f}, infinity},
                                             {{1.0f, -0.0f}, -infinity},
                                             {{1.0f, -infinity}, -0.0f}});
    expect_results(&LaneOperations::divide,
                   {{{0.0f, 0.0f}, nan}, {{infinity, infinity}, nan}, {{nan, 1.0f}, nan}},
                   Nan::any);
}

/// xsimd's square root on neon64 was computed from an estimate, too: the root of infinity was a
/// NaN, and the root of -0 lost its sign.
TEST(XsimdDefects, SquareRootIsCorrectlyRounded) {
    expect_results(&LaneOperations::square_root, {{{2.0f}, float_of(0x3FB504F3)},
                                                  {{3.0f}, float_of(0x3FDDB3D7)},
                                                  {{49.0f}, 7.0f},
                                                  {{0.0f}, 0.0f},
                                                  {{-0.0f}, -0.0f},
                                                  {{infinity}, infinity},
                                                  {{0x1p-148f}, 0x1p-74f},
                                                  {{float_of(1)}, float_of(0x1A3504F3)}});
    expect_results(&LaneOperations::square_root, {{{-1.0f}, nan}, {{nan}, nan}}, Nan::any);
}

/// If one side is a NaN, or the sides are zeros of different sign, xsimd's min and max return
/// different values on different ISAs and in different releases: the first operand, the second, the
/// NaN, or the lesser zero. Slab tests depend on this, because 0 times infinity is a NaN there.
/// Ours are `a < b ? a : b` and `a > b ? a : b`: if the comparison is false, the result is the
/// second operand, bit by bit.
TEST(XsimdDefects, MinAndMaxGiveTheirSecondOperandInDoubt) {
    const float another_nan = float_of(0xFFD2B4C9);
    const std::vector<std::pair<std::tuple<float, float>, float>> in_doubt = {
        {{nan, 1.0f}, 1.0f},
        {{1.0f, nan}, nan},
        {{nan, -infinity}, -infinity},
        {{infinity, minus_nan}, minus_nan},
        {{nan, another_nan}, another_nan},
        {{another_nan, nan}, nan},
        {{0.0f, -0.0f}, -0.0f},
        {{-0.0f, 0.0f}, 0.0f}};
    expect_results(&LaneOperations::minimum, in_doubt);
    expect_results(&LaneOperations::maximum, in_doubt);
    expect_results(&LaneOperations::minimum, {{{1.0f, 2.0f}, 1.0f}, {{2.0f, 1.0f}, 1.0f}});
    expect_results(&LaneOperations::maximum, {{{1.0f, 2.0f}, 2.0f}, {{2.0f, 1.0f}, 2.0f}});
}

} // namespace
} // namespace lanecast::test
