#pragma once

#include "core/prefetch.hpp"
#include "isa/kernels/stream/stream_descent.hpp"
#include "isa/kernels/stream/stream_leaves.hpp"
#include "isa/kernels/stream/stream_packing.hpp"

/// The engine `stream`, which answers a whole part of a batch at once, in the steps of
/// core/stream_steps.hpp.
namespace lanecast::LANECAST_ISA {
namespace {

/// Collects the record numbers of a list.
inline QueryList numbers_of(const StreamList& list, const StreamMemory& memory, std::uint32_t* to) {
    std::uint32_t skip = list.first;
    std::uint32_t* end = to;
    std::uint32_t* const last = to + list.size;
    for (std::size_t chunk = 0; end != last; ++chunk) {
        const StreamChunk& now = memory.chunks[chunk];
        if (now.octant != list.octant)
            continue;
        if (now.size <= skip) {
            skip -= now.size;
            continue;
        }
        const auto first = static_cast<std::uint32_t>(chunk * stream_chunk);
        for (std::uint32_t i = skip; i < now.size && end != last; ++i)
            *end++ = first + i;
        skip = 0;
    }
    return {to, list.size};
}

/// Whether some query may have a mask or ignore shapes. False if all queries share one mask that
/// admits every shape, and one range of ignored ids that is empty.
template <class Column>
bool may_have_filters(const Inputs<Column>& columns) {
    const auto is_all = [&](int column, std::uint32_t value) {
        const ReadableColumn& at = columns.at[column];
        return at.stride == 0 && *static_cast<const std::uint32_t*>(at.address) == value;
    };
    return !is_all(Column::mask, ~0u) ||
           !(is_all(Column::ignore, no_id) || is_all(Column::ignore_count, 0));
}

inline bool has_instances(const SceneView& scene) {
    return scene.leaves[static_cast<std::uint32_t>(Kind::instance)].all != 0;
}

template <class Question, bool any>
Stream<typename Question::Query>
make_stream(const SceneView& scene, const typename Question::Columns& columns, Settings settings,
            const StreamMemory& memory, StreamQueues* queues) {
    const bool has_filters = may_have_filters(columns);
    const bool has_parts = has_instances(scene);
    StreamExtra* const extras = has_filters || has_parts ? extras_of(memory) : nullptr;
    StreamPart* const parts = has_parts ? parts_of(memory) : nullptr;
    return {scene, records_of(memory), extras, parts, queues, settings, any, has_filters};
}

/// Packs queries into records. Answers those that are too far out for any BVH.
template <class Question, bool any>
std::size_t pack_stream(const SceneView& scene, const typename Question::Columns& columns,
                        const StreamPiece& piece, Settings settings, const StreamMemory& memory,
                        std::uint32_t* octant_sizes) {
    using Query = typename Question::Query;
    const auto stream = make_stream<Question, any>(scene, columns, settings, memory, nullptr);
    PieceChunks chunks(memory.chunks, piece.first_chunk, piece.chunk_count);
    QueryCounts counts = {};
    pack_by_octant(
        columns, {piece.first, piece.last}, stream, memory, chunks, counts,
        [&](const QueryGroup<Query>& queries, int lane, std::uint32_t number) {
            if constexpr (any) {
                if (any_of<Question, Exhaustive, SceneLeaves>(scene, queries, lane, settings))
                    stream.set(number, {});
            } else {
                stream.set(number, first_of<Question, Exhaustive, SceneLeaves>(scene, queries, lane,
                                                                               settings));
            }
        });
    for (std::uint32_t octant = 0; octant < octants; ++octant)
        octant_sizes[octant] = chunks.size(octant);
    return counts.invalid;
}

/// Takes a list through the BVH.
template <class Question, bool any>
void descend_stream(const SceneView& scene, const typename Question::Columns& columns,
                    const StreamList& listed, Settings settings, const StreamMemory& memory,
                    const Scratch& lists) {
    using Query = typename Question::Query;
    static_assert((Descent<StreamLists<Query>>::least_room + stream_vector) *
                      sizeof(std::uint32_t) <=
                  stream_list_room);
    StreamQueues queues;
    const auto stream = make_stream<Question, any>(scene, columns, settings, memory, &queues);
    const auto leaf = [&](QueryList at_leaf, std::uint32_t kind, LeafRun run) {
        leaf_stream_of<Question>.of[kind](stream, at_leaf, run);
    };
    auto* const begin = static_cast<std::uint32_t*>(lists.memory);
    const QueryList list = numbers_of(listed, memory, begin);
    if (scene.has_shapes_out_of_tree)
        visit_all(scene, true, [&](std::uint32_t kind, LeafRun run) {
            leaf(list, kind, run);
            return false;
        });
    if (scene.has_tree)
        Descent(scene, StreamLists<Query>{stream, listed.octant}, listed.octant,
                begin + lists.bytes / sizeof(std::uint32_t))
            .run(scene.root_for_first(), list, leaf);
    ask_all_that_waits<Question>(stream);
}

/// The bits of a kind in the word of kind and lane, see kind_lane_in().
constexpr std::uint32_t kind_bits = Answer::part_lane - leaf_lanes;
constexpr std::uint32_t instance_bits = static_cast<std::uint32_t>(Kind::instance) * leaf_lanes;

/// Prefetches records, which lie in the order of octants.
inline void prefetch_records(const StreamMemory& memory, const std::uint32_t* numbers,
                             std::size_t count) {
    for (std::size_t i = 0; i < count; ++i)
        lanecast::prefetch(records_of(memory) + numbers[i], sizeof(StreamRecord));
}

/// Prefetches the shapes of W records, which details read. Most of a triangle is in two lines. A
/// query that was not tested has flags instead of a block.
inline void prefetch_shapes(const SceneView& scene, const StreamMemory& memory,
                            const std::uint32_t* numbers) {
    constexpr std::size_t bytes = 128;
    for (int i = 0; i < W; ++i) {
        const StreamRecord& record = records_of(memory)[numbers[i]];
        lanecast::prefetch(scene.at(record.id == no_id ? 0 : record.block), bytes);
    }
}

/// Writes the answers from the records.
template <class Question>
std::size_t write_stream(const SceneView& scene,
                         const typename Question::AnswerColumns& answer_columns, BatchPart part,
                         Settings settings, const StreamMemory& memory) {
    using Query = typename Question::Query;
    typename Question::template Answers<W> out(answer_columns);
    const bool has_parts = has_instances(scene);
    AnswerBlock answers;
    std::size_t hits = 0;
    for_each_block(part.first, part.last, [&](const Block& block) {
        out.stage(block);
        const std::uint32_t* const places = memory.places + (block.first - memory.first);
        if constexpr (Question::has_details)
            if (out.details_wanted()) {
                const std::size_t next = block.first + static_cast<unsigned>(block.size);
                prefetch_records(memory, places + block.size,
                                 next + block_size <= part.last ? block_size : part.last - next);
            }
        for (int i = 0; i < block.size; i += W) {
            if constexpr (Question::has_details)
                if (i + W < block.size && out.details_wanted())
                    prefetch_shapes(scene, memory, places + i + W);
            const std::uint32_t* const numbers = places + i;
            Float<W> words[record_word::count];
            load_records<Rows<3>, record_word::count, W>(words_of(records_of(memory)), numbers,
                                                         words);
            const Int<W> id = as_int(words[record_word::id]);
            const Mask<W> hit = ~(id == Int<W>(no_id));
            hits += count_bits(hit.bits() & lanes_in_block<W>(block, i));
            const Int<W> kind_lane = kind_lane_in(words);
            Int<W> parts(no_id);
            if (has_parts) {
                Float<W> of_parts[part_word::count];
                load_parts(parts_of(memory), numbers, of_parts);
                const Int<W> ids = as_int(of_parts[part_word::id]);
                ids.store(answers.part);
                as_int(of_parts[part_word::block]).store(answers.part_block);
                const Mask<W> transformed =
                    (kind_lane & Int<W>(kind_bits)) == Int<W>(instance_bits);
                parts = select(transformed, ids, parts);
            }
            out.write(i, hit, words[record_word::t], id, parts);
            if constexpr (Question::has_details) {
                if (!out.details_wanted())
                    continue;
                load_queries<Query, W>(records_of(memory), numbers, words);
                if (scene.motion != nullptr) {
                    answers.set_queries(block.first + static_cast<std::size_t>(i), W);
                    words[record_word::t].store(answers.t);
                }
                id.store(answers.id);
                as_int(words[record_word::block]).store(answers.block);
                kind_lane.store(answers.lane);
                for (int lane = 0; lane < W; ++lane) {
                    answers.kind[lane] = (answers.lane[lane] & kind_bits) / leaf_lanes;
                    answers.lane[lane] &= ~kind_bits;
                }
                out.write_details(
                    i, hit,
                    details_of<Question, SceneLeaves>(Query::template unpack<W>(words), answers, 0,
                                                      scene, settings),
                    as_int(words[record_word::miss_flags]));
            }
        }
        out.flush(block);
    });
    return hits;
}

} // namespace
} // namespace lanecast::LANECAST_ISA
