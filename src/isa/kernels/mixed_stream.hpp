#pragma once

#include "isa/kernels/log_leaf.hpp"
#include "isa/kernels/mixed_leaf.hpp"
#include "isa/kernels/stream_leaf.hpp"

/// Lists of queries at mixed leaves: whoever comes near a ball waits as a pair with its shape,
/// until there are enough pairs of a kind to fill all lanes.
namespace lanecast::LANECAST_ISA {

template <class Query>
using AskRecords = void (*)(const Stream<Query>&, PairQueue&);
template <class Query>
using LogRecords = void (*)(const Stream<Query>&, PairQueue&, AnswerLog&);

namespace {

/// A shape in each lane.
template <class Shape>
struct LoadedRecords {
    static constexpr int words = sizeof(MixedBlock::record[0]) / sizeof(float);
    Float<W> rows[words];

    Float<W> operator[](int row) const { return rows[row]; }
};

/// Asks the last W pairs, or all if they are fewer, and takes them off. Calls take(number of the
/// query, mask of the shape, Answer).
template <class Question, class Shape, class Take>
void ask_records(const Stream<typename Question::Query>& stream, PairQueue& queue, Take take) {
    using Query = typename Question::Query;
    const std::uint32_t count = queue.size < W ? queue.size : W;
    queue.size -= count;
    const std::uint32_t first = queue.size;
    std::uint32_t number[W], record[W];
    constexpr std::uint32_t record_units = record_unit(0, 1) - record_unit(0, 0);
    for (std::uint32_t lane = 0; lane < W; ++lane) {
        const std::uint32_t pair = first + (lane < count ? lane : 0);
        number[lane] = queue.query[pair];
        record[lane] = record_unit(queue.block[pair], queue.lane[pair]) / record_units;
    }
    LoadedRecords<Shape> shapes;
    load_records<FirstRows<(Shape::rows + 3) / 4>, LoadedRecords<Shape>::words, W>(
        stream.scene.memory, record, shapes.rows);
    Float<W> words[record_word::count];
    load_queries<W>(stream.records, number, words);
    const auto query = Query::template unpack<W>(words);
    const auto answer = Question::template ask<Shape>(query, shapes, stream.settings);
    unsigned hits = answer.hit.bits() & ((1u << count) - 1u);
    alignas(64) float t[W];
    answer.t.store(t);
    for (; hits != 0; hits &= hits - 1) {
        const auto lane = static_cast<std::uint32_t>(__builtin_ctz(hits));
        const std::uint32_t unit = queue.block[first + lane], shape = queue.lane[first + lane];
        const MixedBlock& block = stream.scene.mixed(unit);
        take(number[lane], block.mask[shape],
             Answer{t[lane], block.id[shape], static_cast<std::uint32_t>(Shape::kind),
                    record_unit(unit, shape), 0});
    }
}

template <class Question, class Shape>
[[gnu::noinline]] void take_records(const Stream<typename Question::Query>& stream,
                                    PairQueue& queue) {
    ask_records<Question, Shape>(stream, queue,
                                 [&](std::uint32_t number, std::uint32_t mask,
                                     const Answer& answer) { stream.take(number, mask, answer); });
}
template <class Question, class Shape>
[[gnu::noinline]] void log_records(const Stream<typename Question::Query>& stream, PairQueue& queue,
                                   AnswerLog& log) {
    ask_records<Question, Shape>(
        stream, queue, [&](std::uint32_t number, std::uint32_t mask, const Answer& answer) {
            log_answer(stream, number, mask, answer, log);
        });
}

template <class Question>
constexpr auto take_records_of = by_shape_with_ball<AskRecords<typename Question::Query>>(
    []<class Shape>() { return &take_records<Question, Shape>; });
template <class Question>
constexpr auto log_records_of = by_shape_with_ball<LogRecords<typename Question::Query>>(
    []<class Shape>() { return &log_records<Question, Shape>; });

/// W queries in lanes, one ball after the other. Calls ask(kind, queue) when it is full.
template <class Query, class Ask>
void collect_records(const Stream<Query>& stream, QueryList list, LeafRun run, Ask ask) {
    for_each_vector<W>(stream, list, [&](Int<W> numbers, unsigned lanes, const auto& queries) {
        for_each_mixed(run, [&](const MixedBlock& block, std::uint32_t unit) {
            for (std::uint32_t shape = 0; shape < leaf_lanes && block.id[shape] != no_id; ++shape) {
                unsigned near = lanes;
                if (run.every == 0)
                    near &= may_meet(queries, ball_of<W>(block, shape)).bits();
                const std::uint32_t kind = block.kind[shape];
                PairQueue& queue = stream.queues->records[kind];
                queue.add(numbers, near, unit, shape);
                if (queue.size >= W)
                    ask(kind, queue);
            }
            return false;
        });
    });
}

template <class Question>
[[gnu::flatten]] void mixed_stream(const Stream<typename Question::Query>& stream, QueryList list,
                                   LeafRun run) {
    collect_records(stream, list, run, [&](std::uint32_t kind, PairQueue& queue) {
        take_records_of<Question>.of[kind](stream, queue);
    });
}

template <class Question>
[[gnu::flatten]] void mixed_log(const Stream<typename Question::Query>& stream, QueryList list,
                                LeafRun run, AnswerLog& log) {
    collect_records(stream, list, run, [&](std::uint32_t kind, PairQueue& queue) {
        log_records_of<Question>.of[kind](stream, queue, log);
    });
}

/// Asks what still waits.
template <class Question>
void take_waiting_records(const Stream<typename Question::Query>& stream) {
    for (int kind = 0; kind < shape_kinds; ++kind)
        while (stream.queues->records[kind].size != 0)
            take_records_of<Question>.of[kind](stream, stream.queues->records[kind]);
}
template <class Question>
void log_waiting_records(const Stream<typename Question::Query>& stream, AnswerLog& log) {
    for (int kind = 0; kind < shape_kinds; ++kind)
        while (stream.queues->records[kind].size != 0)
            log_records_of<Question>.of[kind](stream, stream.queues->records[kind], log);
}

} // namespace
} // namespace lanecast::LANECAST_ISA
