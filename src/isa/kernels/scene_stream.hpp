#pragma once

#include "isa/kernels/scene.hpp"
#include "isa/kernels/stream_descent.hpp"
#include "isa/kernels/stream_leaf.hpp"

/// Queries against a scene, a whole part of the batch at once.
namespace lanecast::LANECAST_ISA {
namespace {

/// Queries that no list has: they have their answer, or get none.
constexpr std::uint32_t no_octant = 8;

/// Where records stand: octant by octant, so that a list finds its records close together. How many
/// there are of each octant is not known before; so they stand in chunks, which octants take as
/// they need them.
class StreamChunks {
public:
    static constexpr std::uint32_t chunk_size = 256;

    /// Numbers that `queries` records may have.
    static constexpr std::size_t numbers(std::size_t queries) {
        return queries + std::size_t{no_octant + 1} * chunk_size;
    }

    /// @param owners  room for an octant for each chunk
    explicit StreamChunks(std::uint8_t* owners) : owners_(owners) {}

    /// The number of the next record of an octant.
    std::uint32_t add(std::uint32_t octant) {
        std::uint32_t& next = next_[octant];
        if (next % chunk_size == 0) {
            owners_[chunks_] = static_cast<std::uint8_t>(octant);
            next = chunks_++ * chunk_size;
        }
        return next++;
    }

    /// The records of an octant.
    [[nodiscard]] QueryList list_of(std::uint32_t octant, std::uint32_t* to) const {
        std::uint32_t* end = to;
        for (std::uint32_t chunk = 0; chunk < chunks_; ++chunk) {
            if (owners_[chunk] != octant)
                continue;
            const std::uint32_t first = chunk * chunk_size;
            const bool is_last = next_[octant] - first < chunk_size;
            const std::uint32_t size = is_last ? next_[octant] - first : chunk_size;
            for (std::uint32_t i = 0; i < size; ++i)
                *end++ = first + i;
        }
        return {to, static_cast<std::uint32_t>(end - to)};
    }

private:
    std::uint8_t* owners_;
    std::uint32_t chunks_ = 0;
    std::uint32_t next_[no_octant + 1] = {};
};

/// Memory for a stream, cut from the scratch memory of the call.
template <class Query>
struct StreamMemory {
    StreamRecord* records;
    float* boxes;
    std::uint32_t* places; ///< the numbers of the queries' records
    std::uint32_t* lists;
    std::uint32_t* end;
    std::uint8_t* owners;

    StreamMemory(const Scratch& scratch, std::size_t size) {
        const std::size_t numbers = StreamChunks::numbers(size);
        records = static_cast<StreamRecord*>(scratch.memory);
        boxes = reinterpret_cast<float*>(records + numbers);
        places = reinterpret_cast<std::uint32_t*>(boxes + numbers * Stream<Query>::box_floats);
        owners = reinterpret_cast<std::uint8_t*>(places + size + W);
        lists = places + size + W + numbers / StreamChunks::chunk_size;
        end = static_cast<std::uint32_t*>(scratch.memory) + scratch.bytes / sizeof(std::uint32_t);
    }
};

/// Queries i to i + W - 1 of a block as records with these numbers.
template <class Query>
void pack(const QueryBlock<Query>& queries, int i, const std::uint32_t* numbers,
          const StreamMemory<Query>& memory) {
    Float<W> words[record_word::count];
    for (Float<W>& word : words)
        word = Float<W>(0.0f);
    Query::template pack<W>(queries.prepared, i, words);
    words[record_word::t] = queries.prepared.template limits<W>(i);
    words[record_word::id] = as_float(Int<W>(no_id));
    words[record_word::mask] = as_float(Int<W>::load(queries.mask + i));
    words[record_word::ignore] = as_float(Int<W>::load(queries.ignore + i));
    words[record_word::miss_flags] = as_float(Int<W>::load(queries.miss_flags + i));
    store_records<4, record_word::count, W>(words, memory.records->query, numbers);

    Query::template pack_box<W>(queries.prepared, i, words);
    store_records<Query::StreamBoxes::rows, Stream<Query>::box_floats, W>(words, memory.boxes,
                                                                          numbers);
}

/// The kind of an answer in record_word::kind_lane.
constexpr std::uint32_t kind_bits = Answer::part_lane - leaf_lanes;
constexpr std::uint32_t instance_bits = static_cast<std::uint32_t>(Kind::instance) * leaf_lanes;

/// The first answer of each query, or any.
template <class Question, bool any>
QueryCounts ask_stream(const SceneView& scene, const typename Question::Columns& columns,
                       const typename Question::AnswerColumns& answer_columns, BatchPart part,
                       Settings settings, const Scratch& scratch) {
    using Query = typename Question::Query;
    const std::size_t size = part.last - part.first;
    const StreamMemory<Query> memory(scratch, size);
    PairQueue pairs[shape_kinds];
    const Stream<Query> stream = {scene, memory.records, memory.boxes, pairs, settings, any};
    QueryCounts counts = {};

    StreamChunks chunks(memory.owners);
    for_each_query_block<Query>(
        columns, part, counts, [&](const Block& block, const QueryBlock<Query>& queries) {
            std::uint32_t* places = memory.places + (block.first - part.first);
            for (int i = 0; i < block.size; i += W) {
                for (int lane = i; lane < i + W; ++lane) {
                    const bool listed = lane < block.size && queries.is_asked(lane) &&
                                        !queries.prepared.box.outside[lane];
                    places[lane] =
                        chunks.add(listed ? queries.prepared.box.octant_of(lane) : no_octant);
                }
                pack(queries, i, places + i, memory);
                for (int lane = i; lane < i + W && lane < block.size; ++lane) {
                    if (!queries.is_asked(lane) || !queries.prepared.box.outside[lane])
                        continue;
                    if constexpr (any) {
                        if (any_of<Question, Exhaustive>(scene, queries, lane, settings))
                            stream.set(places[lane], {});
                    } else {
                        stream.set(places[lane],
                                   first_of<Question, Exhaustive>(scene, queries, lane, settings));
                    }
                }
            }
        });

    constexpr std::uint32_t octants = Query::StreamBoxes::has_octants ? 8 : 1;
    for (std::uint32_t octant = 0; octant < octants; ++octant) {
        const QueryList list = chunks.list_of(octant, memory.lists);
        if (list.size == 0)
            continue;
        const auto leaf = [&](QueryList at_leaf, std::uint32_t kind, LeafRun run) {
            leaf_stream_of<Question>.of[kind](stream, at_leaf, run);
        };
        if (scene.has_shapes_outside)
            visit_all(scene, true, [&](std::uint32_t kind, LeafRun run) {
                leaf(list, kind, run);
                return false;
            });
        if (scene.has_tree)
            Descent(scene, StreamLists<Query>{stream, octant}, octant, memory.end).run(list, leaf);
        for (const auto ask_left : ask_left_pairs_of<Question>.of)
            ask_left(stream);
    }

    typename Question::template Answers<W> out(answer_columns);
    AnswerBlock answers;
    for_each_block(part.first, part.last, [&](const Block& block) {
        out.stage(block);
        for (int i = 0; i < block.size; i += W) {
            const std::uint32_t* numbers =
                memory.places + (block.first - part.first) + static_cast<std::size_t>(i);
            Float<W> words[record_word::count];
            load_records<4, record_word::count, W>(memory.records->query, numbers, words);
            const Int<W> id = as_int(words[record_word::id]);
            const Mask<W> hit = ~(id == Int<W>(no_id));
            counts.hits += count_bits(hit.bits() & lanes_in_block<W>(block, i));
            const Int<W> kind_lane = as_int(words[record_word::kind_lane]);
            const Mask<W> placed = (kind_lane & Int<W>(kind_bits)) == Int<W>(instance_bits);
            out.write(i, hit, words[record_word::t], id,
                      select(placed, as_int(words[record_word::part]), Int<W>(no_id)));
            if constexpr (Question::has_details) {
                if (!out.details_wanted())
                    continue;
                id.store(answers.id);
                as_int(words[record_word::block]).store(answers.block);
                as_int(words[record_word::part_block]).store(answers.part_block);
                as_int(words[record_word::part]).store(answers.part);
                kind_lane.store(answers.lane);
                for (int lane = 0; lane < W; ++lane) {
                    answers.kind[lane] = (answers.lane[lane] & kind_bits) / leaf_lanes;
                    answers.lane[lane] &= ~kind_bits;
                }
                out.write_details(
                    i, hit,
                    details_of<Question>(Query::template unpack<W>(words, words[record_word::t]),
                                         answers, 0, scene, settings),
                    as_int(words[record_word::miss_flags]));
            }
        }
        out.flush(block);
    });
    return counts;
}

} // namespace
} // namespace lanecast::LANECAST_ISA
