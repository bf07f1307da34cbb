#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "kernels/pairwise/cells.hpp"
#include "kernels/properties.hpp"

// Relations between the answers to related batches, for all query types.

namespace hostile {

namespace {

const AnyCell& any_cell() {
    const auto cells = all_cells();
    return cells[*rc::gen::inRange<std::size_t>(0, cells.size()).as("cell")];
}

AnyCases any_cases(const AnyCell& cell, const Setup& setup) {
    const AnyCases cases = cell.make(any_kind(), setup.count, setup.seed);
    return cases.size() > 0 ? cases : cell.make(Kind::near, setup.count, setup.seed);
}

void assert_same(const AnyCell& cell, const Answer& found, const Answer& expected) {
    if (!(found == expected))
        RC_FAIL(std::string(cell.question.name) + " and " + cell.shape + ":" +
                to_string(cell.question, found) + "; and not " +
                to_string(cell.question, expected));
}

} // namespace

RC_GTEST_PROP(QueryProperty, PermutingTheBatchPermutesTheAnswers, ()) {
    const Setup setup = any_setup();
    const AnyCell& cell = any_cell();
    const AnyCases cases = any_cases(cell, setup);
    std::vector<std::size_t> order(cases.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    Random random(setup.seed);
    for (std::size_t i = order.size(); i > 1; --i)
        std::swap(order[i - 1], order[random.below(i)]);
    AnyCases permuted = cases;
    const auto permute = [&](const Table& from, Table& to) {
        for (std::size_t k = 0; k < from.size(); ++k)
            for (std::size_t i = 0; i < order.size(); ++i)
                to[k][i] = from[k][order[i]];
    };
    permute(cases.queries, permuted.queries);
    permute(cases.shapes, permuted.shapes);

    const Answers answers = ask(cell, cases, setup.options);
    const Answers of_permuted = ask(cell, permuted, setup.options);
    for (std::size_t i = 0; i < order.size(); ++i)
        assert_same(cell, of_permuted[i], renumbered(answers[order[i]], i));
}

namespace {

/// A range of columns that hold lengths.
struct Lengths {
    std::size_t first;
    std::size_t last;
};

/// The columns of a query that hold lengths. Directions of rays are scaled, too, so t stays the
/// same.
Lengths lengths_of_queries(const AnyCell& cell) {
    return &cell.question == &rays     ? Lengths{0, 6}
           : &cell.question == &sweeps ? Lengths{0, 10}
                                       : Lengths{0, 4};
}

Lengths lengths_of_shapes(const AnyCell& cell, std::size_t columns) {
    const std::string shape = cell.shape;
    return shape == Box::name     ? Lengths{0, 6}
           : shape == Plane::name ? Lengths{3, 4}
           : shape == Line::name  ? Lengths{0, 3}
                                  : Lengths{0, columns};
}

Lengths lengths_of_answers(const AnyCell& cell) {
    return &cell.question == &sweeps   ? Lengths{sweep_number::point, sweep_number::count}
           : &cell.question == &points ? Lengths{point_number::distance, point_number::normal}
                                       : Lengths{0, 0};
}

void scale(Table& table, Lengths lengths, float factor) {
    for (std::size_t k = lengths.first; k < lengths.last; ++k)
        for (float& x : table[k])
            x *= factor;
}

} // namespace

RC_GTEST_PROP(QueryProperty, ScalingEverythingByAPowerOfTwoScalesTheAnswersExactly, ()) {
    const Setup setup = any_setup();
    const float factor = std::ldexp(1.0f, *rc::gen::inRange(-20, 41).as("power of two"));
    const AnyCell& cell = any_cell();
    const AnyCases cases = any_cases(cell, setup);
    AnyCases scaled = cases;
    scale(scaled.queries, lengths_of_queries(cell), factor);
    scale(scaled.shapes, lengths_of_shapes(cell, scaled.shapes.size()), factor);

    const Answers answers = ask(cell, cases, setup.options);
    const Answers of_scaled = ask(cell, scaled, setup.options);
    const Lengths lengths = lengths_of_answers(cell);
    for (std::size_t i = 0; i < cases.size(); ++i) {
        Answer expected = answers[i];
        for (std::size_t k = lengths.first; k < lengths.last; ++k)
            expected.numbers[k] *= factor;
        assert_same(cell, of_scaled[i], expected);
    }
}

namespace {

bool comes_before(const Answer& a, const Answer& b) {
    return a.numbers[0] < b.numbers[0] || (a.numbers[0] == b.numbers[0] && a.id() < b.id());
}

} // namespace

RC_GTEST_PROP(QueryProperty, TheAnswerOfAUnionIsTheFirstOfThoseOfItsParts, ()) {
    const Setup setup = any_setup();
    const std::size_t shapes_of_each = *rc::gen::inRange<std::size_t>(1, 12).as("shapes of each");
    const Question* const question = *rc::gen::element(&rays, &sweeps, &spheres, &points);
    lanecast::Scene scene;
    AnyCases asked;
    std::vector<Answer> expected;
    std::uint32_t id = 0;
    for (const AnyCell& cell : all_cells()) {
        if (&cell.question != question)
            continue;
        const AnyCases cases = cell.make(Kind::near, shapes_of_each, setup.seed);
        if (asked.queries.empty()) {
            asked = cell.make(any_kind(), setup.count, setup.seed);
            if (asked.size() == 0)
                asked = cell.make(Kind::near, setup.count, setup.seed);
        }
        RC_ASSERT(scene.add(cell.shapes(cases)).first == id);
        for (std::size_t i = 0; i < cases.size(); ++i, ++id) {
            const Answers of_part = ask(cell, cell.queries(asked), cell.shapes(cases, i, 1),
                                        asked.size(), setup.options);
            if (expected.empty())
                for (std::size_t k = 0; k < asked.size(); ++k)
                    expected.push_back(of_part[k]);
            for (std::size_t k = 0; k < asked.size(); ++k) {
                const Answer part = renumbered(of_part[k], id);
                const std::uint8_t any = part.yes | expected[k].yes;
                if (question->words > 0 && comes_before(part, expected[k]))
                    expected[k] = part;
                expected[k].yes = any;
            }
        }
    }
    scene.commit();
    for (const AnyCell& cell : all_cells()) {
        if (&cell.question != question)
            continue;
        Answers answers(*question, asked.size());
        question->in_scene(cell.queries(asked), scene, answers, setup.options);
        for (std::size_t k = 0; k < asked.size(); ++k)
            assert_same(cell, answers[k], expected[k]);
        break;
    }
}

} // namespace hostile
