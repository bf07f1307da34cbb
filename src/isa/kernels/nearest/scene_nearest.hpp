#pragma once

#include "isa/kernels/columns/curve_order.hpp"
#include "isa/kernels/nearest/nearest_descent.hpp"
#include "isa/kernels/nearest/nearest_leaf.hpp"
#include "isa/kernels/stream/scene_stream.hpp"

/// The engine `nearest`, which answers a whole part of a batch of points at once. Neighbouring
/// points descend the BVH together.
namespace lanecast::LANECAST_ISA {
namespace {

/// Memory for a part, carved out of the scratch memory of the call.
struct NearestMemory {
    StreamMemory stream; ///< records in the order of the batch, without chunks
    KeyedNumber* listed; ///< queries that descend the BVH
    KeyedNumber* spare;
    std::uint32_t* lists;
    std::size_t list_bytes;

    NearestMemory(const Scratch& scratch, BatchPart part) {
        const std::size_t records = (part.last - part.first + W - 1) / W * W;
        auto* const begin = static_cast<char*>(scratch.memory);
        stream.first = part.first;
        stream.chunks = nullptr;
        stream.records = begin;
        stream.extras = begin + records * stream_record_bytes;
        stream.parts = begin + records * (stream_record_bytes + stream_extra_bytes);
        stream.places = reinterpret_cast<std::uint32_t*>(
            begin + records * (stream_record_bytes + stream_extra_bytes + stream_part_bytes));
        listed = reinterpret_cast<KeyedNumber*>(stream.places + records);
        spare = listed + records;
        lists = reinterpret_cast<std::uint32_t*>(spare + records);
        list_bytes =
            scratch.bytes - static_cast<std::size_t>(reinterpret_cast<char*>(lists) - begin);
    }
};

/// The closest point for each query.
template <class Question>
QueryCounts ask_nearest(const SceneView& scene, const typename Question::Columns& columns,
                        const typename Question::AnswerColumns& answer_columns, BatchPart part,
                        Settings settings, const Scratch& scratch) {
    using Query = typename Question::Query;
    const NearestMemory memory(scratch, part);
    StreamQueues queues;
    const auto stream =
        make_stream<Question, false>(scene, columns, settings, memory.stream, &queues);
    QueryCounts counts = {};
    std::size_t listed = 0;
    pack_part(
        columns, part, stream, counts,
        [&](const Block& block, int i, const PackedQueries& packed) {
            const auto first = static_cast<std::uint32_t>(block.first - part.first) +
                               static_cast<std::uint32_t>(i);
            std::uint32_t* const places = memory.stream.places + first;
            for (std::uint32_t lane = 0; lane < W; ++lane)
                places[lane] = first + lane;
            for (unsigned left = packed.listed; left != 0; left &= left - 1)
                memory.listed[listed++].number = places[__builtin_ctz(left)];
            return places;
        },
        [&](const QueryGroup<Query>& queries, int lane, std::uint32_t number) {
            stream.set(number,
                       first_of<Question, Exhaustive, SceneLeaves>(scene, queries, lane, settings));
        });

    const auto leaf = [&](QueryList list, std::uint32_t kind, LeafRun run) {
        nearest_leaf_of<Question>.of[kind](stream, list, run);
    };
    const auto place = [&](std::uint32_t number) { return stream.records[number].box; };
    std::uint32_t* const neighbours = order_along_curve(memory.listed, listed, place, memory.spare);
    if (scene.has_shapes_out_of_tree && listed != 0)
        visit_all(scene, true, [&](std::uint32_t kind, LeafRun run) {
            leaf({neighbours, static_cast<std::uint32_t>(listed)}, kind, run);
            return false;
        });
    if (scene.has_tree) {
        static_assert(NearestDescent<Query>::bytes_for(NearestDescent<Query>::most) <=
                      parts_for_points.bytes);
        NearestDescent<Query> descent(stream, memory.lists, memory.list_bytes);
        const std::size_t longest = descent.longest();
        for (std::size_t i = 0; i < listed; i += longest) {
            const std::size_t left = listed - i, size = left < longest ? left : longest;
            for (std::size_t next = i + size; next < i + size + longest && next < listed; ++next)
                __builtin_prefetch(stream.records + neighbours[next]);
            descent.run(neighbours + i, size, leaf);
        }
    }
    ask_all_that_waits<Question>(stream);
    counts.hits = write_stream<Question>(scene, answer_columns, part, settings, memory.stream);
    return counts;
}

} // namespace
} // namespace lanecast::LANECAST_ISA
