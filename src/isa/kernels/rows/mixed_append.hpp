#pragma once

#include "isa/kernels/rows/append_leaf.hpp"
#include "isa/kernels/stream/mixed_stream.hpp"

/// Lists of queries that collect all answers, at mixed leaves.
namespace lanecast::LANECAST_ISA {

template <class Query>
using AppendRecords = void (*)(const Stream<Query>&, PairQueue&, AnswerBuffer&);

namespace {

template <class Question, class Shape>
LANECAST_APART void append_pairs(const Stream<typename Question::Query>& stream, PairQueue& queue,
                                 AnswerBuffer& buffer) {
    ask_waiting<Question, Shape, InRecords<Shape>>(
        stream, queue, [&](std::uint32_t number, std::uint32_t mask, const Answer& answer) {
            append_answer(stream, number, mask, answer, buffer);
        });
}

template <class Question>
constexpr auto append_records_of = by_bounded_shape<AppendRecords<typename Question::Query>>(
    []<class Shape>() { return &append_pairs<Question, Shape>; });

template <class Question>
LANECAST_FLAT void mixed_append(const Stream<typename Question::Query>& stream, QueryList list,
                                LeafRun run, AnswerBuffer& buffer) {
    collect_records(stream, list, run, [&](std::uint32_t kind, PairQueue& queue) {
        append_records_of<Question>.of[kind](stream, queue, buffer);
    });
}

template <class Question>
void append_waiting_records(const Stream<typename Question::Query>& stream, AnswerBuffer& buffer) {
    for (int kind = 0; kind < shape_kinds; ++kind)
        while (stream.queues->records[kind].size != 0)
            append_records_of<Question>.of[kind](stream, stream.queues->records[kind], buffer);
}

} // namespace
} // namespace lanecast::LANECAST_ISA
