#pragma once

#include "isa/kernels/mixed_leaf.hpp"
#include "isa/kernels/stream_leaf.hpp"

/// Lists of queries at mixed leaves: their balls fill all lanes, and what comes near one of them
/// goes on as a pair.
namespace lanecast::LANECAST_ISA {
namespace {

template <class Question>
constexpr auto ask_pairs_of =
    by_shape<void (*)(const Stream<typename Question::Query>&, PairQueue&)>(
        []<class Shape>() -> void (*)(const Stream<typename Question::Query>&, PairQueue&) {
            if constexpr (has_ball<Shape>)
                return &ask_pairs<Question, Shape>;
            else
                return nullptr;
        });

/// Fetches what the shapes of a leaf begin with.
inline void prefetch_shapes(const SceneView& scene, LeafRun run) {
    constexpr int line_floats = 16;
    static constexpr auto floats = by_shape<int>([]<class Shape>() { return leaf_block_floats(Shape::rows); });
    for_each_mixed(run, [&](const MixedBlock& block) {
        for (int i = 0; i < leaf_lanes; ++i) {
            const float* at = scene.at(block.block[i]);
            const float* end = at + floats.of[block.kind_lane[i] / leaf_lanes];
            for (; at < end; at += line_floats)
                __builtin_prefetch(at);
        }
        return false;
    });
}

/// W queries in lanes, one ball after the other: whoever comes near it waits for its shape.
template <class Question>
[[gnu::flatten]] void mixed_stream(const Stream<typename Question::Query>& stream, QueryList list,
                                   LeafRun run) {
    using Query = typename Question::Query;
    prefetch_shapes(stream.scene, run);
    for (std::uint32_t i = 0; i < list.size; i += W) {
        std::uint32_t padded[W];
        const std::uint32_t* numbers = list.vector<W>(i, padded);
        const unsigned lanes = list.lanes<W>(i);
        Float<W> words[record_word::count];
        load_queries<W>(stream.records, numbers, words);
        const auto queries = Query::template unpack<W>(words);
        const auto number = Int<W>::load(numbers);
        for_each_mixed(run, [&](const MixedBlock& block) {
            for (int shape = 0; shape < leaf_lanes && block.block[shape] != 0; ++shape) {
                const BoundingBall<W> ball = {
                    {block.center[0][shape], block.center[1][shape], block.center[2][shape]},
                    block.radius[shape]};
                const unsigned near = may_meet(queries, ball).bits() & lanes;
                const std::uint32_t kind_lane = block.kind_lane[shape];
                PairQueue& queue = stream.queues->pairs[kind_lane / leaf_lanes];
                queue.add(number, near, block.block[shape], kind_lane % leaf_lanes);
                if (queue.size >= W)
                    ask_pairs_of<Question>.of[kind_lane / leaf_lanes](stream, queue);
            }
            return false;
        });
    }
}

} // namespace
} // namespace lanecast::LANECAST_ISA
