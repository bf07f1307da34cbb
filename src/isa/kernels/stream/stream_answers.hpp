#pragma once

#include "isa/kernels/leaves/lane_answers.hpp"
#include "isa/kernels/stream/stream.hpp"

/// Answers in lanes, from the records of a stream and back.
namespace lanecast::LANECAST_ISA {
namespace {

/// The answers of W queries so far.
/// @param words of their records
template <class Query, int W>
LaneAnswers<W> answers_of(const Stream<Query>& stream, const std::uint32_t* numbers,
                          const Float<W>* words) {
    LaneAnswers<W> answers = {.t = words[record_word::t],
                              .id = as_int(words[record_word::id]),
                              .block = as_int(words[record_word::block]),
                              .kind_lane = kind_lane_in(words),
                              .has_filters = stream.has_filters,
                              .mask = Int<W>(~0u),
                              .ignore = Int<W>(no_id)};
    if (stream.has_filters) {
        Float<W> extras[extra_word::count];
        load_extras(stream.extras, numbers, extras);
        answers.mask = as_int(extras[extra_word::mask]);
        answers.ignore = as_int(extras[extra_word::ignore]);
    }
    return answers;
}

/// Back to the records, with limits for boxes. Lanes of the same query have the same answer.
/// Whether anything changed is not asked: no branch can foresee that.
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

} // namespace
} // namespace lanecast::LANECAST_ISA
