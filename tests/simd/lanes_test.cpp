#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "simd/check.hpp"
#include "simd/guarded_memory.hpp"
#include "simd/scalar.hpp"

/// Tests that every operation of lanes.hpp has the same result, bit by bit, at each width of each
/// ISA. The lanes of a vector hold unrelated values, so these tests notice a lane that its
/// neighbour disturbs.
namespace lanecast::test {
namespace {

using scalar::bits_of;
using scalar::float_of;
using scalar::is_yes;
using scalar::magnitude;
using scalar::negated;
using scalar::truth;

TEST(LaneTables, AreThereForEveryIsaOfTheLibrary) {
    std::vector<Isa> isas;
    for (std::size_t i = 0; i < built_table_count; ++i)
        isas.push_back(built_tables[i]->isa);
    EXPECT_EQ(isas, std::vector<Isa>(built_isas().begin(), built_isas().end()));
}

TEST(LaneTables, OfferEveryWidthUpToTwoRegistersOfTheIsa) {
    for (std::size_t i = 0; i < built_table_count; ++i) {
        const LaneTable& table = *built_tables[i];
        SCOPED_TRACE(std::string(to_string(table.isa)));
        EXPECT_EQ(static_cast<std::size_t>(table.native_width), lanes(table.isa));
        int width = 4;
        for (const LaneOperations* operations : table.operations) {
            ASSERT_EQ(operations != nullptr, width <= 2 * table.native_width) << width << " lanes";
            if (operations != nullptr) {
                EXPECT_EQ(operations->width, width);
            }
            width *= 2;
        }
    }
}

TEST(LaneTables, OfIsasThatWereNotBuiltHaveNoLanes) {
    const auto built = built_isas();
    for (const Isa isa : {Isa::plain, Isa::sse4_2, Isa::avx2, Isa::avx512, Isa::neon64})
        EXPECT_EQ(lanes(isa) == 0, std::find(built.begin(), built.end(), isa) == built.end())
            << to_string(isa);
}

TEST(ScalarOracle, NarrowsAsTheProcessorDoes) {
    const auto inputs = random_inputs<double>(random_count);
    for (std::size_t i = 0; i < inputs.size(); ++i)
        inputs.apply(
            [](double a) {
                ASSERT_TRUE(same(scalar::nearest_float(a), static_cast<float>(a), Nan::any))
                    << describe(a);
            },
            i);
}

// Memory

TEST(Floats, AreLoadedAndStoredAsTheyAre) {
    expect_everywhere(&LaneOperations::copy_float, [](float a) { return a; });
}

TEST(Ints, AreLoadedAndStoredAsTheyAre) {
    expect_everywhere(&LaneOperations::copy_int, [](std::uint32_t a) { return a; });
}

TEST(Lanes, AreLoadedAndStoredWithoutTouchingWhatLiesBeside) {
    at_every_width([](const LaneOperations& operations) {
        const auto width = static_cast<std::size_t>(operations.width);
        using Edge = GuardedMemory::Edge;
        for (const Edge edge : {Edge::begin, Edge::end}) {
            GuardedMemory from(4 * width, edge, 0x3F);
            GuardedMemory to(4 * width, edge);
            operations.copy_float(width, reinterpret_cast<float*>(to.data()),
                                  reinterpret_cast<const float*>(from.data()));
            EXPECT_EQ(std::memcmp(from.data(), to.data(), from.size()), 0);
            std::memset(to.data(), 0, to.size());
            operations.copy_int(width, reinterpret_cast<std::uint32_t*>(to.data()),
                                reinterpret_cast<const std::uint32_t*>(from.data()));
            EXPECT_EQ(std::memcmp(from.data(), to.data(), from.size()), 0);
        }
    });
}

/// Tests that one value goes to all lanes of a vector.
template <class R, class A>
void expect_broadcast(Operation<R, A> operation, const std::vector<A>& values) {
    at_every_width([&](const LaneOperations& operations) {
        const auto width = static_cast<std::size_t>(operations.width);
        std::vector<R> results(values.size() * width);
        (operations.*operation)(results.size(), results.data(), values.data());
        for (std::size_t i = 0; i < results.size(); ++i)
            ASSERT_EQ(std::bit_cast<std::uint32_t>(results[i]),
                      std::bit_cast<std::uint32_t>(values[i / width]))
                << "in lane " << i % width;
    });
}

TEST(Floats, AreTheSameInAllLanesWhenMadeOfOneValue) {
    expect_broadcast(&LaneOperations::broadcast_float, special_values<float>());
}

TEST(Ints, AreTheSameInAllLanesWhenMadeOfOneValue) {
    const auto& values = special_values<std::uint32_t>();
    expect_broadcast(&LaneOperations::broadcast_unsigned, values);
    expect_broadcast(&LaneOperations::broadcast_signed,
                     std::vector<std::int32_t>(values.begin(), values.end()));
}

// Float

TEST(Floats, Add) {
    expect_everywhere(
        &LaneOperations::add, [](float a, float b) { return a + b; }, Nan::any);
}

TEST(Floats, Subtract) {
    expect_everywhere(
        &LaneOperations::subtract, [](float a, float b) { return a - b; }, Nan::any);
}

TEST(Floats, Multiply) {
    expect_everywhere(
        &LaneOperations::multiply, [](float a, float b) { return a * b; }, Nan::any);
}

TEST(Floats, Divide) {
    expect_everywhere(
        &LaneOperations::divide, [](float a, float b) { return a / b; }, Nan::any);
}

TEST(Floats, TakeTheSquareRoot) {
    expect_everywhere(
        &LaneOperations::square_root, [](float a) { return std::sqrt(a); }, Nan::any);
}

TEST(Floats, KeepSubnormals) {
    const float smallest = float_of(1);
    expect_results(&LaneOperations::add,
                   {{{smallest, smallest}, float_of(2)},
                    {{float_of(0x00800000), -smallest}, float_of(0x007FFFFF)}});
    expect_results(
        &LaneOperations::multiply,
        {{{smallest, 3.0f}, float_of(3)}, {{float_of(0x00800000), 0.5f}, float_of(0x00400000)}});
    expect_results(&LaneOperations::less,
                   {{{0.0f, smallest}, Truth::yes}, {{-smallest, -0.0f}, Truth::yes}});
}

TEST(Floats, FlipTheSignOfEverything) {
    expect_everywhere(&LaneOperations::negate, [](float a) { return negated(a); });
}

TEST(Floats, LoseTheSignOfEverythingInAbs) {
    expect_everywhere(&LaneOperations::absolute, [](float a) { return magnitude(a); });
}

TEST(Floats, TakeTheSecondOfMinUnlessTheFirstIsLess) {
    expect_everywhere(&LaneOperations::minimum, [](float a, float b) { return a < b ? a : b; });
}

TEST(Floats, TakeTheSecondOfMaxUnlessTheFirstIsGreater) {
    expect_everywhere(&LaneOperations::maximum, [](float a, float b) { return a > b ? a : b; });
}

TEST(Floats, CompareAsIeeeSays) {
    expect_everywhere(&LaneOperations::less, [](float a, float b) { return truth(a < b); });
    expect_everywhere(&LaneOperations::less_equal, [](float a, float b) { return truth(a <= b); });
    expect_everywhere(&LaneOperations::greater, [](float a, float b) { return truth(a > b); });
    expect_everywhere(&LaneOperations::greater_equal,
                      [](float a, float b) { return truth(a >= b); });
    expect_everywhere(&LaneOperations::equal, [](float a, float b) { return truth(a == b); });
}

TEST(Floats, AreSelectedWhole) {
    expect_everywhere(&LaneOperations::select_float,
                      [](Truth m, float a, float b) { return is_yes(m) ? a : b; });
}

TEST(Floats, AreSelectedByASignBit) {
    expect_everywhere(&LaneOperations::select_by_sign,
                      [](float sign, float a, float b) { return scalar::has_sign(sign) ? a : b; });
}

TEST(Floats, TellTheirSignBit) {
    expect_everywhere(&LaneOperations::sign_bit,
                      [](float a) { return truth(scalar::has_sign(a)); });
}

TEST(Floats, TellWhetherTheyAreFinite) {
    expect_everywhere(&LaneOperations::is_finite,
                      [](float a) { return truth(scalar::is_finite(a)); });
}

/// Whether r is a * b + c, with the product rounded or not.
bool is_multiply_add(float r, float a, float b, float c) {
    if (same(r, a * b + c, Nan::any))
        return true;
    // The product of two floats is exact in long double, and the error of the sum is far below the
    // last place of a float.
    static_assert(std::numeric_limits<long double>::digits >= 64);
    using Exact = long double;
    const Exact sum = static_cast<Exact>(a) * static_cast<Exact>(b) + static_cast<Exact>(c);
    if (std::isnan(sum) || std::isinf(sum))
        return same(r, static_cast<float>(sum), Nan::any);
    if (std::isinf(r))
        return std::signbit(r) == std::signbit(sum) && std::fabs(sum) >= 0x1.FFFFFEFFFFFFp127L;
    const Exact rounding = std::fabs(sum) * 0x1.000001p-24L + 0x1p-150L;
    return std::fabs(static_cast<Exact>(r) - sum) <= rounding;
}

TEST(Floats, MultiplyAndAddForCullingWithOneOrTwoRoundings) {
    const auto expect = [](const auto& inputs, Lanes lanes) {
        check_lanes(
            &LaneOperations::fma_for_culling, inputs, lanes,
            [&](std::size_t i, float r) {
                return inputs.apply(
                    [&](float a, float b, float c) { return is_multiply_add(r, a, b, c); }, i);
            },
            [&](std::size_t i) {
                return inputs.apply([](float a, float b, float c) { return describe(a * b + c); },
                                    i) +
                       " within rounding";
            });
    };
    expect(special_inputs<float, float, float>(), Lanes::as_they_come);
    expect(random_inputs<float, float, float>(random_count), Lanes::as_they_come);

    // The sum is close to minus the product, where one and two roundings differ most.
    Random random(7);
    Inputs<float, float, float> cancelling;
    for (std::size_t i = 0; i < random_count; ++i) {
        const float a = float_of(random.bits32() % 0x00800000u + 0x3F800000u);
        const float b = float_of(random.bits32() % 0x00800000u + 0x3F800000u);
        cancelling.add(a, b, float_of(bits_of(-(a * b)) + random.below(5) - 2));
    }
    expect(cancelling, Lanes::as_they_come);
}

/// Cases in which a b and c d are equal or nearly equal.
Inputs<float, float, float, float> nearly_equal_products() {
    Random random(13);
    Inputs<float, float, float, float> inputs;
    const auto nudged = [&](float a) { return float_of(bits_of(a) + random.below(3) - 1); };
    const auto sign = [&] { return random.below(2) << 31; };
    while (inputs.size() < random_count) {
        // With these exponents, products and quotients stay normal. Nudging changes the exponent by
        // at most 1.
        const auto draw = [&] {
            return float_of(sign() | (random.bits32() & 0x007FFFFFu) |
                            (random.below(120) + 68) << 23);
        };
        const float a = draw();
        const float b = draw();
        const float c = draw();
        switch (random.below(4)) {
        case 0: // the same factors, or their neighbours
            inputs.add(a, b, nudged(b), nudged(a));
            break;
        case 1: // factors that differ by powers of two
            inputs.add(a, b, b * 0x1p-9f, nudged(a * 0x1p9f));
            break;
        case 2: // the float nearest to the quotient, which is rarely exact
            inputs.add(a, b, c, static_cast<float>(static_cast<double>(a) * b / c));
            break;
        case 3: // equal products by construction: factors of 8 bits each, paired differently
        {
            const auto p = static_cast<float>(random.below(256) + 1);
            const auto q = static_cast<float>(random.below(256) + 1);
            const auto r = static_cast<float>(random.below(256) + 1);
            const auto s = static_cast<float>(random.below(256) + 1);
            inputs.add(p * q, r * s, p * r, nudged(q * s));
            break;
        }
        }
    }
    return inputs;
}

/// Products from the smallest subnormal to 2^62, the largest distance of sheared vertices from a
/// ray. Their errors lie below the range of floats or on both sides of its end; some are ties.
Inputs<float, float, float, float> products_of_all_sizes() {
    Random random(17);
    Inputs<float, float, float, float> inputs;
    const auto sign = [&] { return random.below(2) << 31; };
    const auto of_exponent = [&](std::uint32_t biased) {
        return float_of(sign() | biased << 23 | (random.bits32() & 0x007FFFFFu));
    };
    const auto any = [&] { return of_exponent(random.below(127 + 62)); };
    const auto nudged = [&](float a) { return float_of(bits_of(a) + random.below(3) - 1); };
    const auto odd = [&] { return static_cast<int>(4097 + 2 * random.below(2048)); };
    while (inputs.size() < random_count) {
        switch (random.below(5)) {
        case 0: // any factors, some of them zero
        {
            const auto factor = [&] { return random.below(8) == 0 ? float_of(sign()) : any(); };
            const float a = factor(), b = factor(), c = factor();
            inputs.add(a, b, c, factor());
            break;
        }
        case 1: // products, or their errors, or both, about where they leave the range
        {
            const std::uint32_t bottom = 254 - 160 + random.below(90);
            const auto add = [&](std::uint32_t of_a, std::uint32_t of_c) {
                const float a = of_exponent(of_a), b = of_exponent(bottom - of_a);
                const float c = of_exponent(of_c);
                inputs.add(a, b, c, of_exponent(bottom - of_c));
            };
            add(random.below(std::min(bottom, 188u)), random.below(std::min(bottom, 188u)));
            break;
        }
        case 2: // in the same range, equal or nearly equal
        {
            const std::uint32_t bottom = 254 - 150 + random.below(80);
            const std::uint32_t of_a = 1 + random.below(bottom - 2);
            const float a = of_exponent(of_a), b = of_exponent(bottom - of_a);
            inputs.add(a, b, nudged(b), nudged(a));
            break;
        }
        case 3: // 25 or 26 bits with the last one set: half way between two floats, or close to it
        {
            const int a = odd(), b = odd();
            const int c = a + static_cast<int>(random.below(9)) - 4;
            const int d = b + static_cast<int>(random.below(9)) - 4;
            const int up = static_cast<int>(random.below(160)) - 110;
            const int apart = static_cast<int>(random.below(40)) - 20;
            const auto scaled = [](int x, int exponent) {
                return std::ldexp(static_cast<float>(x), exponent);
            };
            inputs.add(scaled(a, up / 2 + apart), scaled(b, up / 2 - apart), scaled(c, up / 2),
                       scaled(d, up / 2));
            break;
        }
        case 4: // equal by construction, then nudged or of opposite sign
        {
            const float p = static_cast<float>(odd()), q = static_cast<float>(odd());
            const int up = static_cast<int>(random.below(120)) - 90;
            const float a = std::ldexp(p, up), b = std::ldexp(q, up / 2);
            const float c = std::ldexp(q, up), d = std::ldexp(p, up / 2);
            const bool opposite = random.below(4) == 0;
            inputs.add(a, b, opposite ? -c : c, random.below(2) == 0 ? d : nudged(d));
            break;
        }
        }
    }
    return inputs;
}

/// Calls expect(inputs) for all these inputs.
template <class Expect>
void with_products(Expect expect) {
    expect(random_inputs<float, float, float, float>(random_count));
    expect(nearly_equal_products());
    expect(products_of_all_sizes());
}

/// The expected difference of products, bit by bit.
float difference_of_products(float a, float b, float c, float d) {
    const float p = a * b;
    const float q = c * d;
    return (p - q) - (scalar::product_error(p, a, b) - scalar::product_error(q, c, d));
}

TEST(Floats, TakeADifferenceOfProductsWithTheirErrors) {
    with_products([](const auto& inputs) {
        expect_lanes(&LaneOperations::difference_of_products, inputs, Lanes::as_they_come,
                     difference_of_products, Nan::any);
    });
}

// Products of floats are exact in long double. Its range is wide enough that their difference does
// not underflow, and rounding never changes a sign.
TEST(Floats, GiveADifferenceOfProductsTheRightSign) {
    static_assert(std::numeric_limits<long double>::digits >= 64);
    static_assert(std::numeric_limits<long double>::min_exponent <= -16381);
    using Exact = long double;
    const auto product = [](float a, float b) {
        return static_cast<Exact>(a) * static_cast<Exact>(b);
    };
    const auto sign = [](auto a) { return (a > 0) - (a < 0); };
    constexpr Exact smallest = 0x1p-149L;
    // Errors of products above this are floats.
    constexpr Exact errors_are_exact = 0x1p-101L;
    constexpr Exact one_and_roundings = 1 + 0x1p-40L;

    with_products([&](const auto& inputs) {
        std::size_t checked = 0;
        const auto difference = [&](std::size_t i) {
            return inputs.apply(
                [&](float a, float b, float c, float d) { return product(a, b) - product(c, d); },
                i);
        };
        check_lanes(
            &LaneOperations::difference_of_products, inputs, Lanes::as_they_come,
            [&](std::size_t i, float r) {
                const auto [first, second] = inputs.apply(
                    [&](float a, float b, float c, float d) {
                        return std::pair(std::fabs(product(a, b)), std::fabs(product(c, d)));
                    },
                    i);
                if (!(first < 0x1p126L && second < 0x1p126L))
                    return true; // beyond the range, or NaN
                ++checked;
                const Exact exact = difference(i);
                const bool exact_errors = (first == 0 || first >= errors_are_exact) &&
                                          (second == 0 || second >= errors_are_exact);
                const bool right_sign =
                    sign(r) == sign(exact) ||
                    (r == 0.0f && std::fabs(exact) <= smallest && !exact_errors);
                const Exact allowed =
                    std::fabs(exact) * 0x1p-23L + (exact_errors ? 0.0L : smallest);
                return right_sign &&
                       std::fabs(static_cast<Exact>(r) - exact) <= allowed * one_and_roundings;
            },
            [&](std::size_t i) {
                return "of sign " + std::to_string(sign(difference(i))) + ", within 2^-23";
            });
        EXPECT_GT(checked, inputs.size() / 2);
    });
}

TEST(Floats, ChangeTheSignOfADifferenceOfProductsWhenTheseChangePlaces) {
    with_products([](const auto& inputs) {
        Inputs<float, float, float, float> exchanged;
        std::vector<float> expected;
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            inputs.apply([&](float a, float b, float c, float d) { exchanged.add(c, d, b, a); }, i);
            expected.push_back(-inputs.apply(difference_of_products, i));
        }
        check_lanes(
            &LaneOperations::difference_of_products, exchanged, Lanes::as_they_come,
            [&](std::size_t i, float r) {
                // Compares numbers, so +0 equals -0.
                return r == expected[i] || (std::isnan(r) && std::isnan(expected[i]));
            },
            [&](std::size_t i) { return describe(expected[i]); });
    });
}

// Int

TEST(Ints, AndAndOrTheirBits) {
    using U = std::uint32_t;
    expect_everywhere(&LaneOperations::int_and, [](U a, U b) { return a & b; });
    expect_everywhere(&LaneOperations::int_or, [](U a, U b) { return a | b; });
}

TEST(Ints, AddAndSubtractAndWrapAround) {
    using U = std::uint32_t;
    expect_everywhere(&LaneOperations::int_add, [](U a, U b) { return a + b; });
    expect_everywhere(&LaneOperations::int_subtract, [](U a, U b) { return a - b; });
}

TEST(Ints, CompareWithSignWhereTheNameSaysSo) {
    using U = std::uint32_t;
    expect_everywhere(&LaneOperations::int_equal, [](U a, U b) { return truth(a == b); });
    expect_everywhere(&LaneOperations::signed_greater,
                      [](U a, U b) { return truth(scalar::signed_greater(a, b)); });
    // The comparison contains a sum that overflows. When such sums were sums of signed vectors,
    // whose overflow is undefined, GCC removed this one on NEON, and spheres of radius 0 in a
    // stream overlapped nothing.
    expect_everywhere(&LaneOperations::unsigned_greater, [](U a, U b) { return truth(a > b); });
    expect_everywhere(&LaneOperations::signed_max,
                      [](U a, U b) { return scalar::signed_greater(a, b) ? a : b; });
}

TEST(Ints, AreEqualOnlyWhereAllBitsAre) {
    // Random pairs are never equal. These pairs are equal, or differ in one bit.
    Random random(11);
    Inputs<std::uint32_t, std::uint32_t> inputs;
    for (std::size_t i = 0; i < random_count; ++i) {
        const std::uint32_t a = random.bits32();
        inputs.add(a, random.below(2) == 0 ? a : a ^ 1u << random.below(32));
    }
    expect_lanes(
        &LaneOperations::int_equal, inputs, Lanes::as_they_come,
        [](std::uint32_t a, std::uint32_t b) { return truth(a == b); }, Nan::exact);
}

TEST(Ints, AreSelectedWhole) {
    expect_everywhere(&LaneOperations::select_int,
                      [](Truth m, std::uint32_t a, std::uint32_t b) { return is_yes(m) ? a : b; });
}

TEST(Ints, ShareTheirBitsWithFloats) {
    expect_everywhere(&LaneOperations::as_int, [](float a) { return bits_of(a); });
    expect_everywhere(&LaneOperations::as_float, [](std::uint32_t a) { return float_of(a); });
}

// Mask

TEST(Masks, CombineLaneByLane) {
    expect_everywhere(&LaneOperations::copy_mask, [](Truth a) { return a; });
    expect_everywhere(&LaneOperations::mask_not, [](Truth a) { return truth(!is_yes(a)); });
    expect_everywhere(&LaneOperations::mask_and,
                      [](Truth a, Truth b) { return truth(is_yes(a) && is_yes(b)); });
    expect_everywhere(&LaneOperations::mask_or,
                      [](Truth a, Truth b) { return truth(is_yes(a) || is_yes(b)); });
}

TEST(Masks, AreAllOrNothing) {
    at_every_width([](const LaneOperations& operations) {
        const auto width = static_cast<std::size_t>(operations.width);
        std::vector<Truth> lanes(width, Truth::contradictory);
        operations.all_lanes(width, lanes.data());
        EXPECT_EQ(lanes, std::vector<Truth>(width, Truth::yes));
        operations.no_lanes(width, lanes.data());
        EXPECT_EQ(lanes, std::vector<Truth>(width, Truth::no));
    });
}

TEST(Masks, SayLaneIInBitI) {
    at_every_width([](const LaneOperations& operations) {
        const auto width = static_cast<std::size_t>(operations.width);
        const std::vector<std::uint32_t> sets = sets_of_lanes(width);
        std::vector<Truth> lanes;
        for (const std::uint32_t set : sets)
            for (std::size_t i = 0; i < width; ++i)
                lanes.push_back(truth((set >> i & 1) != 0));
        std::vector<std::uint32_t> bits(sets.size());
        std::vector<std::uint32_t> any(sets.size());
        operations.bits(lanes.size(), bits.data(), lanes.data());
        operations.any(lanes.size(), any.data(), lanes.data());
        for (std::size_t i = 0; i < sets.size(); ++i) {
            ASSERT_EQ(bits[i], sets[i]);
            ASSERT_EQ(any[i], sets[i] != 0 ? 1u : 0u) << sets[i];
        }
    });
}

// Double

TEST(Doubles, HoldEveryFloat) {
    expect_everywhere(
        &LaneOperations::widen, [](float a) { return static_cast<double>(a); }, Nan::any);
}

TEST(Doubles, NarrowToTheNearestFloat) {
    expect_everywhere(
        &LaneOperations::narrow, [](double a) { return scalar::nearest_float(a); }, Nan::any);
}

// When `plain` narrowed element by element, g++ 12 replaced a double that was narrowed and widened
// again by the original double. Squares of distances lost their second half, on this ISA alone.
TEST(Doubles, AreNotWidenedToWhatTheyWere) {
    expect_everywhere(
        &LaneOperations::narrowed_away,
        [](double a) { return scalar::nearest_float(a - double{scalar::nearest_float(a)}); },
        Nan::any);
}

TEST(Doubles, AddSubtractAndMultiply) {
    expect_everywhere(
        &LaneOperations::double_add, [](double a, double b) { return a + b; }, Nan::any);
    expect_everywhere(
        &LaneOperations::double_subtract, [](double a, double b) { return a - b; }, Nan::any);
    expect_everywhere(
        &LaneOperations::double_multiply, [](double a, double b) { return a * b; }, Nan::any);
}

TEST(Doubles, DivideAndTakeRoots) {
    expect_everywhere(
        &LaneOperations::double_divide, [](double a, double b) { return a / b; }, Nan::any);
    expect_everywhere(
        &LaneOperations::double_root, [](double a) { return std::sqrt(a); }, Nan::any);
}

TEST(Doubles, CompareAndSelect) {
    expect_everywhere(&LaneOperations::double_less,
                      [](double a, double b) { return truth(a < b); });
    expect_everywhere(&LaneOperations::select_double,
                      [](Truth m, double a, double b) { return is_yes(m) ? a : b; });
}

} // namespace
} // namespace lanecast::test
