#pragma once

#include "isa/kernels/parts/ask.hpp"
#include "isa/kernels/stream/stream.hpp"

/// Queries of a batch as records of a stream.
namespace lanecast::LANECAST_ISA {
namespace {

static_assert(sizeof(StreamRecord) == stream_record_bytes);
static_assert(sizeof(StreamExtra) == stream_extra_bytes);
static_assert(sizeof(StreamPart) == stream_part_bytes);
static_assert(W <= stream_vector);

inline StreamRecord* records_of(const StreamMemory& memory) {
    return static_cast<StreamRecord*>(memory.records);
}
inline StreamExtra* extras_of(const StreamMemory& memory) {
    return static_cast<StreamExtra*>(memory.extras);
}
inline StreamPart* parts_of(const StreamMemory& memory) {
    return static_cast<StreamPart*>(memory.parts);
}

/// W queries in the form of records.
struct PackedQueries {
    Float<W> words[record_word::count], extras[extra_word::count];
    Int<W> octant;        ///< no_octant for queries that no list contains
    unsigned out_of_tree; ///< bit mask of the valid queries that are too far out for any BVH
    unsigned listed;      ///< bit mask of the valid queries that descend the BVH
    unsigned invalid;
};

/// Packs queries i to i + W - 1 of the block last staged.
template <class Query>
LANECAST_INLINE inline PackedQueries pack(const StagedInputs<Query::Inputs::count, W>& queries,
                                          const Block& block, int i, const TreeSpace& space) {
    PackedQueries packed;
    Float<W>* const words = packed.words;
    for (int word = 0; word < record_word::count; ++word)
        words[word] = Float<W>(0.0f);
    const typename Query::template Raw<W> raw(queries, i);
    const StreamRoute<W> route = Query::template pack<W>(raw, space, words);
    const Int<W> mask = queries.ints(Query::Inputs::mask, i);
    const unsigned lanes = lanes_in_block<W>(block, i);
    const Mask<W> active = ~(mask == Int<W>(0)) & lanes_of<W>(lanes), valid = raw.valid();
    const Mask<W> asked = active & valid, listed = asked & ~route.out_of_tree,
                  invalid = active & ~valid;
    words[record_word::id] = as_float(Int<W>(no_id));
    words[record_word::miss_flags] = as_float(select(invalid, Int<W>(flag::invalid), Int<W>(0)));
    packed.extras[extra_word::mask] = as_float(mask);
    const IgnoredIds<W> ignored = ignored_ids(queries.ints(Query::Inputs::ignore, i),
                                              queries.ints(Query::Inputs::ignore_count, i));
    packed.extras[extra_word::first_ignored] = as_float(ignored.first);
    packed.extras[extra_word::ignored_count] = as_float(ignored.count);
    alignas(64) std::uint32_t numbers[W];
    for (int lane = 0; lane < W; ++lane)
        numbers[lane] =
            static_cast<std::uint32_t>(block.first) + static_cast<std::uint32_t>(i + lane);
    packed.extras[extra_word::query] = as_float(Int<W>::load(numbers));
    packed.octant = select(listed, route.octant, Int<W>(no_octant));
    packed.out_of_tree = (asked & route.out_of_tree).bits();
    packed.listed = listed.bits();
    packed.invalid = invalid.bits();
    return packed;
}

/// Packs the queries of a part into records, one vector after the other.
/// @param place(block, i, PackedQueries)  returns the record numbers of queries i to i + W - 1
/// @param answer_out_of_tree(queries, lane, number)  called for queries too far out for any BVH
template <class Query, class Columns, class Place, class AnswerOutOfTree>
void pack_part(const Columns& columns, BatchPart part, const Stream<Query>& stream,
               QueryCounts& counts, Place place, AnswerOutOfTree answer_out_of_tree) {
    StagedInputs<Query::Inputs::count, W> staged(columns.at, part.last - part.first);
    for_each_block(part.first, part.last, [&](const Block& block) {
        staged.stage(block);
        for (int i = 0; i < block.size; i += W) {
            const PackedQueries packed = pack<Query>(staged, block, i, stream.scene.space);
            const std::uint32_t* const numbers = place(block, i, packed);
            store_records<Rows<0, 1, 2, 3>, record_word::count, W>(
                packed.words, words_of(stream.records), numbers);
            if (stream.extras != nullptr)
                store_extras(packed.extras, stream.extras, numbers);
            if (stream.parts != nullptr)
                for (int lane = 0; lane < W; ++lane)
                    stream.parts[numbers[lane]] = {};
            counts.invalid += count_bits(packed.invalid);
            if (packed.out_of_tree == 0)
                continue;
            QueryGroup<Query> queries;
            queries.template prepare<W>(staged, block, i, stream.scene);
            for (unsigned left = packed.out_of_tree; left != 0; left &= left - 1) {
                const int lane = __builtin_ctz(left);
                answer_out_of_tree(queries, lane, numbers[lane]);
            }
        }
    });
}

/// The chunks of a piece. Octants take them one after the other.
class PieceChunks {
public:
    PieceChunks(StreamChunk* all, std::size_t first, std::size_t count)
        : chunks_(all), first_chunk_(first), next_chunk_(first), end_(first + count) {}

    /// Returns the number of the next record of an octant.
    std::uint32_t add(std::uint32_t octant) {
        std::uint32_t& next = next_[octant];
        if (next % stream_chunk == 0) {
            chunks_[next_chunk_] = {static_cast<std::uint16_t>(octant), stream_chunk};
            next = static_cast<std::uint32_t>(next_chunk_++ * stream_chunk);
        }
        return next++;
    }

    /// Call it after the last record. Stores how much of each chunk is used.
    void close() {
        for (const std::uint32_t next : next_)
            if (next % stream_chunk != 0)
                chunks_[next / stream_chunk].size = static_cast<std::uint16_t>(next % stream_chunk);
        for (std::size_t chunk = first_chunk_; chunk < next_chunk_; ++chunk)
            sizes_[chunks_[chunk].octant] += chunks_[chunk].size;
        for (; next_chunk_ < end_; ++next_chunk_)
            chunks_[next_chunk_] = {no_octant, 0};
    }

    /// Number of records of an octant, after close().
    [[nodiscard]] std::uint32_t size(std::uint32_t octant) const { return sizes_[octant]; }

private:
    StreamChunk* chunks_;
    std::size_t first_chunk_, next_chunk_, end_;
    std::uint32_t next_[octants + 1] = {};
    std::uint32_t sizes_[octants + 1] = {};
};

/// Packs the queries of a part, numbered by octant. Stores all record numbers in memory.places.
template <class Query, class Columns, class AnswerOutOfTree>
void pack_by_octant(const Columns& columns, BatchPart part, const Stream<Query>& stream,
                    const StreamMemory& memory, PieceChunks& chunks, QueryCounts& counts,
                    AnswerOutOfTree answer_out_of_tree) {
    pack_part(
        columns, part, stream, counts,
        [&](const Block& block, int i, const PackedQueries& packed) {
            std::uint32_t* const places =
                memory.places + (block.first - memory.first) + static_cast<std::size_t>(i);
            alignas(64) std::uint32_t octant[W];
            packed.octant.store(octant);
            for (int lane = 0; lane < W; ++lane)
                places[lane] = chunks.add(octant[lane]);
            return places;
        },
        answer_out_of_tree);
    chunks.close();
}

} // namespace
} // namespace lanecast::LANECAST_ISA
