#pragma once

#include "isa/kernels/answer_log.hpp"
#include "isa/kernels/instances.hpp"
#include "isa/kernels/stream_leaf.hpp"

/// What happens at a leaf when a list of queries reaches it that want all answers.
namespace lanecast::LANECAST_ISA {

template <class Query>
using LeafLog = void (*)(const Stream<Query>&, QueryList, LeafRun, AnswerLog&);

namespace {

/// Adds the answers of those lanes whose query asks for the shape.
/// @param query(lane), answer(lane)  whose lane it is, and its answer but for t
template <int W, class Query, class Answered>
void log_hits(Mask<W> hit, unsigned lanes, Float<W> at, AnswerLog& log, Query query,
              Answered answer) {
    unsigned hits = hit.bits() & lanes;
    if (hits == 0)
        return;
    alignas(64) float t[W];
    at.store(t);
    for (; hits != 0; hits &= hits - 1) {
        const auto lane = static_cast<std::uint32_t>(__builtin_ctz(hits));
        Answer found = answer(lane);
        found.t = t[lane];
        log.add(query(lane), found);
    }
}

/// W queries in lanes, one shape after the other.
template <class Question, class Shape>
void log_shapes(const Stream<typename Question::Query>& stream, QueryList list, LeafRun run,
                AnswerLog& log) {
    using Query = typename Question::Query;
    constexpr auto kind = static_cast<std::uint32_t>(Shape::kind);
    for (std::uint32_t i = 0; i < list.size; i += W) {
        std::uint32_t padded[W];
        const std::uint32_t* numbers = list.vector<W>(i, padded);
        const unsigned lanes = list.lanes<W>(i);
        Float<W> words[record_word::count], extras[extra_word::count];
        load_queries<W>(stream.records, numbers, words);
        load_extras(stream.extras, numbers, extras);
        const Int<W> masks = as_int(extras[extra_word::mask]);
        const Int<W> ignored = as_int(extras[extra_word::ignore]);
        const auto query = Query::template unpack<W>(words);
        for_each_block_of<Shape>(run, [&](const float* block, std::uint32_t unit) {
            const std::uint32_t* ids = ids_of<Shape>(block);
            for (std::uint32_t shape = 0; shape < leaf_lanes && ids[shape] != no_id; ++shape) {
                const ShapeRows<W> rows = {block + shape};
                if (!may_answer<Shape>(query, rows))
                    continue;
                const auto answer = Question::template ask<Shape>(query, rows, stream.settings);
                const Mask<W> off = ((masks & Int<W>(ids[leaf_lanes + shape])) == Int<W>(0)) |
                                    (ignored == Int<W>(ids[shape]));
                log_hits<W>(
                    answer.hit & ~off, lanes, answer.t, log,
                    [&](std::uint32_t lane) { return numbers[lane]; },
                    [&](std::uint32_t) {
                        return Answer{0.0f, ids[shape], kind, unit, shape};
                    });
            }
            return false;
        });
    }
}

/// A quad of lanes for each query, with a leaf block's shapes: for short lists.
template <class Question, class Shape, int W>
void log_blocks(const Stream<typename Question::Query>& stream, QueryList list, LeafRun run,
                AnswerLog& log) {
    using Query = typename Question::Query;
    constexpr auto kind = static_cast<std::uint32_t>(Shape::kind);
    constexpr std::uint32_t at_once = W / leaf_lanes;
    for (std::uint32_t i = 0; i < list.size; i += at_once) {
        const std::uint32_t left = list.size - i;
        const unsigned lanes = left >= at_once ? (1u << W) - 1u : (1u << (left * leaf_lanes)) - 1u;
        std::uint32_t number[at_once];
        for (std::uint32_t q = 0; q < at_once; ++q)
            number[q] = list.first[q < left ? i + q : list.size - 1];
        Float<W> words[record_word::count], extras[extra_word::count];
        spread_queries<W>(stream.records, number, words);
        spread_records<1, extra_word::count, W>(reinterpret_cast<const float*>(stream.extras),
                                                number, extras);
        const Int<W> masks = as_int(extras[extra_word::mask]);
        const Int<W> ignored = as_int(extras[extra_word::ignore]);
        const auto query = Query::template unpack<W>(words);
        for_each_block_of<Shape>(run, [&](const float* block, std::uint32_t unit) {
            const RepeatedRows<W> rows = {block};
            if (!may_answer<Shape>(query, rows))
                return false;
            const auto answer = Question::template ask<Shape>(query, rows, stream.settings);
            // Masks are 0 where there is no shape.
            const Int<W> ids = as_int(repeat_quad<W>(block + Shape::rows * leaf_lanes));
            const Int<W> layers = as_int(repeat_quad<W>(block + (Shape::rows + 1) * leaf_lanes));
            const Mask<W> off = ((masks & layers) == Int<W>(0)) | (ignored == ids);
            log_hits<W>(
                answer.hit & ~off, lanes, answer.t, log,
                [&](std::uint32_t lane) { return number[lane / leaf_lanes]; },
                [&](std::uint32_t lane) {
                    const std::uint32_t shape = lane % leaf_lanes;
                    return Answer{0.0f, ids_of<Shape>(block)[shape], kind, unit, shape};
                });
            return false;
        });
    }
}

template <class Question, class Shape>
[[gnu::flatten]] void leaf_log(const Stream<typename Question::Query>& stream, QueryList list,
                               LeafRun run, AnswerLog& log) {
    if (list.size > W / 2)
        log_shapes<Question, Shape>(stream, list, run, log); // fills more lanes
    else if (list.size == 1)
        log_blocks<Question, Shape, leaf_lanes>(stream, list, run, log);
    else
        log_blocks<Question, Shape, W>(stream, list, run, log);
}

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
    &instances_log<Question>, []<class Shape>() { return &leaf_log<Question, Shape>; });

} // namespace
} // namespace lanecast::LANECAST_ISA
