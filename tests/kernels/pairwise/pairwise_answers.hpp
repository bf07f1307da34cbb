#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "kernels/hostile/pairs.hpp"
#include "kernels/pairwise/questions.hpp"
#include "lanecast/isa.hpp"

/// Runs hostile cases pairwise, as structures of arrays.
namespace hostile {

/// All answers to a batch, in arrays. Every byte is initialized with a filler that no answer
/// contains.
class Answers : public Sink {
public:
    Summaries summaries;

    Answers(const Question& question, std::size_t size);
    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] Answer operator[](std::size_t i) const;

    lanecast::Output<float> number(std::size_t k) override { return numbers_[k]; }
    lanecast::Output<std::uint32_t> word(std::size_t k) override { return words_[k]; }
    lanecast::Output<bool> yes() override { return yes_; }

private:
    std::size_t size_;
    bool is_yes_or_no_;
    std::vector<std::vector<float>> numbers_;
    std::vector<std::vector<std::uint32_t>> words_;
    std::vector<std::uint8_t> yes_;
};

/// Describes the first bitwise difference between two answers to the same batch. Empty if they are
/// equal.
std::string difference(const Answers& a, const Answers& b);

/// The answer as text, with hexadecimal floats that read back exactly.
std::string to_string(const Question& question, const Answer& answer);

/// Whether both summaries are equal.
bool is_same(const Summaries& a, const Summaries& b);

/// Elements `first` to `first + count - 1` of a table's columns, as queries or shapes.
template <class Element, class Table>
auto columns_of(const Table& table, std::size_t first, std::size_t count) {
    return Element::columns(Arrays(table, first, count));
}

/// The answers to all cases, computed in the calling thread.
template <class Query, class Shape>
Answers answers_of(const Pairs<Query, Shape>& cases, lanecast::Options options) {
    options.threads = 1;
    const Question& question = question_of<Query>();
    Answers answers(question, cases.size());
    answers.summaries =
        question.pairwise(columns_of<Query>(cases.queries, 0, cases.size()),
                          columns_of<Shape>(cases.shapes, 0, cases.size()), answers, options);
    return answers;
}

/// Restores the active ISA at the end of its scope.
class IsaGuard {
public:
    IsaGuard() : isa_(lanecast::active_isa()) {}
    ~IsaGuard() { lanecast::set_isa(isa_); }
    IsaGuard(const IsaGuard&) = delete;
    IsaGuard& operator=(const IsaGuard&) = delete;

private:
    lanecast::Isa isa_;
};

/// Runs `body` on every ISA that this CPU supports.
template <class Body>
void on_every_isa(Body body) {
    const IsaGuard guard;
    for (const lanecast::Isa isa : lanecast::supported_isas()) {
        lanecast::set_isa(isa);
        SCOPED_TRACE(std::string(to_string(isa)));
        body();
    }
}

} // namespace hostile
