#pragma once

#include "isa/kernels/pairwise/plain_pairs.hpp"
#include "isa/shapes/shape_list.hpp"

/// Query i against shape i, for every question and query type. Each has its own translation unit,
/// such as pairwise_rays.cpp.
namespace lanecast::LANECAST_ISA {
namespace {

/// Whether all of these columns of a non-empty batch hold a single value.
inline bool are_values(const ReadableColumn* columns, int count) {
    for (int c = 0; c < count; ++c)
        if (columns[c].stride != 0)
            return false;
    return true;
}

/// Whether plain calls of a question have a loop of their own.
template <class Question, int N, bool detailed>
constexpr bool has_plain_loop = detailed == Question::template Answers<N>::plain_has_details;
template <class Question, int N, bool detailed>
requires(!Question::has_plain_loop) constexpr bool has_plain_loop<Question, N, detailed> = false;

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
    if constexpr (has_plain_loop<Question, N, detailed>)
        if (part.last - part.first >= N && answers.is_plain() && is_plain(settings) &&
            has_default_limits<Question>(queries.at) &&
            admits_all<Question>(queries.at, shapes.mask) &&
            !write_to_inputs<Question, Shape>(answers, queries.at, shapes.columns, part))
            return plain_pairs<Question, Shape, N>(queries, shapes, answers, part);
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
template <class Question, unsigned short_tests = 0, unsigned one_query = 0>
constexpr auto pair_kernels() {
    using Kernel = PairwiseKernel<typename Question::Columns, typename Question::AnswerColumns>;
    return by_shape<Kernel>(
        []<class S>() { return &pairs<Question, S, PairForm<S, short_tests, one_query>>; });
}

} // namespace
} // namespace lanecast::LANECAST_ISA
