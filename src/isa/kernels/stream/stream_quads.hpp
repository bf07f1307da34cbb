#pragma once

#include "isa/kernels/leaves/lane_answers.hpp"
#include "isa/kernels/stream/stream_pairs.hpp"

/// Short lists of queries at leaves: each query takes a quad of lanes, with the shapes of one
/// block. The quads are collected over several leaves until they fill a vector. If the shape has a
/// prefilter, the hits of the prefilter continue as pairs.
namespace lanecast::LANECAST_ISA {
namespace {

/// Whether short lists are collected over several leaves.
constexpr bool collects_quads = QuadQueue::at_once >= tuning::least_collected_quads;

/// The shapes of a different leaf block in each quad of lanes.
template <int W>
struct QuadRows {
    const float* block[W / leaf_lanes];

    Float<W> operator[](std::ptrdiff_t row) const {
        const float* quad[W / leaf_lanes];
        for (int q = 0; q < W / leaf_lanes; ++q)
            quad[q] = block[q] + row * leaf_lanes;
        return Backend<W>::load_quads(quad);
    }
};

/// See vec3.hpp. g++ leaves this one out of line, and a leaf then keeps nothing in registers: short
/// sweeps on AVX-512 took 8 % longer.
template <int W>
LANECAST_INLINE inline Vec<W> vector_at(const QuadRows<W>& rows, int first) {
    return {rows[first], rows[first + 1], rows[first + 2]};
}

/// Tests the quads that were collected first.
template <class Question, class Shape>
LANECAST_APART void ask_quads(const Stream<typename Question::Query>& stream, QuadQueue& queue) {
    using Query = typename Question::Query;
    constexpr std::uint32_t at_once = QuadQueue::at_once;
    std::uint32_t queries[at_once], blocks[at_once];
    const unsigned filled = (1u << (queue.take(queries, blocks) * leaf_lanes)) - 1u;
    QuadRows<W> rows;
    for (std::uint32_t q = 0; q < at_once; ++q)
        rows.block[q] = stream.scene.at(blocks[q]);
    Float<W> words[record_word::count];
    spread_queries<Query, W>(stream.records, queries, words);
    const auto query = Query::template unpack<W>(words);
    if constexpr (has_prefilter<Question, Shape>) {
        add_pairs<Question, Shape>(
            stream, query, rows, filled, [&](std::uint32_t quad) { return queries[quad]; },
            [&](std::uint32_t quad) { return blocks[quad]; });
        return;
    }
    if (!passes_prefilter<Question, Shape>(query, rows))
        return;
    const auto answer = Question::template ask<Shape>(query, rows, stream.settings);
    alignas(64) float t[W];
    answer.t.store(t);
    for (unsigned hits = answer.hit.bits() & filled; hits != 0; hits &= hits - 1) {
        const auto lane = static_cast<std::uint32_t>(__builtin_ctz(hits));
        const std::uint32_t q = lane / leaf_lanes, shape = lane % leaf_lanes;
        const std::uint32_t* ids = ids_of<Shape>(rows.block[q]);
        stream.take(
            queries[q], ids[leaf_lanes + shape],
            {t[lane], ids[shape], static_cast<std::uint32_t>(Shape::kind), blocks[q], shape});
    }
}

template <class Question, class Shape>
void collect_quads(const Stream<typename Question::Query>& stream, QueryList list, LeafRun run) {
    QuadQueue& queue = stream.queues->quads[static_cast<int>(Shape::kind)];
    for_each_block_of<Shape>(run, [&](const float*, std::uint32_t unit) {
        for (std::uint32_t i = 0; i < list.size; ++i) {
            queue.add(list.first[i], unit);
            if (queue.size == QuadQueue::most)
                ask_quads<Question, Shape>(stream, queue);
        }
        return false;
    });
}

} // namespace
} // namespace lanecast::LANECAST_ISA
