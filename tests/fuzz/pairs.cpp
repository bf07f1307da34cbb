#include <array>

#include "fuzz/fuzz.hpp"
#include "fuzz/material.hpp"
#include "kernels/checkers/describe.hpp"
#include "kernels/checkers/point_checker.hpp"
#include "kernels/checkers/ray_checker.hpp"
#include "kernels/checkers/sweep_checker.hpp"
#include "kernels/pairwise/pairwise_answers.hpp"

namespace fuzz {

namespace {

using hostile::Answers;
using lanecast::Options;

/// Options that change answers.
Options any_meaning(Random& random) {
    using lanecast::StartOverlap;
    constexpr std::array starts = {StartOverlap::ignore, StartOverlap::report,
                                   StartOverlap::leaving};
    return {.interior = random.one_in(2) ? lanecast::Interior::solid : lanecast::Interior::surface,
            .backfaces = random.one_in(4) ? lanecast::Backfaces::cull : lanecast::Backfaces::hit,
            .start_overlap = starts[random.below(starts.size())]};
}

/// Whether a pair is refused. A query type that only has yes/no answers reports this in the summary
/// alone.
template <class Query, class Shape>
bool is_refused(const Query& query, const Shape& shape) {
    hostile::Pairs<Query, Shape> pair;
    pair.add(query, shape);
    return answers_of(pair, {}).summaries.yes.invalid != 0;
}

/// Whether the references, which compute in double, can check a shape: the square of its radius
/// must not get lost beside that of its length.
template <class Shape>
bool can_be_judged(const Shape& shape) {
    if constexpr (hostile::has_ends<Shape>) {
        const auto exact = shape.exact();
        const double reached = reach(exact, {});
        return double{shape.c[6]} == 0.0 || reached <= 0x1p26 * shape.c[6];
    }
    return true;
}

template <class Query, class Shape>
std::string verdict(const hostile::Pairs<Query, Shape>& cases, const Options& options,
                    const Answers& answers) {
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const Query query = cases.query(i);
        const Shape shape = cases.shape(i);
        const std::uint32_t flags = answers[i].flags();
        if ((flags & (lanecast::flag::invalid | lanecast::flag::bad_shape)) != 0) {
            if (!is_miss(hostile::question_of<Query>(), answers[i], flags))
                return "a bad pair is no miss: " + describe(cases, i, answers[i]);
            continue;
        }
        if (hostile::question_of<Query>().words == 0 && is_refused(query, shape))
            continue;
        if (!is_in_range(query.c) || !is_in_range(shape.c) || !can_be_judged(shape) ||
            reach(shape.exact(), hostile::vector_of(query.c.data())) > hostile::largest_promised)
            continue;
        hostile::Worst worst;
        const std::string broken = check(shape.exact(), query.exact(), options, answers[i],
                                         static_cast<std::uint32_t>(i), worst);
        if (!broken.empty())
            return "not so that " + broken + ": " + describe(cases, i, answers[i]) +
                   (options.interior == lanecast::Interior::surface ? ", surface" : "") +
                   (options.backfaces == lanecast::Backfaces::hit ? "" : ", no backfaces") +
                   ", start overlap " + std::to_string(static_cast<int>(options.start_overlap));
    }
    return {};
}

template <class Query, class Shape>
std::string finding_in(Random& random) {
    hostile::Pairs<Query, Shape> cases;
    for (int i = 0; i < 40; ++i) {
        const Where where = any_place(random);
        Shape shape = any_shape<Shape>(random, where);
        Query query = any_query<Query>(random, shape, where);
        disturb(random, shape.c);
        disturb(random, query.c);
        cases.add(query, shape);
    }
    const Options options = any_meaning(random);
    const hostile::IsaGuard guard;
    const auto isas = lanecast::supported_isas();
    lanecast::set_isa(isas.front());
    const Answers first = answers_of(cases, options);
    for (const lanecast::Isa isa : isas) {
        lanecast::set_isa(isa);
        const Answers others = answers_of(cases, options);
        for (std::size_t i = 0; i < cases.size(); ++i)
            if (!(first[i] == others[i]))
                return std::string("not the same on ") + std::string(to_string(isa)) + ": " +
                       describe(cases, i, first[i]) + " and" +
                       to_string(hostile::question_of<Query>(), others[i]);
        const std::string other = difference(first, others);
        if (!other.empty())
            return std::string("not the same on ") + std::string(to_string(isa)) + ": " + other;
    }
    return verdict(cases, options, first);
}

template <class Query>
std::string finding_with(Random& random) {
    std::string found;
    std::size_t left = random.below(9);
    hostile::for_all_shapes([&]<class Shape>(Shape*) {
        if (left-- == 0)
            found = finding_in<Query, Shape>(random);
    });
    return found;
}

} // namespace

std::string finding_in_pairs(Random& random) {
    switch (random.below(5)) {
    case 0:
        return finding_with<hostile::Ray>(random);
    case 1:
        return finding_with<hostile::QuerySphere>(random);
    case 2:
        return finding_with<hostile::Point>(random);
    default:
        return finding_with<hostile::Sweep>(random);
    }
}

} // namespace fuzz
