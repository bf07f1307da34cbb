#include <gtest/gtest.h>

#include <cmath>

#include "simd/check.hpp"
#include "simd/scalar.hpp"

/// What xsimd 8.1, the release of Debian 12, gets wrong or gives differently on some ISA. A lane
/// operation that is handed on to xsimd again fails here, by the name of what is wrong with it.
namespace lanecast::test {
namespace {

using scalar::float_of;

const float infinity = float_of(0x7F800000);
const float nan = float_of(0x7FC00000);
const float minus_nan = float_of(0xFFC00000);

constexpr Truth no = Truth::no;
constexpr Truth yes = Truth::yes;

/// xsimd's `^` of two masks was compiled to OR on AVX-512, so that lanes set in both stayed set.
/// Our masks have no `^`; what it stands for is put together from `&`, `|` and `~`.
TEST(XsimdDefects, ExclusiveOrOfMasksIsNotOr) {
    expect_results(&LaneOperations::mask_exclusive_or,
                   {{{no, no}, no}, {{no, yes}, yes}, {{yes, no}, yes}, {{yes, yes}, no}});
}

/// xsimd's `!=` of two masks compared their lanes as floats on SSE. A set lane is all ones, which
/// is a NaN as a float and unequal to itself: set in both masks counted as different. The same
/// holds for any comparison of masks that is made as one of floats, so ours never are, and a mask
/// made by comparing integers works where one made by comparing floats does.
TEST(XsimdDefects, LanesSetInBothMasksDoNotDiffer) {
    expect_results(&LaneOperations::mask_exclusive_or, {{{yes, yes}, no}, {{no, no}, no}});
    expect_results(&LaneOperations::mask_and, {{{yes, yes}, yes}, {{no, yes}, no}});
    expect_results(&LaneOperations::mask_not, {{{Truth::yes}, no}, {{Truth::no}, yes}});
}

/// xsimd's bitwise_andnot(a, b) is `a & ~b` on some ISAs and `~a & b`, as the instruction has it,
/// on others. Ours is written with two operators.
TEST(XsimdDefects, AndNotTurnsItsSecondOperandRound) {
    expect_results(&LaneOperations::mask_and_not,
                   {{{no, no}, no}, {{no, yes}, no}, {{yes, no}, yes}, {{yes, yes}, no}});
}

/// xsimd's `!=` of floats was the ordered one on AVX: false as soon as a NaN is involved. `x != x`,
/// the usual test for NaN, found none there.
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

/// xsimd's unary minus was `0 - x` on AVX-512, which makes +0 of +0, where the other ISAs flip the
/// sign bit. 1 / -x is then the other infinity.
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

/// xsimd's `mask &= other` did not compile. Ours have no `&=`; narrowing a mask step by step is
/// `mask = mask & other`, which must not bring back a lane once it is off.
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

/// xsimd's rsqrt did not compile on AVX-512, and where it did it was an estimate with other bits on
/// each maker's CPU. We divide by the square root, both correctly rounded.
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

/// xsimd's select of integers did not compile for AVX-512 without optimisation: the intrinsics that
/// it names are macros there, with casts that its vectors do not know. Ours goes by way of floats;
/// that must not disturb integers that are NaNs or subnormals as floats.
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
/// the last place, 3e38 / 3e38 less than 1, and a subnormal divided by itself infinite.
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

/// xsimd's square root on neon64 was made of an estimate in the same way: that of infinity was a
/// NaN, and that of -0 had lost its sign.
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

/// What xsimd's min and max answer when one side is a NaN, or the sides are zeros of different
/// sign, differs between ISAs and releases: the first operand, the second, the NaN, or the lesser
/// zero. Slab tests rest on it (0 times infinity is a NaN there). Ours are `a < b ? a : b` and `a >
/// b ? a : b`: if that comparison is false, the second operand, to the last bit.
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
