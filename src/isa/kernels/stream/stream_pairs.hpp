#pragma once

#include "isa/kernels/leaves/lane_answers.hpp"
#include "isa/kernels/stream/stream.hpp"

/// Questions that cost much, asked of pairs of a query and a shape: those of a leaf that a cheap
/// question leaves, collected over many leaves until they fill all lanes.
namespace lanecast::LANECAST_ISA {
namespace {

/// Shapes of pairs in leaf blocks of their kind.
template <class Shape>
struct InBlocks {
    /// @param pairs  of the queue, one for each lane
    static GatheredRows<Shape> rows(const SceneView& scene, const PairQueue& queue,
                                    const std::uint32_t* pairs) {
        GatheredRows<Shape> rows;
        for (int lane = 0; lane < W; ++lane)
            rows.set(lane, scene.at(queue.block[pairs[lane]]) + queue.lane[pairs[lane]]);
        return rows;
    }
    static std::uint32_t mask(const SceneView& scene, std::uint32_t unit, std::uint32_t lane) {
        return ids_of<Shape>(scene.at(unit))[leaf_lanes + lane];
    }
    static Answer answer(const SceneView& scene, float t, std::uint32_t unit, std::uint32_t lane) {
        return {t, ids_of<Shape>(scene.at(unit))[lane], static_cast<std::uint32_t>(Shape::kind),
                unit, lane};
    }
};

/// Asks the last W pairs, or all if they are fewer, and takes them off. Calls take(number of the
/// query, mask of the shape, Answer).
/// @tparam Place  where shapes stand, such as InBlocks<Shape>
template <class Question, class Shape, class Place, class Take>
void ask_waiting(const Stream<typename Question::Query>& stream, PairQueue& queue, Take take) {
    using Query = typename Question::Query;
    const std::uint32_t count = queue.size < W ? queue.size : W;
    queue.size -= count;
    const std::uint32_t first = queue.size;
    std::uint32_t pairs[W], numbers[W];
    for (std::uint32_t lane = 0; lane < W; ++lane) {
        pairs[lane] = first + (lane < count ? lane : 0);
        numbers[lane] = queue.query[pairs[lane]];
    }
    const auto rows = Place::rows(stream.scene, queue, pairs);
    Float<W> words[record_word::count];
    load_queries<W>(stream.records, numbers, words);
    const auto query = Query::template unpack<W>(words);
    const auto answer = Question::template ask<Shape>(query, rows, stream.settings);
    unsigned hits = answer.hit.bits() & ((1u << count) - 1u);
    alignas(64) float t[W];
    answer.t.store(t);
    for (; hits != 0; hits &= hits - 1) {
        const auto lane = static_cast<std::uint32_t>(__builtin_ctz(hits));
        const std::uint32_t unit = queue.block[first + lane], shape = queue.lane[first + lane];
        take(numbers[lane], Place::mask(stream.scene, unit, shape),
             Place::answer(stream.scene, t[lane], unit, shape));
    }
}

/// The same for the first answer of each query.
template <class Question, class Shape, class Place = InBlocks<Shape>>
[[gnu::noinline]] void ask_pairs(const Stream<typename Question::Query>& stream, PairQueue& queue) {
    ask_waiting<Question, Shape, Place>(
        stream, queue, [&](std::uint32_t number, std::uint32_t mask, const Answer& answer) {
            stream.take(number, mask, answer);
        });
}

/// Adds the pairs of lanes that may answer: quads of them belong to a query and to a leaf block.
/// @param query_of(quad), unit_of(quad)  the number of the query, and of the block in units
template <class Question, class Shape, class QueryOf, class UnitOf>
void add_pairs(const Stream<typename Question::Query>& stream, unsigned pairs, QueryOf query_of,
               UnitOf unit_of) {
    PairQueue& queue = stream.queues->pairs[static_cast<int>(Shape::kind)];
    for (; pairs != 0; pairs &= pairs - 1) {
        const auto lane = static_cast<std::uint32_t>(__builtin_ctz(pairs));
        const std::uint32_t quad = lane / leaf_lanes;
        queue.add(query_of(quad), unit_of(quad), lane % leaf_lanes);
    }
    if (queue.size >= W)
        ask_pairs<Question, Shape>(stream, queue);
}

/// The lanes of which the cheap question says that they may answer.
/// @param rows  of leaf blocks, behind which there are ids
template <class Question, class Shape, class Queries, class Rows>
unsigned pairs_in(const Queries& queries, const Rows& rows) {
    const Int<W> ids = as_int(Float<W>(rows[Shape::rows]));
    return (Question::template prefilter<Shape>(queries, rows) & ~(ids == Int<W>(no_id))).bits();
}

/// W queries in lanes, one shape after the other.
template <class Question, class Shape>
void collect_pairs_in_lanes(const Stream<typename Question::Query>& stream, QueryList list,
                            LeafRun run) {
    PairQueue& queue = stream.queues->pairs[static_cast<int>(Shape::kind)];
    for_each_vector<W>(stream, list, [&](Int<W> numbers, unsigned lanes, const auto& queries) {
        const auto& near =
            Question::template near<Shape>(queries, ShapeRows<W>{first_block_of(run)});
        for_each_shape_of<Shape>(
            run, [&](const float* shape, std::uint32_t unit, std::uint32_t lane) {
                const auto touched = Question::template prefilter<Shape>(near, ShapeRows<W>{shape});
                queue.add(numbers, touched.bits() & lanes, unit, lane);
                if (queue.size >= W)
                    ask_pairs<Question, Shape>(stream, queue);
            });
    });
}

/// A quad of lanes for each query, with a leaf block's shapes.
template <class Question, class Shape>
void collect_pairs(const Stream<typename Question::Query>& stream, QueryList list, LeafRun run) {
    for_each_quads<W>(
        stream, list, [&](const std::uint32_t* numbers, unsigned lanes, const auto& queries) {
            for_each_block_of<Shape>(run, [&](const float* block, std::uint32_t unit) {
                const unsigned pairs =
                    pairs_in<Question, Shape>(queries, RepeatedRows<W>{block}) & lanes;
                add_pairs<Question, Shape>(
                    stream, pairs, [&](std::uint32_t quad) { return numbers[quad]; },
                    [&](std::uint32_t) { return unit; });
                return false;
            });
        });
}

} // namespace
} // namespace lanecast::LANECAST_ISA
