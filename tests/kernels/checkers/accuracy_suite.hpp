#pragma once

#include <gtest/gtest.h>

#include <cstdio>
#include <span>

#include "kernels/checkers/describe.hpp"
#include "kernels/checkers/promises.hpp"
#include "kernels/fewer_queries.hpp"
#include "kernels/hostile/odd.hpp"
#include "kernels/pairwise/pairwise_answers.hpp"

/// Checks all answers to hostile cases against the reference: one suite for all query types and
/// shapes. It runs on the active ISA; another test checks that all ISAs return the same bits.
namespace hostile {

constexpr std::uint64_t accuracy_seed = 20240607;

constexpr std::size_t count_of(Kind kind) {
    return kind == Kind::near                                        ? 1'000'000
           : kind == Kind::far || kind == Kind::nearly_axis_parallel ? 200'000
                                                                     : 60'000;
}

/// Options that change answers. One in `one_in` of all cases runs with them.
struct Setting {
    const char* name;
    lanecast::Options options;
    std::size_t one_in;
};

/// The settings of a query type, and the error measures that its answers have, in the order of
/// Worst (nullptr for the others).
template <class Query>
std::span<const Setting> settings();
template <class Query>
std::array<const char*, Worst::count> measures();

/// Checks the answers to all cases. Returns the counts and the worst errors.
template <class Query, class Shape>
Worst checked(const Pairs<Query, Shape>& cases, const Setting& setting, const char* kind) {
    const Answers answers = answers_of(cases, setting.options);
    Worst worst;
    std::size_t broken = 0;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const std::string promise =
            check(cases.shape(i).exact(), cases.query(i).exact(), setting.options, answers[i],
                  static_cast<std::uint32_t>(i), worst);
        if (!promise.empty() && ++broken <= 3)
            ADD_FAILURE() << setting.name << ", " << kind << ": not so that " << promise << "\n"
                          << describe(cases, i, answers[i]);
    }
    EXPECT_EQ(broken, 0u) << setting.name << ", " << kind;
    const Question& question = question_of<Query>();
    const auto expect = [&](const lanecast::Summary& summary) {
        EXPECT_EQ(summary.queries, cases.size());
        EXPECT_EQ(summary.hits, worst.hits);
        EXPECT_EQ(summary.invalid, 0u);
    };
    if (question.words > 0)
        expect(answers.summaries.full);
    if (question.yes)
        expect(answers.summaries.yes);
    return worst;
}

template <class Query>
void print(const char* shape, const char* setting, const std::array<Worst, kind_count>& by_kind) {
    std::printf("%s, %s, %s: worst errors in multiples of which %g are promised\n",
                question_of<Query>().name, shape, setting, promised);
    std::printf("%20s %9s %9s %8s", "kind", "cases", "hits", "flipped");
    for (const char* measure : measures<Query>())
        if (measure != nullptr)
            std::printf(" %9s", measure);
    for (std::size_t k = 0; k < kind_count; ++k) {
        const Worst& worst = by_kind[k];
        if (worst.cases == 0)
            continue;
        std::printf("\n%20s %9zu %9zu %8zu", to_string(static_cast<Kind>(k)), worst.cases,
                    worst.hits, worst.flipped);
        for (std::size_t m = 0; m < Worst::count; ++m)
            if (measures<Query>()[m] != nullptr)
                std::printf(" %9.3f", worst.errors[m]);
    }
    std::printf("\n");
}

/// A query type and a shape.
template <class Query_, class Shape_>
struct Cell {
    using Query = Query_;
    using Shape = Shape_;
};

template <class Query>
struct CellsOf {
    template <class Shape>
    using With = Cell<Query, Shape>;
    using type = ListOfShapes<testing::Types, With>;
};
template <class Query>
using Cells = typename CellsOf<Query>::type;

struct ShapeNames {
    template <class Cell>
    static std::string GetName(int) {
        return Cell::Shape::name;
    }
};

template <class Cell>
class Accuracy : public testing::Test {};
TYPED_TEST_SUITE_P(Accuracy);

TYPED_TEST_P(Accuracy, EveryPromiseHoldsForAllKindsOfQueries) {
    using Query = typename TypeParam::Query;
    using Shape = typename TypeParam::Shape;
    for (const Setting& setting : settings<Query>()) {
        std::array<Worst, kind_count> table;
        for (std::size_t k = 0; k < kind_count; ++k) {
            const auto kind = static_cast<Kind>(k);
            // The preset `release` asks a half of this, as count_of() says.
            const std::size_t count = fewer(2 * count_of(kind)) / setting.one_in;
            const auto cases =
                make_pairs<Query, Shape>(kind, count, accuracy_seed + setting.one_in);
            table[k] = checked(cases, setting, to_string(kind));
        }
        print<Query>(Shape::name, setting.name, table);
    }
}

TYPED_TEST_P(Accuracy, BeyondAllPromisesAnswersAreStillSane) {
    using Query = typename TypeParam::Query;
    using Shape = typename TypeParam::Shape;
    const auto cases = make_pairs_beyond_all_promises<Query, Shape>(100'000, accuracy_seed);
    for (const Setting& setting : settings<Query>()) {
        const Answers answers = answers_of(cases, setting.options);
        std::size_t insane = 0;
        for (std::size_t i = 0; i < cases.size(); ++i)
            if (!is_sane(answers[i], cases.query(i).exact(), static_cast<std::uint32_t>(i)) &&
                ++insane <= 3)
                ADD_FAILURE() << setting.name << ": " << describe(cases, i, answers[i]);
        EXPECT_EQ(insane, 0u);
    }
}

TYPED_TEST_P(Accuracy, BadQueriesAreMissesWithTheirFlagAndOddOnesAreAnswered) {
    using Query = typename TypeParam::Query;
    using Shape = typename TypeParam::Shape;
    Random random(accuracy_seed);
    Pairs<Query, Shape> cases;
    std::vector<bool> invalid;
    std::size_t bad = 0;
    for (std::size_t round = 0; round < 50; ++round) {
        for (const Odd<Query>& odd : odd_queries<Query>()) {
            cases.add(odd.query, Shape::make(random, random.in_cube(2.0), 1.0, Form::regular));
            invalid.push_back(odd.fault.has_value());
            bad += odd.fault.has_value();
        }
    }
    const Question& question = question_of<Query>();
    for (const Setting& setting : settings<Query>()) {
        const Answers answers = answers_of(cases, setting.options);
        for (std::size_t i = 0; i < cases.size(); ++i)
            EXPECT_TRUE(invalid[i] ? is_miss(question, answers[i], lanecast::flag::invalid)
                                   : is_sane(answers[i], cases.query(i).exact(),
                                             static_cast<std::uint32_t>(i)))
                << describe(cases, i, answers[i]);
        EXPECT_EQ(answers.summaries.full.invalid, question.words > 0 ? bad : 0);
        EXPECT_EQ(answers.summaries.yes.invalid, question.yes ? bad : 0);
    }
}

/// Tests the checkers themselves: they must notice all answers that `tamper` makes grossly wrong,
/// except those that become right by chance. If a query is aimed at an edge or a tangent place, a
/// hit and a miss may both be right.
template <class Query, class Shape, class Select, class Tamper>
void expect_noticed(const Pairs<Query, Shape>& cases, const char* what, double share, Select select,
                    Tamper tamper) {
    const Answers answers = answers_of(cases, {});
    std::size_t tried = 0;
    std::size_t noticed = 0;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        Answer answer = answers[i];
        if (!select(answer))
            continue;
        tamper(answer);
        Worst worst;
        ++tried;
        noticed += !check(cases.shape(i).exact(), cases.query(i).exact(), {}, answer,
                          static_cast<std::uint32_t>(i), worst)
                        .empty();
    }
    EXPECT_GE(static_cast<double>(noticed), share * static_cast<double>(tried)) << what;
}

TYPED_TEST_P(Accuracy, WrongAnswersAreNoticed) {
    using Query = typename TypeParam::Query;
    using Shape = typename TypeParam::Shape;
    const Question& question = question_of<Query>();
    const auto cases = make_pairs<Query, Shape>(Kind::near, 3000, accuracy_seed);
    if (question.words == 0) {
        expect_noticed(
            cases, "yes for no, no for yes", 0.75, [](const Answer&) { return true; },
            [](Answer& answer) { answer.yes = answer.yes == 0; });
        return;
    }
    const auto is_hit = [](const Answer& answer) { return answer.hit(); };
    for (std::size_t k = 0; k < question.numbers; ++k)
        expect_noticed(cases, "another number", 0.95, is_hit,
                       [&](Answer& answer) { answer.numbers[k] += 0.02f; });
    expect_noticed(cases, "another id", 1.0, is_hit, [](Answer& answer) { ++answer.words[0]; });
    expect_noticed(cases, "a part", 1.0, is_hit, [](Answer& answer) { answer.words[1] = 0; });
    expect_noticed(cases, "inside", 0.95, is_hit,
                   [](Answer& answer) { answer.words[2] ^= lanecast::flag::inside; });
    const Answer miss = {{no_bound}, {lanecast::no_id, lanecast::no_id, 0}, 0};
    expect_noticed(cases, "a hit as a miss", 0.75, is_hit, [&](Answer& answer) { answer = miss; });
    expect_noticed(
        cases, "a miss with a normal", 1.0, [](const Answer& answer) { return !answer.hit(); },
        [](Answer& answer) { answer.numbers[1] = 1.0f; });
}

REGISTER_TYPED_TEST_SUITE_P(Accuracy, EveryPromiseHoldsForAllKindsOfQueries,
                            BeyondAllPromisesAnswersAreStillSane,
                            BadQueriesAreMissesWithTheirFlagAndOddOnesAreAnswered,
                            WrongAnswersAreNoticed);

} // namespace hostile
