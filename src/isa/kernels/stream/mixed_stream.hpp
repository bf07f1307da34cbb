#pragma once

#include "isa/kernels/leaves/mixed_leaf.hpp"
#include "isa/kernels/stream/stream_leaf.hpp"

/// Lists of queries at mixed leaves: each query that comes near a bounding sphere forms a pair with
/// its shape. The pairs wait until those of one kind fill all lanes.
namespace lanecast::LANECAST_ISA {

template <class Query>
using AskRecords = void (*)(const Stream<Query>&, PairQueue&);
namespace {

/// Shapes of pairs, in records of mixed blocks.
template <class Shape>
struct InRecords {
    static constexpr int words = sizeof(MixedBlock::record[0]) / sizeof(float);
    struct Loaded {
        Float<W> rows[words];
        Float<W> operator[](std::ptrdiff_t row) const { return rows[row]; }
    };

    static Loaded rows(const SceneView& scene, const PairQueue& queue, const std::uint32_t* pairs) {
        constexpr std::uint32_t record_units = record_unit(0, 1) - record_unit(0, 0);
        std::uint32_t numbers[W];
        for (int lane = 0; lane < W; ++lane)
            numbers[lane] =
                record_unit(queue.block[pairs[lane]], queue.lane[pairs[lane]]) / record_units;
        Loaded loaded;
        load_records<FirstRows<(Shape::rows + 3) / 4>, words, W>(scene.memory, numbers,
                                                                 loaded.rows);
        return loaded;
    }
    static std::uint32_t mask(const SceneView& scene, std::uint32_t unit, std::uint32_t lane) {
        return scene.mixed(unit).mask[lane];
    }
    static Answer answer(const SceneView& scene, float t, std::uint32_t unit, std::uint32_t lane) {
        return {t, scene.mixed(unit).id[lane], static_cast<std::uint32_t>(Shape::kind),
                record_unit(unit, lane), 0};
    }
};

template <class Question>
constexpr auto ask_records_of = by_bounded_shape<AskRecords<typename Question::Query>>(
    []<class Shape>() { return &ask_pairs<Question, Shape, InRecords<Shape>, native_width>; });
/// W queries in lanes, one bounding sphere after the other. Calls ask(kind, queue) when a queue is
/// full.
template <class Query, class Ask>
void collect_records(const Stream<Query>& stream, QueryList list, LeafRun run, Ask ask) {
    for_each_vector<W>(
        stream, list, [&](const std::uint32_t* numbers, unsigned lanes, const auto& queries) {
            for_each_mixed(run, [&](const MixedBlock& block, std::uint32_t unit) {
                for (std::uint32_t shape = 0; shape < leaf_lanes && block.id[shape] != no_id;
                     ++shape) {
                    unsigned near = lanes;
                    if (run.every == 0)
                        near &= prefilter(queries, bounding_sphere_of<W>(block, shape)).bits();
                    const std::uint32_t kind = block.kind[shape];
                    PairQueue& queue = stream.queues->records[kind];
                    queue.add(Int<W>::load(numbers), near, unit, shape);
                    if (queue.size >= W)
                        ask(kind, queue);
                }
                return false;
            });
        });
}

template <class Question>
LANECAST_FLAT void mixed_stream(const Stream<typename Question::Query>& stream, QueryList list,
                                LeafRun run) {
    collect_records(stream, list, run, [&](std::uint32_t kind, PairQueue& queue) {
        ask_records_of<Question>.of[kind](stream, queue);
    });
}

/// Tests the pairs that still wait.
template <class Question>
void ask_waiting_records(const Stream<typename Question::Query>& stream) {
    for (int kind = 0; kind < shape_kinds; ++kind)
        while (stream.queues->records[kind].size != 0)
            ask_records_of<Question>.of[kind](stream, stream.queues->records[kind]);
}
} // namespace
} // namespace lanecast::LANECAST_ISA
