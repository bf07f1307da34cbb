#include <gtest/gtest.h>

#include <cstdio>

#include "kernels/ray_checker.hpp"

namespace {

using hostile::Answer;
using hostile::Answers;
using hostile::Cases;
using hostile::Kind;
using hostile::Worst;
using lanecast::Interior;
using lanecast::Isa;
using lanecast::Options;

constexpr std::size_t near_cases = 1'000'000;
constexpr std::size_t far_cases = 200'000;
constexpr std::size_t other_cases = 60'000;
constexpr std::uint64_t seed = 20240607;

std::size_t count_of(Kind kind) {
    return kind == Kind::near ? near_cases : kind == Kind::far ? far_cases : other_cases;
}

struct Setting {
    const char* name;
    Options options;
};

/// Triangles differ in the third only by what backfaces decide; that Interior is nothing to them
/// has a test of its own.
constexpr Setting settings[] = {
    {"solid", {}},
    {"surface", {.interior = Interior::surface}},
    {"surface, no backfaces", {.interior = Interior::surface, .backfaces = false}},
};

/// That Interior is nothing to triangles has a test of its own.
template <class Shape>
bool is_of_interest(const Setting& setting) {
    return !std::is_same_v<Shape, hostile::Triangle> || !setting.options.backfaces ||
           setting.options.interior == Interior::solid;
}

/// The case as numbers that read back exactly, and what was answered.
template <class Shape>
std::string describe(const Cases<Shape>& cases, std::size_t i, const Answer& answer) {
    std::string text = "case " + std::to_string(i) + ", ray";
    char number[40];
    const auto add = [&](double value) {
        std::snprintf(number, sizeof number, " %.9g", value);
        text += number;
    };
    for (const auto& column : cases.rays)
        add(column[i]);
    text += std::string(", ") + Shape::name;
    for (const auto& column : cases.shapes)
        add(column[i]);
    text += ", answer t u v normal flags";
    for (const float value :
         {answer.t, answer.u, answer.v, answer.normal.x, answer.normal.y, answer.normal.z})
        add(value);
    return text + " " + std::to_string(answer.flags);
}

/// Answers on the plain ISA; every other ISA must give the same bits, and occluded the same
/// verdict.
template <class Shape>
Answers answers_on_all_isas(const Cases<Shape>& cases, const Options& options) {
    const hostile::IsaGuard guard;
    lanecast::set_isa(Isa::plain);
    Answers plain = answers_of(cases, options);
    for (const Isa isa : lanecast::supported_isas()) {
        if (isa == Isa::plain)
            continue;
        lanecast::set_isa(isa);
        EXPECT_EQ(difference(plain, answers_of(cases, options)), "") << to_string(isa);
    }
    std::size_t disagreeing = 0;
    for (std::size_t i = 0; i < cases.size(); ++i)
        disagreeing += plain.occluded[i] != (plain.flags[i] & lanecast::flag::hit);
    EXPECT_EQ(disagreeing, 0u) << "occluded is whether closest_hit hits";
    return plain;
}

template <class Shape>
class RayAccuracy : public testing::Test {};

using AllShapes = testing::Types<hostile::Sphere, hostile::Aabb, hostile::Box, hostile::Triangle>;
struct ShapeNames {
    template <class Shape>
    static std::string GetName(int) {
        return Shape::name;
    }
};
TYPED_TEST_SUITE(RayAccuracy, AllShapes, ShapeNames);

/// Checks every answer to the cases and counts what was seen.
template <class Shape>
Worst checked(const Cases<Shape>& cases, const Setting& setting, const char* kind) {
    const Answers answers = answers_on_all_isas(cases, setting.options);
    Worst worst;
    std::size_t broken = 0;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const std::string promise = check(cases.shape(i).exact(), cases.ray(i), setting.options,
                                          answers[i], static_cast<std::uint32_t>(i), worst);
        if (!promise.empty() && ++broken <= 3)
            ADD_FAILURE() << setting.name << ", " << kind << ": not so that " << promise << "\n"
                          << describe(cases, i, answers[i]);
    }
    EXPECT_EQ(broken, 0u) << setting.name << ", " << kind;
    EXPECT_EQ(answers.hit_summary.queries, cases.size());
    EXPECT_EQ(answers.hit_summary.hits, worst.hits);
    EXPECT_EQ(answers.hit_summary.invalid, 0u);
    return worst;
}

void print(const char* shape, const char* setting, const std::vector<Worst>& by_kind) {
    std::printf("%s, %s: worst errors in multiples of which %g are promised\n", shape, setting,
                hostile::promised);
    std::printf("%20s %9s %9s %8s %9s %9s %9s %9s\n", "rays", "cases", "hits", "flipped",
                "decision", "position", "normal", "u, v");
    for (std::size_t k = 0; k < by_kind.size(); ++k) {
        const Worst& worst = by_kind[k];
        if (worst.cases > 0)
            std::printf("%20s %9zu %9zu %8zu %9.3f %9.3f %9.3f %9.3f\n",
                        to_string(static_cast<Kind>(k)), worst.cases, worst.hits, worst.flipped,
                        worst.decision, worst.position, worst.normal, worst.weights);
    }
}

TYPED_TEST(RayAccuracy, EveryPromiseHoldsOnEveryIsaForAllKindsOfRays) {
    std::array<std::vector<Worst>, std::size(settings)> table;
    for (std::size_t k = 0; k < hostile::kind_count; ++k) {
        const auto kind = static_cast<Kind>(k);
        const auto cases = hostile::make_cases<TypeParam>(kind, count_of(kind), seed);
        for (std::size_t i = 0; i < std::size(settings); ++i)
            if (is_of_interest<TypeParam>(settings[i]))
                table[i].push_back(checked(cases, settings[i], to_string(kind)));
    }
    for (std::size_t i = 0; i < std::size(settings); ++i)
        if (is_of_interest<TypeParam>(settings[i]))
            print(TypeParam::name, settings[i].name, table[i]);
}

TYPED_TEST(RayAccuracy, BeyondAllPromisesAnswersAreStillSaneAndTheSameOnEveryIsa) {
    const auto cases = hostile::make_cases_beyond_all_promises<TypeParam>(200'000, seed);
    for (const Setting& setting : settings) {
        const Answers answers = answers_on_all_isas(cases, setting.options);
        std::size_t insane = 0;
        for (std::size_t i = 0; i < cases.size(); ++i) {
            if (!is_sane(answers[i], cases.ray(i), static_cast<std::uint32_t>(i)) && ++insane <= 3)
                ADD_FAILURE() << setting.name << ": " << describe(cases, i, answers[i]);
        }
        EXPECT_EQ(insane, 0u);
    }
}

TYPED_TEST(RayAccuracy, BadRaysAreMissesWithTheirFlagAndOddOnesAreAnswered) {
    hostile::Random random(seed);
    Cases<TypeParam> cases;
    std::vector<bool> invalid;
    for (std::size_t round = 0; round < 50; ++round) {
        for (const hostile::OddRay& odd : hostile::odd_rays()) {
            cases.add(odd.ray,
                      TypeParam::make(random, random.in_cube(2.0), 1.0, hostile::Form::regular));
            invalid.push_back(odd.invalid);
        }
    }
    for (const Setting& setting : settings) {
        const Answers answers = answers_on_all_isas(cases, setting.options);
        std::size_t bad = 0;
        for (std::size_t i = 0; i < cases.size(); ++i) {
            const Answer answer = answers[i];
            bad += invalid[i];
            EXPECT_TRUE(invalid[i] ? is_miss(answer, lanecast::flag::invalid)
                                   : is_sane(answer, cases.ray(i), static_cast<std::uint32_t>(i)))
                << describe(cases, i, answer);
        }
        EXPECT_EQ(answers.hit_summary.invalid, bad);
        EXPECT_EQ(answers.occluded_summary.invalid, bad);
    }
}

/// Rays at the corner, an edge and the middle of triangles whose corners lie exactly on a line.
TEST(TriangleRays, ZeroAreaIsAlwaysMissed) {
    hostile::Random random(seed);
    Cases<hostile::Triangle> cases;
    for (std::size_t i = 0; i < 50'000; ++i) {
        const auto whole = [&] { return static_cast<float>(random.below(17)) - 8.0f; };
        hostile::Triangle triangle{};
        const float step[3] = {whole(), whole(), whole()};
        const float times[3] = {whole(), whole(), random.one_in(2) ? 0.0f : whole()};
        const float base[3] = {whole(), whole(), whole()};
        for (std::size_t k = 0; k < 9; ++k)
            triangle.c[k] = base[k % 3] + times[k / 3] * step[k % 3];
        const std::size_t target = 3 * random.below(3);
        hostile::Ray ray{{{whole(), whole(), whole(), 0, 0, 0, 0, 1e30f}}};
        for (std::size_t k = 0; k < 3; ++k)
            ray.c[3 + k] = triangle.c[target + k] - ray.c[k];
        if (ray.c[3] != 0 || ray.c[4] != 0 || ray.c[5] != 0)
            cases.add(ray, triangle);
    }
    EXPECT_EQ(answers_on_all_isas(cases, {}).hit_summary.hits, 0u);
}

TEST(TriangleRays, InteriorMakesNoDifference) {
    const auto cases = hostile::make_cases<hostile::Triangle>(Kind::near, 100'000, seed);
    Options surface;
    surface.interior = Interior::surface;
    EXPECT_EQ(difference(answers_on_all_isas(cases, {}), answers_on_all_isas(cases, surface)), "");
}

} // namespace
