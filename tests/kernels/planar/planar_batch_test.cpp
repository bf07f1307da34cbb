#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "kernels/pairwise/pairwise_answers.hpp"
#include "kernels/planar/planar_cases.hpp"
#include "lanecast/error.hpp"
#include "lanecast/isa.hpp"
#include "lanecast/queries.hpp"

namespace {

using hostile::on_every_isa;
using lanecast::field;
using lanecast::Vec2;
using planar_cases::Answer;
using planar_cases::Answers;
using planar_cases::Cases;
using planar_cases::Columns;
using planar_cases::Ellipse;
using planar_cases::Line;
using planar_cases::Point;
using planar_cases::Segment;
namespace flag = lanecast::flag;
namespace planar = lanecast::planar;

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr float largest = std::numeric_limits<float>::max();
constexpr lanecast::Options in_this_thread = {.threads = 1};

/// The answers to the same cases on the narrowest ISA, each in a batch of its own.
template <class Other>
std::vector<Answer> one_by_one(const Cases<Other>& cases) {
    const lanecast::Isa before = lanecast::active_isa();
    lanecast::set_isa(lanecast::supported_isas().front());
    std::vector<Answer> answers;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        Answers one(1);
        planar::separation(Ellipse::batch(cases.ellipses, i, 1), Other::batch(cases.others, i, 1),
                           one.columns(), in_this_thread);
        answers.push_back(one[0]);
    }
    lanecast::set_isa(before);
    return answers;
}

template <class Other>
class PlanarBatch : public testing::Test {};
using Others = testing::Types<Point, Line, Segment>;
struct Names {
    template <class Other>
    static std::string GetName(int) {
        return Other::name;
    }
};
TYPED_TEST_SUITE(PlanarBatch, Others, Names);

TYPED_TEST(PlanarBatch, EverySizeAndOffsetGivesTheBitsOfSinglePairsAndTouchesNothingBeyond) {
    constexpr std::size_t largest_size = 67;
    constexpr std::size_t offsets = 19;
    constexpr std::size_t beyond = 16;
    const auto cases = planar_cases::mixed_cases<TypeParam>(largest_size + offsets);
    const std::vector<Answer> expected = one_by_one(cases);
    on_every_isa([&] {
        for (std::size_t size = 0; size <= largest_size; ++size) {
            for (std::size_t first = 0; first < offsets; first += 1 + size / 16) {
                Answers answers(size + beyond);
                std::fill(answers.distance.begin(), answers.distance.end(), -77.0f);
                const Answers untouched = answers;
                const lanecast::Summary summary = planar::separation(
                    Ellipse::batch(cases.ellipses, first, size),
                    TypeParam::batch(cases.others, first, size), answers.columns(), in_this_thread);
                EXPECT_EQ(summary.queries, size);
                EXPECT_EQ(summary.hits, size);
                for (std::size_t i = 0; i < size; ++i)
                    ASSERT_TRUE(same_bits(answers[i], expected[first + i]))
                        << "size " << size << ", offset " << first << ", pair " << i;
                for (std::size_t i = size; i < size + beyond; ++i)
                    ASSERT_TRUE(same_bits(answers[i], untouched[i])) << "size " << size;
            }
        }
    });
}

/// The numbers of the elements in rows, with `gap` floats between rows and `shift` floats before
/// the first.
template <std::size_t n>
struct Rows {
    Rows(std::size_t count, std::size_t shift, std::size_t gap, bool turned)
        : pitch(n + gap), first(shift + (turned ? pitch * (count - 1) : 0)), length(count),
          backwards(turned), memory(shift + pitch * count + 16, -77.0f) {}

    [[nodiscard]] float& at(std::size_t i, std::size_t k) {
        return memory[(backwards ? first - pitch * i : first + pitch * i) + k];
    }
    template <class T>
    [[nodiscard]] lanecast::Output<T> column(std::size_t k) {
        const auto stride = static_cast<std::ptrdiff_t>(pitch * sizeof(float));
        return lanecast::column<T>(static_cast<void*>(&at(0, k)), backwards ? -stride : stride,
                                   length);
    }
    /// The count of numbers that no row has written to.
    [[nodiscard]] std::size_t untouched() const {
        return static_cast<std::size_t>(std::count(memory.begin(), memory.end(), -77.0f));
    }

    std::size_t pitch, first, length;
    bool backwards;
    std::vector<float> memory;
};

planar::Points2 batch_in(Rows<2>& rows) { return {.position = rows.column<Vec2>(0)}; }
planar::Lines2 batch_in(Rows<4>& rows) {
    return {.point = rows.column<Vec2>(0), .direction = rows.column<Vec2>(2)};
}
planar::Segments batch_in(Rows<5>& rows) {
    return {.a = rows.column<Vec2>(0), .b = rows.column<Vec2>(2), .radius = rows.column<float>(4)};
}

TYPED_TEST(PlanarBatch, AnyLayoutInMemoryGivesTheBitsOfContiguousArrays) {
    struct Layout {
        std::size_t shift, gap;
        bool backwards;
    };
    const auto cases = planar_cases::mixed_cases<TypeParam>(139);
    const std::size_t size = cases.size();
    const std::vector<Answer> expected = one_by_one(cases);
    on_every_isa([&] {
        for (const Layout& layout : {Layout{0, 0, false}, Layout{1, 0, false}, Layout{3, 5, false},
                                     Layout{0, 1000, false}, Layout{1, 2, true}}) {
            Rows<Ellipse::numbers> ellipses(size, layout.shift, layout.gap, layout.backwards);
            Rows<TypeParam::numbers> others(size, layout.shift, layout.gap, layout.backwards);
            Rows<6> answers(size, layout.shift, layout.gap, layout.backwards);
            for (std::size_t i = 0; i < size; ++i) {
                for (std::size_t k = 0; k < Ellipse::numbers; ++k)
                    ellipses.at(i, k) = cases.ellipses[k][i];
                for (std::size_t k = 0; k < TypeParam::numbers; ++k)
                    others.at(i, k) = cases.others[k][i];
            }
            planar::separation({.center = ellipses.template column<Vec2>(0),
                                .axis = ellipses.template column<Vec2>(2),
                                .a = ellipses.template column<float>(4),
                                .b = ellipses.template column<float>(5)},
                               batch_in(others),
                               {.distance = answers.template column<float>(0),
                                .on_ellipse = answers.template column<Vec2>(1),
                                .on_other = answers.template column<Vec2>(3),
                                .flags = answers.template column<std::uint32_t>(5)});
            for (std::size_t i = 0; i < size; ++i) {
                Answer answer{answers.at(i, 0),
                              {answers.at(i, 1), answers.at(i, 2)},
                              {answers.at(i, 3), answers.at(i, 4)},
                              0};
                std::memcpy(&answer.flags, &answers.at(i, 5), sizeof answer.flags);
                ASSERT_TRUE(same_bits(answer, expected[i])) << "pair " << i;
            }
            EXPECT_EQ(answers.untouched(), answers.memory.size() - 6 * size);
        }
    });
}

TYPED_TEST(PlanarBatch, OneOfThemGoesWithAllOfTheOthers) {
    constexpr std::size_t count = 53;
    const auto cases = planar_cases::mixed_cases<TypeParam>(count);
    on_every_isa([&] {
        for (std::size_t one = 0; one < 12; ++one) {
            Cases<TypeParam> same_ellipse = cases, same_other = cases;
            for (auto& column : same_ellipse.ellipses)
                std::fill(column.begin(), column.end(), column[one]);
            for (auto& column : same_other.others)
                std::fill(column.begin(), column.end(), column[one]);
            Answers by_ellipse(count), by_other(count), by_value(count);
            planar::separation(Ellipse::batch(cases.ellipses, one, 1),
                               TypeParam::batch(cases.others, 0, count), by_ellipse.columns());
            planar::separation(Ellipse::batch(cases.ellipses, 0, count),
                               TypeParam::batch(cases.others, one, 1), by_other.columns());
            const auto& c = cases.ellipses;
            planar::separation({.center = Vec2{c[0][one], c[1][one]},
                                .axis = {c[2][one], c[3][one]},
                                .a = c[4][one],
                                .b = c[5][one]},
                               TypeParam::batch(cases.others, 0, count), by_value.columns());
            const Answers expected_of_ellipse = answers_of(same_ellipse);
            const Answers expected_of_other = answers_of(same_other);
            for (std::size_t i = 0; i < count; ++i) {
                ASSERT_TRUE(same_bits(by_ellipse[i], expected_of_ellipse[i])) << i;
                ASSERT_TRUE(same_bits(by_value[i], expected_of_ellipse[i])) << i;
                ASSERT_TRUE(same_bits(by_other[i], expected_of_other[i])) << i;
            }
        }
    });
}

TYPED_TEST(PlanarBatch, ThreadsAndColumnsLeftOutDoNotChangeTheBits) {
    const auto cases = planar_cases::mixed_cases<TypeParam>(10007);
    const Answers expected = answers_of(cases);
    const Answers by_all_threads = answers_of(cases, {.threads = 0});
    Answers some(cases.size());
    planar::separation(Ellipse::batch(cases.ellipses, 0, cases.size()),
                       TypeParam::batch(cases.others, 0, cases.size()),
                       {.on_ellipse = some.on_ellipse});
    for (std::size_t i = 0; i < cases.size(); ++i) {
        ASSERT_TRUE(same_bits(by_all_threads[i], expected[i])) << i;
        ASSERT_EQ(std::memcmp(&some.on_ellipse[i], &expected.on_ellipse[i], sizeof(Vec2)), 0) << i;
        ASSERT_EQ(some.distance[i], 0.0f);
    }
}

/// An invalid number of an ellipse or another figure: its column and value.
struct Fault {
    std::size_t column;
    float value;
};
constexpr Fault ellipse_faults[] = {
    {0, nan},   {1, infinity}, {2, nan},      {3, -infinity}, {4, nan},     {5, infinity},
    {4, 0.0f},  {5, 0.0f},     {4, -0.0f},    {4, -1.0f},     {5, -1e-30f}, {2, 2.0f},
    {3, -1.5f}, {2, 1e30f},    {4, infinity}, {5, nan},
};
std::vector<Fault> faults_of(Point) { return {{0, nan}, {0, infinity}, {1, -infinity}}; }
std::vector<Fault> faults_of(Line) {
    return {{0, nan}, {1, -infinity}, {2, nan}, {3, infinity}, {2, -infinity}};
}
std::vector<Fault> faults_of(Segment) {
    return {{0, nan}, {1, infinity}, {2, -infinity}, {3, nan},
            {4, nan}, {4, infinity}, {4, -1e-30f}};
}

TYPED_TEST(PlanarBatch, BadFiguresAreMissesAndDisturbNobody) {
    const auto cases = planar_cases::mixed_cases<TypeParam>(200);
    const auto other_faults = faults_of(TypeParam{});
    auto spoilt = cases;
    std::vector<std::uint32_t> expected_flags(cases.size(), 0);
    std::size_t bad = 0;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        if (i % 3 == 1) {
            const Fault& fault = ellipse_faults[(i / 3) % std::size(ellipse_faults)];
            spoilt.ellipses[fault.column][i] = fault.value;
            expected_flags[i] |= flag::bad_shape;
        }
        if (i % 5 == 1) {
            const Fault& fault = other_faults[(i / 5) % other_faults.size()];
            spoilt.others[fault.column][i] = fault.value;
            expected_flags[i] |= flag::invalid;
        }
        bad += expected_flags[i] != 0;
    }
    on_every_isa([&] {
        const Answers clean = answers_of(cases);
        const Answers answers = answers_of(spoilt);
        for (std::size_t i = 0; i < cases.size(); ++i)
            if (expected_flags[i] == 0)
                EXPECT_TRUE(same_bits(answers[i], clean[i])) << i;
            else
                EXPECT_TRUE(is_miss(answers[i], expected_flags[i])) << i;
        EXPECT_EQ(answers.summary.queries, cases.size());
        EXPECT_EQ(answers.summary.hits, cases.size() - bad);
        EXPECT_EQ(answers.summary.invalid, bad);
    });
}

// The length of the axis may be off by 1e-3, and directions may be as small as the smallest float.
TEST(PlanarValues, AtTheBordersOfWhatIsAllowed) {
    Answers one(1);
    const auto flags_of = [&](Vec2 axis) {
        planar::separation({.center = {0, 0}, .axis = axis, .a = 2, .b = 1},
                           planar::Points2{.position = {3, 0}}, one.columns());
        return one.flags[0];
    };
    EXPECT_EQ(flags_of({1.0009f, 0}), flag::hit);
    EXPECT_EQ(one.distance[0], 1.0f);
    EXPECT_EQ(flags_of({0, 0.9991f}), flag::hit);
    EXPECT_NEAR(one.distance[0], 2.0f, 1e-6f);
    EXPECT_EQ(flags_of({1.0011f, 0}), flag::bad_shape);
    EXPECT_EQ(flags_of({0.9989f, 0}), flag::bad_shape);
    EXPECT_EQ(flags_of({0, 0}), flag::bad_shape);

    const auto separation_of = [&](Vec2 direction) {
        planar::separation({.center = {0, 0}, .a = 2, .b = 1},
                           planar::Lines2{.point = {0, 3}, .direction = direction}, one.columns());
        return one.distance[0];
    };
    EXPECT_EQ(separation_of({std::numeric_limits<float>::denorm_min(), 0}), 2.0f);
    EXPECT_EQ(separation_of({-largest, 0}), 2.0f);
    EXPECT_EQ(separation_of({0, 0}), infinity);
    EXPECT_EQ(one.flags[0], flag::invalid);
}

TYPED_TEST(PlanarBatch, BeyondAllPromisesThereIsNoNanAndTheBitsAreTheSame) {
    // Every mix of enormous, tiny and ordinary numbers of both signs.
    constexpr float values[] = {largest, -largest, 1e38f,  -3e37f, 1e20f, 1.0f,
                                -1.0f,   0.0f,     1e-38f, -0.0f,  1e-45f};
    std::uint64_t state = 99;
    const auto pick = [&] {
        state = state * 6364136223846793005u + 1442695040888963407u;
        return values[(state >> 33) % std::size(values)];
    };
    Cases<TypeParam> cases;
    for (int i = 0; i < 20000; ++i) {
        const bool turned = pick() > 0.0f;
        const float a = std::fabs(pick()), b = std::fabs(pick());
        const std::array<float, Ellipse::numbers> ellipse = {pick(),
                                                             pick(),
                                                             turned ? 0.6f : 0.0f,
                                                             turned ? -0.8f : 1.0f,
                                                             std::max(a, 1e-45f),
                                                             std::max(b, 1e-45f)};
        for (std::size_t k = 0; k < Ellipse::numbers; ++k)
            cases.ellipses[k].push_back(ellipse[k]);
        for (std::size_t k = 0; k < TypeParam::numbers; ++k)
            cases.others[k].push_back(k == 4 ? std::fabs(pick()) : pick());
        if constexpr (std::is_same_v<TypeParam, Line>) {
            if (cases.others[2].back() == 0.0f && cases.others[3].back() == 0.0f)
                cases.others[3].back() = 1e-45f;
        }
    }
    const std::vector<Answer> expected = one_by_one(cases);
    on_every_isa([&] {
        const Answers answers = answers_of(cases);
        EXPECT_EQ(answers.summary.hits, cases.size());
        for (std::size_t i = 0; i < cases.size(); ++i) {
            const Answer answer = answers[i];
            ASSERT_TRUE(same_bits(answer, expected[i])) << i;
            for (const float number : {answer.distance, answer.on_ellipse.x, answer.on_ellipse.y,
                                       answer.on_other.x, answer.on_other.y})
                ASSERT_FALSE(std::isnan(number)) << i;
        }
    });
}

template <class Call>
void expect_refused(lanecast::ErrorCode code, const std::string& field, Call call) {
    try {
        call();
        ADD_FAILURE() << field << " was not refused";
    } catch (const lanecast::Error& error) {
        EXPECT_EQ(error.code(), code) << error.what();
        EXPECT_EQ(error.field(), field) << error.what();
    }
}

TEST(PlanarCalls, BadOnesAreRefusedBeforeAnythingIsWritten) {
    using enum lanecast::ErrorCode;
    const std::vector<float> three(3, 1.0f), four(4, 1.0f);
    const planar::Ellipses good = {.center = {three, three}, .a = three, .b = 1};
    const planar::Points2 points = {.position = {three, 0}};
    const planar::Lines2 lines = {.point = {0, 0}, .direction = {1, 0}};
    std::vector<float> distance(3, -77.0f);
    const planar::Gaps gaps = {.distance = distance};

    expect_refused(missing_column, "Ellipses.center",
                   [&] { separation({.a = 1, .b = 1}, points, gaps); });
    expect_refused(missing_column, "Ellipses.b", [&] {
        separation({.center = {0, 0}, .a = 1}, points, gaps);
    });
    expect_refused(missing_column, "Points2.position",
                   [&] { separation(good, planar::Points2{}, gaps); });
    expect_refused(missing_column, "Lines2.direction", [&] {
        separation(good, planar::Lines2{.point = {0, 0}}, gaps);
    });
    expect_refused(missing_column, "Segments.b", [&] {
        separation(good, planar::Segments{.a = {0, 0}}, gaps);
    });
    expect_refused(wrong_length, "Ellipses.b", [&] {
        separation({.center = {three, three}, .a = three, .b = four}, points, gaps);
    });
    expect_refused(wrong_length, "Points2", [&] {
        separation(good, planar::Points2{.position = {four, four}}, gaps);
    });
    std::vector<float> two(2);
    expect_refused(wrong_length, "Gaps.distance",
                   [&] { separation(good, points, {.distance = two}); });
    std::vector<Vec2> vectors(2);
    expect_refused(wrong_length, "Gaps.on_other",
                   [&] { separation(good, lines, {.distance = distance, .on_other = vectors}); });
    const auto* odd = reinterpret_cast<const char*>(four.data()) + 1;
    expect_refused(wrong_stride, "Ellipses.a", [&] {
        separation({.center = {0, 0}, .a = lanecast::column<float>(odd, 4, 3), .b = 1}, points,
                   gaps);
    });
    for (const float untouched : distance)
        EXPECT_EQ(untouched, -77.0f);

    // These calls look odd but are valid.
    EXPECT_EQ(separation(good, points, {}).hits, 3u);
    EXPECT_EQ(separation({.center = {four, four}, .a = 1, .b = 1, .count = 3}, points, gaps).hits,
              3u);
    const std::vector<float> none;
    EXPECT_EQ(separation({.center = {none, none}, .a = 1, .b = 1}, lines, gaps).queries, 0u);
}

// Vectors in the plane are found by the names of their fields in any type.
TEST(PlanarColumns, TakeVectorsInThePlaneInAllTheirForms) {
    struct Own {
        float y, x;
    };
    struct Body {
        double mass;
        Own position;
        std::array<float, 2> heading;
        float radii[2];
    };
    std::vector<Body> bodies = {{1, {.y = 2, .x = 1}, {0, 1}, {5, 6}},
                                {1, {.y = 3, .x = 7}, {1, 0}, {5, 6}}};
    const std::vector<Vec2> points = {{1, 9}, {14, 3}};
    std::vector<Own> feet(2);
    std::vector<float> distance(2);
    const std::vector<std::array<float, 2>> pairs = {{1, 9}, {14, 3}};
    const auto measure = [&](const lanecast::Input<Vec2>& position) {
        std::fill(distance.begin(), distance.end(), 0.0f);
        separation({.center = field(bodies, &Body::position),
                    .axis = field(bodies, &Body::heading),
                    .a = field(
                        bodies, [](Body & b) -> auto& { return b.radii[0]; }),
                    .b = 2},
                   planar::Points2{.position = position},
                   {.distance = distance, .on_ellipse = feet});
        EXPECT_EQ(distance, (std::vector<float>{2, 2}));
        EXPECT_EQ(feet[0].x, 1.0f);
        EXPECT_EQ(feet[0].y, 7.0f);
        EXPECT_EQ(feet[1].x, 12.0f);
        EXPECT_EQ(feet[1].y, 3.0f);
    };
    const std::vector<float> xs = {1, 14}, ys = {9, 3}, flat = {1, 9, 14, 3};
    measure(points);
    measure(pairs);
    measure({xs, ys});
    measure(field(
        points, [](const Vec2& v) -> auto& { return v; }));
    measure(lanecast::column<Vec2>(flat.data(), 2 * sizeof(float), 2));
    EXPECT_EQ((lanecast::Input<Vec2>{1, ys}.components()[1].length), 2u);
    // Vectors in space are not vectors in the plane.
    struct Space {
        float x, y, z;
    };
    static_assert(!lanecast::detail::InputArray<std::vector<Space>&, Vec2>);
    static_assert(!lanecast::detail::InputArray<std::vector<Vec2>&, lanecast::Vec3>);
}

} // namespace
