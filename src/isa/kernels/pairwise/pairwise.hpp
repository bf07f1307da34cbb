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
template <class Shape>
class StagedShapes {
public:
    StagedShapes(const ShapeColumns& columns, std::size_t size)
        : numbers_(columns.columns, size), mask_(&columns.mask, size) {}

    void stage(const Block& block) {
        numbers_.stage(block);
        mask_.stage(block);
    }
    void load(int i, Float<W>* columns) const {
        for (int c = 0; c < Shape::columns; ++c)
            columns[c] = numbers_.floats(c, i);
    }
    [[nodiscard]] Int<W> mask(int i) const { return mask_.ints(0, i); }
    [[nodiscard]] bool one_mask() const { return mask_.is_value(0); }

private:
    StagedInputs<Shape::columns, W> numbers_;
    StagedInputs<1, W> mask_;
};

template <class Question>
using Queries = StagedInputs<Question::Inputs::count, W>;

/// What may become of W pairs.
struct PairValidity {
    Mask<W> tested; ///< the others are misses
    Int<W> miss_flags;
    unsigned invalid; ///< bits: with a bad query or a bad shape
};

/// Looks closely at pairs that do not all seem to be good.
template <class Question, class Shape>
[[gnu::noinline]] PairValidity validate(const Queries<Question>& queries,
                                        const StagedShapes<Shape>& shapes, int i) {
    Float<W> columns[Shape::columns];
    shapes.load(i, columns);
    Mask<W> good = all_lanes<W>();
    for (const Float<W>& column : columns)
        good = good & is_finite(column);
    Shape::template check<W>(columns,
                             [&](Mask<W> keeps, int, const char*) { good = good & keeps; });
    const Mask<W> active = ~(queries.ints(Question::Inputs::mask, i) == Int<W>(0));
    const Mask<W> invalid = active & ~typename Question::template Raw<W>(queries, i).valid();
    const Mask<W> bad_shape = active & ~good;
    const Int<W> none(0);
    return {active & ~(invalid | bad_shape),
            select(invalid, Int<W>(flag::invalid), none) |
                select(bad_shape, Int<W>(flag::bad_shape), none),
            (invalid | bad_shape).bits()};
}

/// Whether all these pairs are good. Their numbers are not looked at one by one: the sum of all
/// tells whether they are finite. It may also overflow, then validate() finds nothing wrong.
template <class Shape, class Raw>
bool all_good(const Raw& query, const Float<W>* columns) {
    Float<W> sum = query.sum();
    for (int c = 0; c < Shape::columns; ++c)
        sum = sum + columns[c];
    Mask<W> good = (abs(sum) <= Float<W>(largest_float)) & query.valid_if_finite();
    Shape::template check<W>(columns,
                             [&](Mask<W> keeps, int, const char*) { good = good & keeps; });
    return (~good).bits() == 0;
}

constexpr std::uint32_t lane_numbers[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
static_assert(sizeof lane_numbers >= 4 * W);

/// The indices of pairs i to i + W - 1 of a block.
Int<W> indices(const Block& block, int i) {
    return Int<W>::load(lane_numbers) +
           Int<W>(static_cast<std::uint32_t>(block.first + static_cast<unsigned>(i)));
}

/// Keeps out pairs whose masks have nothing in common, and those that are to be ignored.
template <class Question, class Shape>
class Filter {
public:
    Filter(const Queries<Question>& queries, const StagedShapes<Shape>& shapes)
        : queries_(queries), shapes_(shapes) {}

    /// Whether the masks are values that let everything pass, after the first block was staged.
    [[nodiscard]] bool is_open() const {
        return queries_.is_value(mask) && queries_.is_value(ignore) && shapes_.one_mask() &&
               passes(0, Int<W>(0)).any() && (queries_.ints(ignore, 0) == Int<W>(no_id)).any();
    }

    [[nodiscard]] Mask<W> passes(int i, Int<W> index) const {
        const Int<W> common = queries_.ints(mask, i) & shapes_.mask(i);
        return ~((common == Int<W>(0)) | (index == queries_.ints(ignore, i)));
    }

private:
    static constexpr int mask = Question::Inputs::mask, ignore = Question::Inputs::ignore;

    const Queries<Question>& queries_;
    const StagedShapes<Shape>& shapes_;
};

// Flat, and compiled with and without details, so that of a prepared query only what is used is
// computed, and in registers. Not inlined, as the other of both would lie below it on the stack.
template <class Question, class Shape, bool detailed>
[[gnu::flatten, gnu::noinline]] QueryCounts
answer_pairs(const typename Question::Columns& query_columns, const ShapeColumns& shape_columns,
             typename Question::template Answers<W>& answers, BatchPart part, Settings settings) {
    Queries<Question> queries(query_columns.at, part.last - part.first);
    StagedShapes<Shape> shapes(shape_columns, part.last - part.first);
    const Filter<Question, Shape> filter(queries, shapes);
    QueryCounts counts = {0, 0, 0};
    for_each_block(part.first, part.last, [&](const Block& block) {
        queries.stage(block);
        shapes.stage(block);
        answers.stage(block);
        const bool open = filter.is_open();
        for (int i = 0; i < block.size; i += W) {
            const typename Question::template Raw<W> raw(queries, i);
            const auto query = raw.prepared(); // early: divisions take time
            Float<W> columns[Shape::columns];
            shapes.load(i, columns);
            PairValidity validity = {all_lanes<W>(), Int<W>(0), 0};
            if (!all_good<Shape>(raw, columns)) [[unlikely]]
                validity = validate<Question, Shape>(queries, shapes, i);
            const Int<W> index = indices(block, i);
            Mask<W> tested = validity.tested;
            if (!open)
                tested = tested & filter.passes(i, index);

            Float<W> rows[Shape::rows];
            Shape::prepare(columns, rows);
            const auto answer = Question::template ask<Shape>(query, rows, settings);
            const Mask<W> hit = answer.hit & tested;
            answers.write(i, hit, answer.t, index, Int<W>(no_id));
            if constexpr (detailed)
                answers.write_details(
                    i, hit, Question::template details<Shape>(query, rows, settings, answer),
                    validity.miss_flags);
            const unsigned inside = lanes_in_block<W>(block, i);
            counts.hits += count_bits(hit.bits() & inside);
            counts.invalid += count_bits(validity.invalid & inside);
        }
        answers.flush(block);
    });
    return counts;
}

template <class Question, class Shape>
QueryCounts pairs(const typename Question::Columns& queries, const ShapeColumns& shapes,
                  const typename Question::AnswerColumns& columns, BatchPart part,
                  Settings settings) {
    typename Question::template Answers<W> answers(columns);
    if constexpr (Question::has_details)
        if (answers.details_wanted())
            return answer_pairs<Question, Shape, true>(queries, shapes, answers, part, settings);
    return answer_pairs<Question, Shape, false>(queries, shapes, answers, part, settings);
}

/// The kernels of a question, one for each kind of shape.
template <class Question>
constexpr auto pair_kernels() {
    ByShape<PairwiseKernel<typename Question::Columns, typename Question::AnswerColumns>> kernels =
        {};
    ShapeList::fill(kernels.of, []<class S>() { return &pairs<Question, S>; });
    return kernels;
}

} // namespace
} // namespace lanecast::LANECAST_ISA
