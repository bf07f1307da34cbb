#pragma once

#include "isa/kernels/stream/stream_leaves.hpp"

/// Lists of points at a leaf. The part of a triangle's distance computation that does not depend on
/// the point is done once per list.
namespace lanecast::LANECAST_ISA {
namespace {

/// Whether a shape can precompute data for its distances.
template <class Shape>
constexpr bool gets_ready = requires(const ShapeRows<W>& rows) {
    Shape::template distances<W>(rows);
};

/// W points in lanes, one shape after the other.
template <class Question, class Shape>
LANECAST_FLAT void meet_ready_shapes(const Stream<typename Question::Query>& stream, QueryList list,
                                     LeafRun run) {
    using Query = typename Question::Query;
    for_each_block_of<Shape>(run, [&](const float* block, std::uint32_t unit) {
        const auto ready = [&](int lane) {
            return distances_of<Shape, W>(ShapeRows<W>{block + lane});
        };
        static_assert(leaf_lanes == 4);
        // Empty lanes repeat the first shape, which is harmless.
        const decltype(ready(0)) distances[leaf_lanes] = {ready(0), ready(1), ready(2), ready(3)};
        const std::uint32_t* ids = ids_of<Shape>(block);
        for (std::uint32_t i = 0; i < list.size; i += W) {
            std::uint32_t padded[W];
            const std::uint32_t* numbers = list.vector<W>(i, padded);
            Float<W> words[record_word::count];
            load_queries<Query, W>(stream.records, numbers, words);
            LaneAnswers<W> answers = answers_of(stream, numbers, words);
            const auto query = Query::template unpack<W>(words);
            answers.begin();
            for (std::uint32_t lane = 0; lane < leaf_lanes; ++lane) {
                if (ids[leaf_lanes + lane] == 0)
                    continue; // empty, or masked out for every query
                const auto answer = Question::template ask_ready<Shape>(
                    query, ShapeRows<W>{block + lane}, distances[lane]);
                answers.take(
                    answer.hit, answer.t, ids[leaf_lanes + lane],
                    {0.0f, ids[lane], static_cast<std::uint32_t>(Shape::kind), unit, lane});
            }
            answers.end();
            write(answers, stream, numbers, words);
        }
        return false;
    });
}

template <class Question, class Shape>
void nearest_leaf(const Stream<typename Question::Query>& stream, QueryList list, LeafRun run) {
    if (list.size > W / 3)
        meet_ready_shapes<Question, Shape>(stream, list, run);
    else
        leaf_stream<Question, Shape>(stream, list, run);
}

template <class Question>
constexpr auto
    nearest_leaf_of = with_instances(by_kind<LeafStream<typename Question::Query>>(
                                         &mixed_stream<Question>,
                                         []<class Shape>() -> LeafStream<typename Question::Query> {
                                             if constexpr (gets_ready<Shape>)
                                                 return &nearest_leaf<Question, Shape>;
                                             else
                                                 return &leaf_stream<Question, Shape>;
                                         }),
                                     &instances_stream<Question>);

} // namespace
} // namespace lanecast::LANECAST_ISA
