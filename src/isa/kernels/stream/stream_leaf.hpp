#pragma once

#include "isa/kernels/stream/list_length.hpp"
#include "isa/kernels/stream/stream_pairs.hpp"
#include "isa/kernels/stream/stream_quads.hpp"

/// List of queries at a leaf.
namespace lanecast::LANECAST_ISA {

template <class Query>
using LeafStream = void (*)(const Stream<Query>&, QueryList, LeafRun);

template <class Query>
using AskLeft = void (*)(const Stream<Query>&);

namespace {

/// The answers of W queries so far.
/// @param words  words of their records
template <class Query, int W>
LaneAnswers<W> answers_of(const Stream<Query>& stream, const std::uint32_t* numbers,
                          const Float<W>* words) {
    LaneAnswers<W> answers = {.t = words[record_word::t],
                              .id = as_int(words[record_word::id]),
                              .block = as_int(words[record_word::block]),
                              .kind_lane = kind_lane_in(words),
                              .has_filters = stream.has_filters,
                              .mask = Int<W>(~0u),
                              .ignored = IgnoredIds<W>::none()};
    if (stream.has_filters) {
        Float<W> extras[extra_word::count];
        load_extras(stream.extras, numbers, extras);
        answers.mask = as_int(extras[extra_word::mask]);
        answers.ignored = {as_int(extras[extra_word::first_ignored]),
                           as_int(extras[extra_word::ignored_count])};
    }
    return answers;
}

/// Writes answers and limits for boxes back to the records. Lanes of the same query have the same
/// answer. There is no test whether anything changed, because the branch would be unpredictable.
template <class Query, int W>
void write(const LaneAnswers<W>& answers, const Stream<Query>& stream, const std::uint32_t* numbers,
           Float<W>* words) {
    words[record_word::limit] = stream.limits(answers.t, answers.id, words);
    words[record_word::t] = answers.t;
    words[record_word::id] = as_float(answers.id);
    words[record_word::block] = as_float(answers.block);
    words[record_word::scale_kind_lane] = as_float(as_int(scale_in(words)) | answers.kind_lane);
    store_records<AnswerRowsOfRecord, record_word::count, W>(words, words_of(stream.records),
                                                             numbers);
}

/// W queries in lanes, one shape after the other.
template <class Question, class Shape, int W>
void meet_shapes(const Stream<typename Question::Query>& stream, QueryList list, LeafRun run) {
    using Query = typename Question::Query;
    for (std::uint32_t i = 0; i < list.size; i += W) {
        std::uint32_t padded[W];
        const std::uint32_t* numbers = list.vector<W>(i, padded);
        Float<W> words[record_word::count];
        load_queries<Query, W>(stream.records, numbers, words);
        LaneAnswers<W> answers = answers_of(stream, numbers, words);
        ask_shapes<Question, Shape>(Query::template unpack<W>(words), run, stream.settings,
                                    answers);
        write(answers, stream, numbers, words);
    }
}

template <class Question, class Shape>
LANECAST_FLAT void leaf_stream(const Stream<typename Question::Query>& stream, QueryList list,
                               LeafRun run) {
    if constexpr (has_prefilter<Question, Shape>) {
        if (collects_quads && !is_long(list))
            collect_quads<Question, Shape>(stream, list, run);
        else if (fills_half_of_lanes(list))
            collect_pairs_in_lanes<Question, Shape>(stream, list, run);
        else
            collect_pairs<Question, Shape>(stream, list, run);
    } else if (!is_narrow(list))
        meet_shapes<Question, Shape, W>(stream, list, run);
    else if (is_long(list))
        meet_shapes<Question, Shape, tuning::narrow_width>(stream, list, run);
    else if constexpr (collects_quads)
        collect_quads<Question, Shape>(stream, list, run);
    else
        ask_short_list<Question, Shape>(
            stream, list, run, [&](std::uint32_t number, std::uint32_t mask, const Answer& answer) {
                stream.take(number, mask, answer);
            });
}

/// Tests the quads and pairs that still wait.
template <class Question, class Shape>
void ask_left(const Stream<typename Question::Query>& stream) {
    constexpr int kind = static_cast<int>(Shape::kind);
    if constexpr (collects_quads)
        while (stream.queues->quads[kind].size != 0)
            ask_quads<Question, Shape>(stream, stream.queues->quads[kind]);
    if constexpr (TellsStarts<Question, Shape>) {
        ask_late<Question, Shape>(stream);
        while (stream.queues->late.size != 0)
            ask_pairs<Question, Shape>(stream, stream.queues->late);
    } else if constexpr (has_prefilter<Question, Shape>) {
        while (stream.queues->pairs[kind].size != 0)
            ask_pairs<Question, Shape>(stream, stream.queues->pairs[kind]);
    }
}

template <class Question>
constexpr auto ask_left_of = by_shape<AskLeft<typename Question::Query>>([]<class Shape>() {
    return &ask_left<Question, Shape>;
});

} // namespace
} // namespace lanecast::LANECAST_ISA
