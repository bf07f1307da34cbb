#pragma once

#include "isa/kernels/columns/gather.hpp"
#include "isa/kernels/columns/scatter.hpp"
#include "isa/kernels/table/exports.hpp"
#include "isa/shapes/shape_list.hpp"
#include "lanecast/queries.hpp"

/// Query i against shape i, for any question about any kind of query: each in a translation unit of
/// its own (pairwise_rays.cpp and the like).
namespace lanecast::LANECAST_ISA {
namespace {

/// The columns of a batch of shapes, staged block by block.
template <class Shape, int N>
class StagedShapes {
public:
    StagedShapes(const ShapeColumns& columns, std::size_t size)
        : numbers_(columns.columns, size), mask_(&columns.mask, size) {}

    void stage(const Block& block) {
        numbers_.stage(block);
        mask_.stage(block);
    }
    void load(int i, Float<N>* columns) const {
        for (int c = 0; c < Shape::columns; ++c)
            columns[c] = numbers_.floats(c, i);
    }
    [[nodiscard]] Int<N> mask(int i) const { return mask_.ints(0, i); }
    [[nodiscard]] bool one_mask() const { return mask_.is_value(0); }

private:
    StagedInputs<Shape::columns, N> numbers_;
    StagedInputs<1, N> mask_;
};

template <class Question, int N>
using Queries = StagedInputs<Question::Inputs::count, N>;

/// What may become of N pairs.
template <int N>
struct PairValidity {
    Mask<N> tested; ///< the others are misses
    Int<N> miss_flags;
    unsigned invalid; ///< bits: with a bad query or a bad shape
};

/// Looks closely at pairs that do not all seem to be good.
template <class Question, class Shape, int N>
[[gnu::noinline]] PairValidity<N> validate(const Queries<Question, N>& queries,
                                           const StagedShapes<Shape, N>& shapes, int i) {
    Float<N> columns[Shape::columns];
    shapes.load(i, columns);
    Mask<N> good = all_lanes<N>();
    for (const Float<N>& column : columns)
        good = good & is_finite(column);
    Shape::template check<N>(columns,
                             [&](Mask<N> keeps, int, const char*) { good = good & keeps; });
    const Mask<N> active = ~(queries.ints(Question::Inputs::mask, i) == Int<N>(0));
    const Mask<N> invalid = active & ~typename Question::template Raw<N>(queries, i).valid();
    const Mask<N> bad_shape = active & ~good;
    const Int<N> none(0);
    return {active & ~(invalid | bad_shape),
            select(invalid, Int<N>(flag::invalid), none) |
                select(bad_shape, Int<N>(flag::bad_shape), none),
            (invalid | bad_shape).bits()};
}

/// Whether all these pairs are good. Their numbers are not looked at one by one: a sum tells
/// whether they are finite. It may also overflow, then validate() finds nothing wrong.
template <class Shape, class Raw, int N>
bool all_good(const Raw& query, const Float<N>* columns) {
    Float<N> sum = query.witness({columns[0], columns[1], columns[2]});
    for (int c = 3; c < Shape::columns; ++c)
        sum = sum + columns[c];
    Mask<N> good = (abs(sum) <= Float<N>(largest_float)) & query.valid_if_finite();
    Shape::template check<N>(columns,
                             [&](Mask<N> keeps, int, const char*) { good = good & keeps; });
    return good.all();
}

constexpr std::uint32_t lane_numbers[] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10,
                                          11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
                                          22, 23, 24, 25, 26, 27, 28, 29, 30, 31};

/// The indices of pairs i to i + N - 1 of a block.
template <int N>
Int<N> indices(const Block& block, int i) {
    static_assert(sizeof lane_numbers >= 4 * N);
    return Int<N>::load(lane_numbers) +
           Int<N>(static_cast<std::uint32_t>(block.first + static_cast<unsigned>(i)));
}

/// Keeps out pairs whose masks have nothing in common, and those that are to be ignored.
template <class Question, class Shape, int N>
class Filter {
public:
    Filter(const Queries<Question, N>& queries, const StagedShapes<Shape, N>& shapes)
        : queries_(queries), shapes_(shapes) {}

    /// Whether the masks are values that let everything pass, after the first block was staged.
    [[nodiscard]] bool is_open() const {
        return queries_.is_value(mask) && queries_.is_value(ignore) && shapes_.one_mask() &&
               passes(0, Int<N>(0)).any() && (queries_.ints(ignore, 0) == Int<N>(no_id)).any();
    }

    [[nodiscard]] Mask<N> passes(int i, Int<N> index) const {
        const Int<N> common = queries_.ints(mask, i) & shapes_.mask(i);
        return ~((common == Int<N>(0)) | (index == queries_.ints(ignore, i)));
    }

private:
    static constexpr int mask = Question::Inputs::mask, ignore = Question::Inputs::ignore;

    const Queries<Question, N>& queries_;
    const StagedShapes<Shape, N>& shapes_;
};

// Flat, and compiled with and without details, so that of a prepared query only what is used is
// computed, and in registers. Not inlined, as the other of both would lie below it on the stack.
template <class Question, class Shape, int N, bool detailed>
[[gnu::flatten, gnu::noinline]] QueryCounts
answer_pairs(const typename Question::Columns& query_columns, const ShapeColumns& shape_columns,
             typename Question::template Answers<N>& answers, BatchPart part, Settings settings) {
    Queries<Question, N> queries(query_columns.at, part.last - part.first);
    StagedShapes<Shape, N> shapes(shape_columns, part.last - part.first);
    const Filter<Question, Shape, N> filter(queries, shapes);
    QueryCounts counts = {0, 0, 0};
    for_each_block(part.first, part.last, [&](const Block& block) {
        queries.stage(block);
        shapes.stage(block);
        answers.stage(block);
        const bool open = filter.is_open();
        unsigned hits = 0, invalid = 0; // bits of the last lanes
        std::size_t hit_count = 0, invalid_count = 0;
        for (int i = 0; i < block.size; i += N) {
            const typename Question::template Raw<N> raw(queries, i);
            const auto query = raw.prepared(); // early: divisions take time
            Float<N> columns[Shape::columns];
            shapes.load(i, columns);
            PairValidity<N> validity = {all_lanes<N>(), Int<N>(0), 0};
            if (!all_good<Shape>(raw, columns)) [[unlikely]]
                validity = validate<Question, Shape, N>(queries, shapes, i);
            Mask<N> tested = validity.tested;
            if (!open)
                tested = tested & filter.passes(i, indices<N>(block, i));

            Float<N> rows[Shape::rows];
            Shape::prepare(columns, rows);
            const auto answer = Question::template ask<Shape>(query, rows, settings);
            const Mask<N> hit = answer.hit & tested;
            answers.write(i, hit, answer.t, indices<N>(block, i), Int<N>(no_id));
            if constexpr (detailed)
                answers.write_details(
                    i, hit, Question::template details<Shape>(query, rows, settings, answer),
                    validity.miss_flags);
            hits = hit.bits(), invalid = validity.invalid;
            hit_count += count_bits(hits);
            invalid_count += count_bits(invalid);
        }
        // Lanes behind the end were counted as well.
        const unsigned outside = ~lanes_in_block<N>(block, block.padded<N>() - N);
        counts.hits += hit_count - count_bits(hits & outside);
        counts.invalid += invalid_count - count_bits(invalid & outside);
        answers.flush(block);
    });
    return counts;
}

template <class Question, class Shape, int N>
QueryCounts pairs(const typename Question::Columns& queries, const ShapeColumns& shapes,
                  const typename Question::AnswerColumns& columns, BatchPart part,
                  Settings settings) {
    typename Question::template Answers<N> answers(columns);
    if constexpr (Question::has_details)
        if (answers.details_wanted())
            return answer_pairs<Question, Shape, N, true>(queries, shapes, answers, part, settings);
    return answer_pairs<Question, Shape, N, false>(queries, shapes, answers, part, settings);
}

/// The kernels of a question, one for each kind of shape.
/// @tparam short_tests  the kinds for which one register of lanes is enough, by tuning::kinds()
template <class Question, unsigned short_tests>
constexpr auto pair_kernels() {
    ByShape<PairwiseKernel<typename Question::Columns, typename Question::AnswerColumns>> kernels =
        {};
    ShapeList::fill(kernels.of, []<class S>() {
        constexpr bool is_short = (short_tests & tuning::kinds(S::kind)) != 0;
        return &pairs < Question, S, is_short ? W : 2 * W > ;
    });
    return kernels;
}

} // namespace
} // namespace lanecast::LANECAST_ISA
