#pragma once

#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <ostream>
#include <span>
#include <string>
#include <vector>

#include "kernels/hostile/odd.hpp"
#include "kernels/pairwise/pairwise_answers.hpp"

/// All pairs of a query type and a shape behind one interface, because the properties of a batch
/// must not depend on either.
namespace hostile {

/// One column for each component of a query or a shape.
using Table = std::vector<std::vector<float>>;

struct AnyCases {
    Table queries;
    Table shapes;
    [[nodiscard]] std::size_t size() const { return queries[0].size(); }
};

struct AnyOdd {
    std::vector<float> query;
    std::optional<lanecast::Fault> fault;
};

struct AnyCell {
    const Question& question;
    const char* shape;
    AnyCases (*make)(Kind kind, std::size_t count, std::uint64_t seed);
    std::vector<AnyOdd> (*odd_queries)();
    std::vector<OddNumber> (*odd_numbers)(const Table& shapes, std::size_t i);
    Queries (*queries_in)(const Source&);
    lanecast::Shapes (*shapes_in)(const Source&);

    [[nodiscard]] Queries queries(const AnyCases& cases, std::size_t first,
                                  std::size_t count) const {
        return queries_in(Arrays(cases.queries, first, count));
    }
    [[nodiscard]] Queries queries(const AnyCases& cases) const {
        return queries(cases, 0, cases.size());
    }
    [[nodiscard]] lanecast::Shapes shapes(const AnyCases& cases, std::size_t first,
                                          std::size_t count) const {
        return shapes_in(Arrays(cases.shapes, first, count));
    }
    [[nodiscard]] lanecast::Shapes shapes(const AnyCases& cases) const {
        return shapes(cases, 0, cases.size());
    }
};

std::span<const AnyCell> all_cells();

/// Printers for the messages of failed tests.
void PrintTo(const AnyCell& cell, std::ostream* stream);
void PrintTo(const Answer& answer, std::ostream* stream);

/// A random mix of hits, misses, starts inside, limited queries and bad queries.
AnyCases mixed_cases(const AnyCell& cell, std::size_t count);

/// Replaces query `i`.
void replace_query(AnyCases& cases, std::size_t i, const std::vector<float>& query);

void set_mask(Queries& queries, const std::vector<std::uint32_t>& masks);
void set_mask(lanecast::Shapes& shapes, const std::vector<std::uint32_t>& masks);

/// Sets the ranges of pairs to ignore.
void set_ignore(Queries& queries, const std::vector<std::uint32_t>& first,
                const std::vector<std::uint32_t>& count);

constexpr lanecast::Options in_this_thread = {.threads = 1};

/// Tests query i against shape i.
Answers ask(const AnyCell& cell, const Queries& queries, const lanecast::Shapes& shapes,
            std::size_t count, const lanecast::Options& options = in_this_thread);
Answers ask(const AnyCell& cell, const AnyCases& cases,
            const lanecast::Options& options = in_this_thread);

/// Whether the query found something: by the full answer if the query type has one, otherwise by
/// the yes/no answer.
bool is_hit(const Question& question, const Answer& answer);

/// The summary of the full call if the query type has one, otherwise that of the yes/no call. If
/// both calls exist, their summaries are equal.
lanecast::Summary summary_of(const Question& question, const Summaries& summaries);

/// The answer with another id if it is a hit, to compare batches in which the shape has different
/// indices.
Answer renumbered(Answer answer, std::size_t id);

class PairwiseBatch : public testing::TestWithParam<AnyCell> {};

} // namespace hostile
