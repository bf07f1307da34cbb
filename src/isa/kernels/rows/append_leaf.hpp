#pragma once

#include "isa/kernels/rows/answer_buffer.hpp"
#include "isa/kernels/stream/stream_leaf.hpp"

/// Lists of queries that collect all answers, at a leaf.
namespace lanecast::LANECAST_ISA {

template <class Query>
using LeafAppend = void (*)(const Stream<Query>&, QueryList, LeafRun, AnswerBuffer&);

namespace {

/// Adds an answer if the query's mask admits its shape and the query does not ignore it.
/// @param mask  mask of the shape
template <class Query>
void append_answer(const Stream<Query>& stream, std::uint32_t number, std::uint32_t mask,
                   const Answer& answer, AnswerBuffer& buffer) {
    if (stream.asks_for(number, mask, answer.id))
        buffer.add(number, answer);
}

/// W queries in lanes, one shape after the other.
template <class Question, class Shape, int W>
void append_shapes(const Stream<typename Question::Query>& stream, QueryList list, LeafRun run,
                   AnswerBuffer& buffer) {
    for_each_vector<W>(
        stream, list, [&](const std::uint32_t* numbers, unsigned lanes, const auto& queries) {
            for_each_shape_of<Shape>(run, [&](const float* shape, std::uint32_t unit,
                                              std::uint32_t place) {
                const auto answer =
                    Question::template ask<Shape>(queries, ShapeRows<W>{shape}, stream.settings);
                unsigned hits = answer.hit.bits() & lanes;
                if (hits == 0)
                    return;
                const std::uint32_t* id = ids_of<Shape>(shape);
                alignas(64) float t[W];
                answer.t.store(t);
                for (; hits != 0; hits &= hits - 1) {
                    const int lane = __builtin_ctz(hits);
                    append_answer(
                        stream, numbers[lane], id[leaf_lanes],
                        {t[lane], *id, static_cast<std::uint32_t>(Shape::kind), unit, place},
                        buffer);
                }
            });
        });
}

template <class Question, class Shape>
LANECAST_FLAT void append_leaf(const Stream<typename Question::Query>& stream, QueryList list,
                               LeafRun run, AnswerBuffer& buffer) {
    if (!is_narrow(list))
        append_shapes<Question, Shape, W>(stream, list, run, buffer);
    else if (is_long(list))
        append_shapes<Question, Shape, tuning::narrow_width>(stream, list, run, buffer);
    else
        ask_short_list<Question, Shape>(
            stream, list, run, [&](std::uint32_t number, std::uint32_t mask, const Answer& answer) {
                append_answer(stream, number, mask, answer, buffer);
            });
}

} // namespace
} // namespace lanecast::LANECAST_ISA
