#pragma once

#include "isa/kernels/answer_log.hpp"
#include "isa/kernels/instances.hpp"
#include "isa/kernels/stream_leaf.hpp"

/// What happens at a leaf when a list of queries reaches it that want all answers.
namespace lanecast::LANECAST_ISA {

template <class Query>
using LeafLog = void (*)(const Stream<Query>&, QueryList, LeafRun, AnswerLog&);

namespace {

/// Adds an answer if the query asks for its shape.
/// @param mask of the shape
template <class Query>
void log_answer(const Stream<Query>& stream, std::uint32_t number, std::uint32_t mask,
                const Answer& answer, AnswerLog& log) {
    if (stream.asks_for(number, mask, answer.id))
        log.add(number, answer);
}

/// W queries in lanes, one shape after the other.
template <class Question, class Shape, int W>
void log_shapes(const Stream<typename Question::Query>& stream, QueryList list, LeafRun run,
                AnswerLog& log) {
    using Query = typename Question::Query;
    for (std::uint32_t i = 0; i < list.size; i += W) {
        std::uint32_t padded[W];
        const std::uint32_t* numbers = list.vector<W>(i, padded);
        const unsigned lanes = list.lanes<W>(i);
        Float<W> words[record_word::count];
        load_queries<W>(stream.records, numbers, words);
        const auto query = Query::template unpack<W>(words);
        for_each_shape_of<Shape>(
            run, [&](const float* shape, std::uint32_t unit, std::uint32_t place) {
                const ShapeRows<W> rows = {shape};
                const auto answer = Question::template ask<Shape>(query, rows, stream.settings);
                unsigned hits = answer.hit.bits() & lanes;
                if (hits == 0)
                    return;
                const std::uint32_t* id = ids_of<Shape>(shape);
                alignas(64) float t[W];
                answer.t.store(t);
                for (; hits != 0; hits &= hits - 1) {
                    const int lane = __builtin_ctz(hits);
                    log_answer(stream, numbers[lane], id[leaf_lanes],
                               {t[lane], *id, static_cast<std::uint32_t>(Shape::kind), unit, place},
                               log);
                }
            });
    }
}

template <class Question, class Shape>
[[gnu::flatten]] void leaf_log(const Stream<typename Question::Query>& stream, QueryList list,
                               LeafRun run, AnswerLog& log) {
    if (!is_narrow(list))
        log_shapes<Question, Shape, W>(stream, list, run, log);
    else if (is_long(list))
        log_shapes<Question, Shape, narrow_width>(stream, list, run, log);
    else
        ask_short_list<Question, Shape>(
            stream, list, run, [&](std::uint32_t number, std::uint32_t mask, const Answer& answer) {
                log_answer(stream, number, mask, answer, log);
            });
}

/// The same for mixed leaves: mixed_stream.hpp.
template <class Question>
void mixed_log(const Stream<typename Question::Query>& stream, QueryList list, LeafRun run,
               AnswerLog& log);

/// Prototypes are asked for one list of answers after the other.
template <class Question>
void instances_log(const Stream<typename Question::Query>& stream, QueryList list, LeafRun run,
                   AnswerLog& log) {
    using Query = typename Question::Query;
    for (std::uint32_t q = 0; q < list.size; ++q) {
        const std::uint32_t number = list.first[q];
        const StreamExtra& extra = stream.extras[number];
        Float<leaf_lanes> words[record_word::count];
        spread_queries<leaf_lanes>(stream.records, &number, words);
        const auto query = Query::template unpack<leaf_lanes>(words);
        for_each_block_of<Instance>(run, [&](const float* block, std::uint32_t unit) {
            const PlacedQuery<Query> placed(query, extra.mask, extra.ignore, block);
            return placed.for_each([&](std::uint32_t lane) {
                const Answer instance = placed.instance(lane, unit);
                AnswerList answers;
                do {
                    const bool first_round = !answers.has_after;
                    answers.begin(~std::size_t{0});
                    answers.enter(instance);
                    all_of<Question, Single>(placed.prototype(lane), placed.queries(),
                                             static_cast<int>(lane), first_round, stream.settings,
                                             answers);
                    for (int i = 0; i < answers.size; ++i)
                        log.add(number, answers.answers[i]);
                } while (!log.is_full() && answers.go_on());
                return log.is_full();
            });
        });
    }
}

template <class Question>
constexpr auto leaf_log_of = by_kind<LeafLog<typename Question::Query>>(
    &instances_log<Question>, &mixed_log<Question>,
    []<class Shape>() { return &leaf_log<Question, Shape>; });

} // namespace
} // namespace lanecast::LANECAST_ISA
