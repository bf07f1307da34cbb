#pragma once

#include "isa/kernels/columns/gather.hpp"
#include "isa/kernels/columns/ignored_ids.hpp"
#include "isa/kernels/columns/scatter.hpp"
#include "isa/kernels/table/exports.hpp"
#include "isa/shapes/shape_list.hpp"
#include "lanecast/answers.hpp"

/// Query i against shape i, for every question and query type. Each has its own translation unit,
/// such as pairwise_rays.cpp.
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
    [[nodiscard]] Float<N> floats(int column, int i) const { return numbers_.floats(column, i); }
    [[nodiscard]] Int<N> mask(int i) const { return mask_.ints(0, i); }
    [[nodiscard]] bool one_mask() const { return mask_.is_value(0); }

private:
    StagedInputs<Shape::columns, N> numbers_;
    StagedInputs<1, N> mask_;
};

template <class Question, int N>
using Queries = StagedInputs<Question::Inputs::count, N>;

/// N queries, loaded and prepared.
template <class Question, int N>
struct LoadedQueries {
    typename Question::template Raw<N> raw;
    typename Question::template Lanes<N> prepared = raw.prepared();

    template <class Inputs>
    LoadedQueries(const Inputs& queries, int i) : raw(queries, i) {}
};

/// N shapes, loaded and prepared.
template <class Shape, int N>
struct LoadedShapes {
    Float<N> columns[Shape::columns], rows[Shape::rows];

    template <class Inputs>
    LoadedShapes(const Inputs& shapes, int i) {
        for (int c = 0; c < Shape::columns; ++c)
            columns[c] = shapes.floats(c, i);
        Shape::prepare(columns, rows);
    }
};

/// One side of pairs: N at a time from staged columns, or a single one in all lanes, loaded once.
template <class Loaded, int N, bool is_one>
struct Side {
    Side(const ReadableColumn*, std::size_t) {}
    template <class Staged>
    [[nodiscard]] Loaded at(const Staged& staged, int i) const {
        return {staged, i};
    }
};
template <class Loaded, int N>
struct Side<Loaded, N, true> {
    Loaded loaded;

    Side(const ReadableColumn* columns, std::size_t first)
        : loaded(one_input<N>(columns, first), 0) {}
    template <class Staged>
    [[nodiscard]] const Loaded& at(const Staged&, int) const {
        return loaded;
    }
};

/// The value that all pairs of a batch share.
enum class Common { nothing, query, shape };

/// Result of validating N pairs.
template <int N>
struct PairValidity {
    Mask<N> tested; ///< the others are misses
    Int<N> miss_flags;
    unsigned invalid; ///< bit mask of pairs with a bad query or a bad shape
};

/// Validates pairs in detail. Called if all_good() fails.
template <class Question, class Shape, int N>
[[gnu::noinline]] PairValidity<N> validate(const Queries<Question, N>& queries,
                                           const StagedShapes<Shape, N>& shapes, int i) {
    const LoadedShapes<Shape, N> shape(shapes, i);
    Mask<N> good = all_lanes<N>();
    for (const Float<N>& column : shape.columns)
        good = good & is_finite(column);
    Shape::template check<N>(shape.columns,
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

/// Whether all N pairs are valid. Numbers are not checked one by one: a sum is finite only if all
/// of them are. If the sum itself overflows, validate() finds no fault.
template <class Shape, class Raw, int N>
bool all_good(const Raw& query, const Float<N>* columns) {
    Float<N> sum = columns[3];
    for (int c = 4; c < Shape::columns; ++c)
        sum = sum + columns[c];
    sum = sum + query.witness({columns[0], columns[1], columns[2]});
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

/// Rejects pairs whose masks have no bit in common, and pairs whose query ignores the shape.
template <class Question, class Shape, int N>
class Filter {
public:
    Filter(const Queries<Question, N>& queries, const StagedShapes<Shape, N>& shapes)
        : queries_(queries), shapes_(shapes) {}

    /// Whether the masks are single values that admit everything. Call it after the first block was
    /// staged.
    [[nodiscard]] bool is_open() const {
        return queries_.is_value(mask) && queries_.is_value(ignore) &&
               queries_.is_value(ignore_count) && shapes_.one_mask() &&
               ignored(0).is_empty().any() && passes(0, Int<N>(0)).any();
    }

    [[nodiscard]] Mask<N> passes(int i, Int<N> index) const {
        const Int<N> common = queries_.ints(mask, i) & shapes_.mask(i);
        return ~((common == Int<N>(0)) | ignored(i).has(index));
    }

private:
    static constexpr int mask = Question::Inputs::mask, ignore = Question::Inputs::ignore,
                         ignore_count = Question::Inputs::ignore_count;

    [[nodiscard]] IgnoredIds<N> ignored(int i) const {
        return ignored_ids(queries_.ints(ignore, i), queries_.ints(ignore_count, i));
    }

    const Queries<Question, N>& queries_;
    const StagedShapes<Shape, N>& shapes_;
};

// Flat, and compiled with and without details, so that only the required parts of a prepared query
// are computed, in registers. Not inlined, because the stack frames of both variants would
// otherwise add up.
template <class Question, class Shape, int N, bool detailed, Common common>
[[gnu::flatten, gnu::noinline]] QueryCounts
answer_pairs(const typename Question::Columns& query_columns, const ShapeColumns& shape_columns,
             typename Question::template Answers<N>& answers, BatchPart part, Settings settings) {
    Queries<Question, N> queries(query_columns.at, part.last - part.first);
    StagedShapes<Shape, N> shapes(shape_columns, part.last - part.first);
    const Side<LoadedQueries<Question, N>, N, common == Common::query> query_side(query_columns.at,
                                                                                  part.first);
    const Side<LoadedShapes<Shape, N>, N, common == Common::shape> shape_side(shape_columns.columns,
                                                                              part.first);
    const Filter<Question, Shape, N> filter(queries, shapes);
    QueryCounts counts = {0, 0, 0};
    for_each_block(part.first, part.last, [&](const Block& block) {
        queries.stage(block);
        shapes.stage(block);
        answers.stage(block);
        const bool open = filter.is_open();
        unsigned hits = 0, invalid = 0; // bit masks of the last vector
        std::size_t hit_count = 0, invalid_count = 0;
        for (int i = 0; i < block.size; i += N) {
            const auto& query = query_side.at(queries, i);
            const auto& shape = shape_side.at(shapes, i);
            PairValidity<N> validity = {all_lanes<N>(), Int<N>(0), 0};
            if (!all_good<Shape>(query.raw, shape.columns)) [[unlikely]]
                validity = validate<Question, Shape, N>(queries, shapes, i);
            Mask<N> tested = validity.tested;
            if (!open)
                tested = tested & filter.passes(i, indices<N>(block, i));

            const auto answer = Question::template ask<Shape>(query.prepared, shape.rows, settings);
            const Mask<N> hit = answer.hit & tested;
            answers.write(i, hit, answer.t, indices<N>(block, i), Int<N>(no_id));
            if constexpr (detailed)
                answers.write_details(
                    i, hit,
                    Question::template details<Shape>(query.prepared, shape.rows, settings, answer),
                    validity.miss_flags);
            hits = hit.bits(), invalid = validity.invalid;
            hit_count += count_bits(hits);
            invalid_count += count_bits(invalid);
        }
        // Subtract the lanes past the end, which were counted as well.
        const unsigned outside = ~lanes_in_block<N>(block, block.padded<N>() - N);
        counts.hits += hit_count - count_bits(hits & outside);
        counts.invalid += invalid_count - count_bits(invalid & outside);
        answers.flush(block);
    });
    return counts;
}

/// Whether all of these columns of a non-empty batch hold a single value.
inline bool are_values(const ReadableColumn* columns, int count) {
    for (int c = 0; c < count; ++c)
        if (columns[c].stride != 0)
            return false;
    return true;
}

/// Selects the specialisation by what all pairs of a non-empty batch share.
template <class Question, class Shape, class Form, bool detailed>
QueryCounts choose(const typename Question::Columns& queries, const ShapeColumns& shapes,
                   typename Question::template Answers<Form::lanes>& answers, BatchPart part,
                   Settings settings) {
    constexpr int N = Form::lanes;
    if constexpr (Form::prepares_one_shape)
        if (are_values(shapes.columns, Shape::columns))
            return answer_pairs<Question, Shape, N, detailed, Common::shape>(
                queries, shapes, answers, part, settings);
    if constexpr (Form::prepares_one_query)
        if (are_values(queries.at, Question::Inputs::mask))
            return answer_pairs<Question, Shape, N, detailed, Common::query>(
                queries, shapes, answers, part, settings);
    return answer_pairs<Question, Shape, N, detailed, Common::nothing>(queries, shapes, answers,
                                                                       part, settings);
}

template <class Question, class Shape, class Form>
QueryCounts pairs(const typename Question::Columns& queries, const ShapeColumns& shapes,
                  const typename Question::AnswerColumns& columns, BatchPart part,
                  Settings settings) {
    if (part.first == part.last)
        return {0, 0, 0};
    typename Question::template Answers<Form::lanes> answers(columns);
    if constexpr (Question::has_details)
        if (answers.details_wanted())
            return choose<Question, Shape, Form, true>(queries, shapes, answers, part, settings);
    return choose<Question, Shape, Form, false>(queries, shapes, answers, part, settings);
}

/// How pairs with a kind of shape are processed: see tuning.hpp.
template <class Shape, unsigned short_tests, unsigned one_query>
struct PairForm {
    static constexpr unsigned kind = tuning::kinds(Shape::kind);
    static constexpr int lanes = (short_tests & kind) != 0 ? W : 2 * W;
    static constexpr bool prepares_one_shape = (tuning::one_shape & kind) != 0;
    static constexpr bool prepares_one_query = (one_query & kind) != 0;
};

/// The kernels of a question, one for each kind of shape.
/// @tparam short_tests  kinds that use one register of lanes, by tuning::kinds()
/// @tparam one_query    kinds for which one query against many shapes is prepared once
template <class Question, unsigned short_tests, unsigned one_query = 0>
constexpr auto pair_kernels() {
    using Kernel = PairwiseKernel<typename Question::Columns, typename Question::AnswerColumns>;
    return by_shape<Kernel>(
        []<class S>() { return &pairs<Question, S, PairForm<S, short_tests, one_query>>; });
}

} // namespace
} // namespace lanecast::LANECAST_ISA
