#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <string>
#include <vector>

#include "kernels/checkers/sweep_checker.hpp"
#include "kernels/hostile/pairs.hpp"
#include "kernels/sweep_forms.hpp"
#include "lanecast/validation.hpp"
#include "simd/every_isa.hpp"

// The touch of a moving sphere is found by Newton's method, or in closed form if the shape has one.
// Here both methods run, for every shape that has them.

namespace hostile {

namespace {

using lanecast::test::BoundVerdict;
using lanecast::test::built_table_count;
using lanecast::test::built_tables;
using lanecast::test::Found;
using lanecast::test::SweepForms;
using lanecast::test::SweepFormTable;

constexpr std::uint64_t seed = 20261121;
/// Limit of the test, far below the 32 steps that are possible. The first distance is that at the
/// start, and one more may be needed to check whether a normal is reliable.
constexpr int most_distances_allowed = 16;

constexpr std::size_t count_of(Kind kind) {
    return kind == Kind::near ? 320'000 : kind == Kind::far ? 160'000 : 48'000;
}

/// Calls body(static_cast<Shape*>(nullptr), number of the shape) for every shape.
template <class Body>
void for_all_shapes_by_number(Body body) {
    std::size_t shape_kind = 0;
    for_all_shapes([&]<class Shape>(Shape* shape) {
        SCOPED_TRACE(Shape::name);
        body(shape, shape_kind++);
    });
}

template <std::size_t n>
std::array<const float*, n> pointers(const std::array<std::vector<float>, n>& columns) {
    std::array<const float*, n> at{};
    for (std::size_t c = 0; c < n; ++c)
        at[c] = columns[c].data();
    return at;
}

template <class Shape>
int by_newton(const SweepForms& forms, const Pairs<Sweep, Shape>& cases,
              std::vector<Found>& found) {
    found.resize(cases.size());
    return forms.newton(pointers(cases.queries).data(), pointers(cases.shapes).data(), cases.size(),
                        found.data());
}

template <class Shape>
std::vector<Found> in_closed_form(const SweepForms& forms, const Pairs<Sweep, Shape>& cases) {
    std::vector<Found> found(cases.size());
    forms.closed(pointers(cases.queries).data(), pointers(cases.shapes).data(), cases.size(),
                 found.data());
    return found;
}

Answer answer_of(const Found& found, std::size_t i) {
    if (!found.hit)
        return {{no_bound}, {lanecast::no_id, lanecast::no_id, 0}, 0};
    Answer answer = {{},
                     {static_cast<std::uint32_t>(i), lanecast::no_id,
                      lanecast::flag::hit | (found.starts ? lanecast::flag::inside : 0u)},
                     0};
    std::copy_n(found.numbers, answer.numbers.size(), answer.numbers.begin());
    return answer;
}

/// Results of both methods for one kind of cases. `apart` is how far the difference in t moves the
/// centre along the normal, in e s.
struct Comparison {
    std::size_t cases = 0;
    std::size_t only_one_hits = 0;
    Worst closed, newton;
    double apart = 0.0;
};

template <class Shape>
Comparison compare(const Pairs<Sweep, Shape>& cases, const std::vector<Found>& closed,
                   const std::vector<Found>& newton) {
    Comparison comparison;
    comparison.cases = cases.size();
    std::size_t broken = 0;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const auto shape = cases.shape(i).exact();
        const reference::MovingSphere moving = cases.query(i).exact();
        const auto number = static_cast<std::uint32_t>(i);
        const Answer a = answer_of(closed[i], i), b = answer_of(newton[i], i);
        const std::string wrong = check(shape, moving, {}, a, number, comparison.closed) +
                                  check(shape, moving, {}, b, number, comparison.newton);
        if ((!wrong.empty() || a.inside() != b.inside()) && ++broken <= 3)
            ADD_FAILURE() << "case " << i << ": not so that "
                          << (wrong.empty() ? "both find the same overlaps at the start" : wrong);
        comparison.only_one_hits += a.hit() != b.hit() ? 1 : 0;
        if (!a.hit() || !b.hit())
            continue;
        const double t = std::max(a.number(sweep_number::t), b.number(sweep_number::t));
        double unit = unit_of(reach(shape, moving.centre) + moving.radius);
        if (is_unbounded<typename Shape::Reference>)
            unit += epsilon * t * length(moving.displacement);
        if (t < std::numeric_limits<float>::min()) // floats are no nearer to each other
            unit += 0x1p-149 * length(moving.displacement);
        const double gap_a = signed_distance(shape, moving.at(a.number(sweep_number::t)));
        const double gap_b = signed_distance(shape, moving.at(b.number(sweep_number::t)));
        comparison.apart = std::max(comparison.apart, std::fabs(gap_a - gap_b) / unit);
    }
    EXPECT_EQ(broken, 0u);
    return comparison;
}

} // namespace

TEST(SweepForms, ClosedFormsAndNewtonsMethodKeepThePromisesAndAgree) {
    const SweepFormTable& table = *built_tables[0]; // other ISAs give the same bits
    for_all_shapes_by_number([&]<class Shape>(Shape*, std::size_t shape_kind) {
        const SweepForms& forms = table.of[shape_kind];
        if (forms.closed == nullptr)
            return;
        std::printf("%s: closed form and Newton, in e s\n%20s %9s %9s %9s %9s %9s\n", Shape::name,
                    "kind", "cases", "one hits", "closed", "newton", "apart");
        for (std::size_t k = 0; k < kind_count; ++k) {
            const auto kind = static_cast<Kind>(k);
            SCOPED_TRACE(to_string(kind));
            const auto cases = make_pairs<Sweep, Shape>(kind, count_of(kind) / 4, seed);
            if (cases.size() == 0)
                continue;
            std::vector<Found> newton;
            by_newton(forms, cases, newton);
            const Comparison seen = compare(cases, in_closed_form(forms, cases), newton);
            EXPECT_LE(seen.apart, promised);
            std::printf("%20s %9zu %9zu %9.3f %9.3f %9.3f\n", to_string(kind), seen.cases,
                        seen.only_one_hits, seen.closed.errors[Worst::position],
                        seen.newton.errors[Worst::position], seen.apart);
        }
    });
}

// Comparing accelerated with exhaustive search hardly reveals a bound that is too late by rounding
// error: such a bound hides the answer only if two shapes are touched at the same time.
TEST(SweepForms, BoundsTellNoTouchTooLateAndNoOther) {
    for_all_shapes_by_number([&]<class Shape>(Shape*, std::size_t shape_kind) {
        if (built_tables[0]->of[shape_kind].bounds == nullptr)
            return;
        for (std::size_t k = 0; k < kind_count; ++k) {
            const auto kind = static_cast<Kind>(k);
            SCOPED_TRACE(to_string(kind));
            const auto cases = make_pairs<Sweep, Shape>(kind, 4 * count_of(kind), seed + 2);
            std::vector<BoundVerdict> verdicts(cases.size());
            const auto count = [&](BoundVerdict verdict) {
                return std::count(verdicts.begin(), verdicts.end(), verdict);
            };
            lanecast::test::on_every_isa(
                built_tables, built_table_count, [&](const SweepFormTable& table) {
                    table.of[shape_kind].bounds(pointers(cases.queries).data(),
                                                pointers(cases.shapes).data(), cases.size(),
                                                verdicts.data());
                    EXPECT_EQ(count(lanecast::test::hides_answer), 0);
                    EXPECT_EQ(count(lanecast::test::told_wrong), 0);
                });
            std::printf("%s, %s: bounds tell %td of %zu\n", Shape::name, to_string(kind),
                        count(lanecast::test::told), cases.size());
        }
    });
}

TEST(SweepForms, NewtonsMethodIsFarFromItsLastStepOnAllIsas) {
    for_all_shapes_by_number([&]<class Shape>(Shape*, std::size_t shape_kind) {
        int most = 0;
        for (std::size_t k = 0; k < kind_count; ++k) {
            const auto kind = static_cast<Kind>(k);
            SCOPED_TRACE(to_string(kind));
            const auto cases = make_pairs<Sweep, Shape>(kind, count_of(kind), seed + 1);
            std::vector<Found> first, found;
            int asked = 0;
            lanecast::test::on_every_isa(
                built_tables, built_table_count, [&](const SweepFormTable& table) {
                    ASSERT_EQ(table.most_steps, 32);
                    asked = std::max(asked, by_newton(table.of[shape_kind], cases, found));
                    if (first.empty())
                        first = found;
                    for (std::size_t i = 0; i < cases.size(); ++i) {
                        const Answer a = answer_of(found[i], i), b = answer_of(first[i], i);
                        ASSERT_TRUE(a == b) << "case " << i;
                    }
                });
            EXPECT_LE(asked, most_distances_allowed);
            most = std::max(most, asked);
        }
        std::printf("%s: at most %d distances for a sweep by Newton's method\n", Shape::name, most);
    });
}

} // namespace hostile
