#include "kernels/pairwise/cells.hpp"

#include <algorithm>

namespace hostile {

namespace {

template <class Query, class Shape>
AnyCases make_any(Kind kind, std::size_t count, std::uint64_t seed) {
    const auto cases = make_pairs<Query, Shape>(kind, count, seed);
    return {{cases.queries.begin(), cases.queries.end()},
            {cases.shapes.begin(), cases.shapes.end()}};
}

template <class Query>
std::vector<AnyOdd> any_odd_queries() {
    std::vector<AnyOdd> list;
    for (const Odd<Query>& odd : odd_queries<Query>())
        list.push_back({{odd.query.c.begin(), odd.query.c.end()}, odd.fault});
    return list;
}

template <class Shape>
std::vector<OddNumber> odd_numbers_of(const Table& shapes, std::size_t i) {
    Shape shape{};
    for (std::size_t k = 0; k < Shape::components; ++k)
        shape.c[k] = shapes[k][i];
    return odd_numbers(shape);
}

template <class Query>
void add_cells(std::vector<AnyCell>& cells) {
    for_all_shapes([&]<class Shape>(Shape*) {
        cells.push_back({question_of<Query>(), Shape::name, make_any<Query, Shape>,
                         any_odd_queries<Query>, odd_numbers_of<Shape>, Query::columns,
                         Shape::columns});
    });
}

} // namespace

std::span<const AnyCell> all_cells() {
    static const std::vector<AnyCell> cells = [] {
        std::vector<AnyCell> list;
        add_cells<Ray>(list);
        add_cells<Sweep>(list);
        add_cells<QuerySphere>(list);
        add_cells<Point>(list);
        return list;
    }();
    return cells;
}

void PrintTo(const AnyCell& cell, std::ostream* stream) {
    *stream << cell.question.name << " and " << cell.shape;
}

void PrintTo(const Answer& answer, std::ostream* stream) {
    *stream << std::hexfloat;
    for (const float number : answer.numbers)
        *stream << number << " ";
    for (const std::uint32_t word : answer.words)
        *stream << word << " ";
    *stream << "yes " << int{answer.yes};
}

AnyCases mixed_cases(const AnyCell& cell, std::size_t count) {
    Random random(7);
    AnyCases cases = cell.make(Kind::near, count, 7);
    const AnyCases inside = cell.make(Kind::start_inside, count, 7);
    const AnyCases limited = cell.make(Kind::limited, count, 7);
    const std::vector<AnyOdd> odd = cell.odd_queries();
    const auto take = [&](const AnyCases& other, std::size_t i) {
        if (other.queries[0].empty())
            return;
        for (std::size_t k = 0; k < cases.queries.size(); ++k)
            cases.queries[k][i] = other.queries[k][i];
        for (std::size_t k = 0; k < cases.shapes.size(); ++k)
            cases.shapes[k][i] = other.shapes[k][i];
    };
    for (std::size_t i = 0; i < count; ++i) {
        switch (random.below(8)) {
        case 0:
            replace_query(cases, i, odd[random.below(odd.size())].query);
            break;
        case 1:
            take(inside, i);
            break;
        case 2:
            take(limited, i);
            break;
        default:
            break;
        }
    }
    return cases;
}

void replace_query(AnyCases& cases, std::size_t i, const std::vector<float>& query) {
    for (std::size_t k = 0; k < query.size(); ++k)
        cases.queries[k][i] = query[k];
}

void set_mask(Queries& queries, const std::vector<std::uint32_t>& masks) {
    std::visit([&](auto& batch) { batch.mask = masks; }, queries);
}

void set_mask(lanecast::Shapes& shapes, const std::vector<std::uint32_t>& masks) {
    std::visit([&](auto& batch) { batch.mask = masks; }, shapes);
}

void set_ignore(Queries& queries, const std::vector<std::uint32_t>& first,
                const std::vector<std::uint32_t>& count) {
    std::visit(
        [&](auto& batch) {
            batch.ignore = first;
            batch.ignore_count = count;
        },
        queries);
}

Answers ask(const AnyCell& cell, const Queries& queries, const lanecast::Shapes& shapes,
            std::size_t count, const lanecast::Options& options) {
    Answers answers(cell.question, count);
    answers.summaries = cell.question.pairwise(queries, shapes, answers, options);
    return answers;
}

Answers ask(const AnyCell& cell, const AnyCases& cases, const lanecast::Options& options) {
    return ask(cell, cell.queries(cases), cell.shapes(cases), cases.size(), options);
}

bool is_hit(const Question& question, const Answer& answer) {
    return question.words > 0 ? answer.hit() : answer.yes != 0;
}

lanecast::Summary summary_of(const Question& question, const Summaries& summaries) {
    return question.words > 0 ? summaries.full : summaries.yes;
}

Answer renumbered(Answer answer, std::size_t id) {
    if (answer.hit())
        answer.words[0] = static_cast<std::uint32_t>(id);
    return answer;
}

} // namespace hostile
