#pragma once

#include "isa/kernels/leaves/lane_answers.hpp"
#include "isa/kernels/stream/stream.hpp"

/// Expensive tests on pairs of a query and a shape. A cheap prefilter selects the pairs of a leaf,
/// which are collected over several leaves until they fill all lanes.
namespace lanecast::LANECAST_ISA {
namespace {

/// Shapes of pairs, in leaf blocks of their kind.
template <class Shape>
struct InBlocks {
    /// @param pairs  positions in the queue, one for each lane
    template <int most>
    static GatheredRows<Shape> rows(const SceneView& scene, const PairQueueOf<most>& queue,
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

/// Tests the last W pairs, or all of them if there are fewer, and removes them. Calls take(number
/// of the query, mask of the shape, Answer) for each hit.
/// @tparam Place  the storage of the shapes, such as InBlocks<Shape>
template <class Question, class Shape, class Place, int most, class Take>
void ask_waiting(const Stream<typename Question::Query>& stream, PairQueueOf<most>& queue,
                 Take take) {
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
    load_queries<Query, W>(stream.records, numbers, words);
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

/// ask_waiting() for the first answer of each query.
template <class Question, class Shape, class Place = InBlocks<Shape>, int most>
LANECAST_APART void ask_pairs(const Stream<typename Question::Query>& stream,
                              PairQueueOf<most>& queue) {
    ask_waiting<Question, Shape, Place>(
        stream, queue, [&](std::uint32_t number, std::uint32_t mask, const Answer& answer) {
            stream.take(number, mask, answer);
        });
}

/// Questions with answers at the start, t <= 0, that tell which shapes cannot give one. These wait
/// until the others have been tested: most of them are needless then, such as all triangles around
/// the one that a particle rests on.
template <class Question, class Shape>
concept TellsStarts = requires(const typename Question::template Lanes<W>& queries,
                               ShapeRows<W> rows) {
    Question::template may_start<Shape>(queries, rows);
};

/// Tests the pairs that cannot wait, and then those that could and are still needed, until fewer
/// than fill all lanes are left.
template <class Question, class Shape>
LANECAST_APART void ask_late(const Stream<typename Question::Query>& stream) {
    PairQueue& queue = stream.queues->pairs[static_cast<int>(Shape::kind)];
    LateQueue& late = stream.queues->late;
    while (queue.size != 0)
        ask_pairs<Question, Shape>(stream, queue);
    late.filter([&](std::uint32_t number) { return stream.records[number].t > 0.0f; });
    while (late.size >= W)
        ask_pairs<Question, Shape>(stream, late);
}

/// Stores answers that are known without the expensive test.
/// @param lanes  bit mask; number_of(lane) returns the query, unit_of(lane) and shape_of(lane) the
///               position of its shape
template <class Shape, class Query, class NumberOf, class UnitOf, class ShapeOf>
void take_known(const Stream<Query>& stream, Float<W> at, unsigned lanes, NumberOf number_of,
                UnitOf unit_of, ShapeOf shape_of) {
    using Place = InBlocks<Shape>;
    if (lanes == 0)
        return;
    alignas(64) float t[W];
    at.store(t);
    for (; lanes != 0; lanes &= lanes - 1) {
        const auto lane = static_cast<std::uint32_t>(__builtin_ctz(lanes));
        const std::uint32_t unit = unit_of(lane), shape = shape_of(lane);
        stream.take(number_of(lane), Place::mask(stream.scene, unit, shape),
                    Place::answer(stream.scene, t[lane], unit, shape));
    }
}

/// Adds the pairs of those lanes that may hit. Each quad of lanes belongs to one query and one leaf
/// block. Answers that the prefilter already knows are stored immediately.
/// @param rows   rows of leaf blocks, followed by the ids
/// @param lanes  bit mask of the lanes to consider
/// @param query_of(quad), unit_of(quad)  number of the query, and unit of the block
template <class Question, class Shape, class Queries, class Rows, class QueryOf, class UnitOf>
void add_pairs(const Stream<typename Question::Query>& stream, const Queries& queries,
               const Rows& rows, unsigned lanes, QueryOf query_of, UnitOf unit_of) {
    PairQueue& queue = stream.queues->pairs[static_cast<int>(Shape::kind)];
    lanes &= ~(as_int(Float<W>(rows[Shape::rows])) == Int<W>(no_id)).bits();
    if constexpr (knows_early<Question, Shape>) {
        const auto early = Question::template early<Shape>(queries, rows);
        take_known<Shape>(
            stream, early.t, early.is_known.bits() & lanes,
            [&](std::uint32_t lane) { return query_of(lane / leaf_lanes); },
            [&](std::uint32_t lane) { return unit_of(lane / leaf_lanes); },
            [&](std::uint32_t lane) { return lane % leaf_lanes; });
        lanes &= (early.may & ~early.is_known).bits();
    } else {
        lanes &= Question::template prefilter<Shape>(queries, rows).bits();
    }
    const auto add = [&](auto& to, unsigned left) {
        for (; left != 0; left &= left - 1) {
            const auto lane = static_cast<std::uint32_t>(__builtin_ctz(left));
            const std::uint32_t quad = lane / leaf_lanes;
            to.add(query_of(quad), unit_of(quad), lane % leaf_lanes);
        }
    };
    if constexpr (TellsStarts<Question, Shape>) {
        if (lanes != 0) {
            const unsigned now = Question::template may_start<Shape>(queries, rows).bits();
            add(stream.queues->late, lanes & ~now & (queries.t_max > Float<W>(0.0f)).bits());
            lanes &= now;
        }
    }
    add(queue, lanes);
    if (queue.is_full())
        ask_pairs<Question, Shape>(stream, queue);
    if constexpr (TellsStarts<Question, Shape>)
        if (stream.queues->late.is_full())
            ask_late<Question, Shape>(stream);
}

/// W queries in lanes, one shape after the other.
template <class Question, class Shape>
requires(!knows_early<Question, Shape>) void collect_pairs_in_lanes(
    const Stream<typename Question::Query>& stream, QueryList list, LeafRun run) {
    PairQueue& queue = stream.queues->pairs[static_cast<int>(Shape::kind)];
    for_each_vector<W>(
        stream, list, [&](const std::uint32_t* numbers, unsigned lanes, const auto& queries) {
            const auto& near =
                Question::template near<Shape>(queries, ShapeRows<W>{first_block_of(run)});
            for_each_shape_of<Shape>(run, [&](const float* shape, std::uint32_t unit,
                                              std::uint32_t lane) {
                unsigned touched =
                    Question::template prefilter<Shape>(near, ShapeRows<W>{shape}).bits() & lanes;
                if constexpr (TellsStarts<Question, Shape>) {
                    if (touched == 0)
                        return;
                    const unsigned now =
                        Question::template may_start<Shape>(near, ShapeRows<W>{shape}).bits();
                    LateQueue& late = stream.queues->late;
                    late.add(Int<W>::load(numbers),
                             touched & ~now & (near.t_max > Float<W>(0.0f)).bits(), unit, lane);
                    touched &= now;
                    if (late.is_full())
                        ask_late<Question, Shape>(stream);
                }
                queue.add(Int<W>::load(numbers), touched, unit, lane);
                if (queue.is_full())
                    ask_pairs<Question, Shape>(stream, queue);
            });
        });
}

/// The same for shapes whose prefilter already knows some answers, which are stored immediately.
/// There is no branch on whether it knows any, because the branch would be unpredictable.
template <class Question, class Shape>
requires knows_early<Question, Shape>
void collect_pairs_in_lanes(const Stream<typename Question::Query>& stream, QueryList list,
                            LeafRun run) {
    constexpr std::uint32_t nowhere = ~0u;
    PairQueue& queue = stream.queues->pairs[static_cast<int>(Shape::kind)];
    for_each_vector<W>(
        stream, list, [&](const std::uint32_t* numbers, unsigned lanes, auto queries) {
            Int<W> places(nowhere); // shapes of known answers, from the start of the run
            for_each_shape_of<Shape>(run, [&](const float* shape, std::uint32_t unit,
                                              std::uint32_t lane) {
                const std::uint32_t* id = ids_of<Shape>(shape);
                if (id[leaf_lanes] == 0)
                    return; // masked out for every query
                auto early = Question::template early<Shape>(queries, ShapeRows<W>{shape});
                if (stream.has_filters)
                    early.is_known = no_lanes<W>();
                Question::lower_limit(queries, early.is_known, early.t, *id);
                places =
                    select(early.is_known, Int<W>((unit - run.first) * leaf_lanes + lane), places);
                queue.add(Int<W>::load(numbers), (early.may & ~early.is_known).bits() & lanes, unit,
                          lane);
                if (queue.is_full())
                    ask_pairs<Question, Shape>(stream, queue);
            });
            alignas(64) std::uint32_t place[W];
            places.store(place);
            take_known<Shape>(
                stream, queries.t_max, lanes & ~(places == Int<W>(nowhere)).bits(),
                [&](std::uint32_t lane) { return numbers[lane]; },
                [&](std::uint32_t lane) { return run.first + place[lane] / leaf_lanes; },
                [&](std::uint32_t lane) { return place[lane] % leaf_lanes; });
        });
}

/// One query in each quad of lanes, with the shapes of a leaf block.
template <class Question, class Shape>
void collect_pairs(const Stream<typename Question::Query>& stream, QueryList list, LeafRun run) {
    for_each_quads<W>(
        stream, list, [&](const std::uint32_t* numbers, unsigned lanes, const auto& queries) {
            for_each_block_of<Shape>(run, [&](const float* block, std::uint32_t unit) {
                add_pairs<Question, Shape>(
                    stream, queries, RepeatedRows<W>{block}, lanes,
                    [&](std::uint32_t quad) { return numbers[quad]; },
                    [&](std::uint32_t) { return unit; });
                return false;
            });
        });
}

} // namespace
} // namespace lanecast::LANECAST_ISA
