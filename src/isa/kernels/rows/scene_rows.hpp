#pragma once

#include "isa/kernels/rows/answer_rows.hpp"
#include "isa/kernels/rows/append_leaves.hpp"
#include "isa/kernels/stream/scene_stream.hpp"

/// The engine `rows`: all answers of queries against a scene, tile by tile. Lists of queries append
/// answers to a buffer at each leaf, and the buffer is then sorted by query.
namespace lanecast::LANECAST_ISA {
namespace {

constexpr std::size_t smaller(std::size_t a, std::size_t b) { return a < b ? a : b; }
constexpr std::size_t larger(std::size_t a, std::size_t b) { return a < b ? b : a; }

/// Memory for a tile, carved out of the scratch memory of the call.
struct RowMemory {
    StreamMemory stream;
    BufferedAnswer* buffer;
    std::size_t buffer_room;
    std::uint32_t* ends;  ///< end of the answers of each query, see AnswerBuffer
    std::uint32_t* lists; ///< lists of one octant, and those of its descent
    std::uint32_t* lists_end;
    AnswerKey* keys; ///< in the place of the lists, which are no longer needed then

    RowMemory(const Scratch& scratch, BatchPart tile) {
        const std::size_t size = tile.last - tile.first, records = records_for(size);
        const std::size_t left = scratch.bytes - bytes_for(size);
        const std::size_t shared = left / (sizeof(BufferedAnswer) + sizeof(AnswerKey));
        const std::size_t list_bytes = larger(shared * sizeof(AnswerKey), least_list_bytes(size));
        buffer_room = smaller(shared, (left - list_bytes) / sizeof(BufferedAnswer));

        auto* at = static_cast<char*>(scratch.memory);
        const auto take = [&](std::size_t bytes) {
            char* const taken = at;
            at += bytes;
            return static_cast<void*>(taken);
        };
        stream.first = tile.first;
        stream.records = take(records * stream_record_bytes);
        buffer = static_cast<BufferedAnswer*>(take(buffer_room * sizeof(BufferedAnswer)));
        stream.extras = take(records * stream_extra_bytes);
        stream.parts = nullptr; // parts are in the buffer
        keys = static_cast<AnswerKey*>(take(list_bytes));
        lists = reinterpret_cast<std::uint32_t*>(keys);
        lists_end = lists + list_bytes / sizeof(std::uint32_t);
        ends = static_cast<std::uint32_t*>(take(records * sizeof(std::uint32_t)));
        stream.places = static_cast<std::uint32_t*>(take((size + W) * sizeof(std::uint32_t)));
        stream.chunks = static_cast<StreamChunk*>(take(stream_chunks(size) * sizeof(StreamChunk)));
    }

    static constexpr std::size_t records_for(std::size_t size) {
        return stream_chunks(size) * stream_chunk;
    }

    /// The largest tile that leaves room for some answers to each query.
    static std::size_t largest_tile(const Scratch& scratch) {
        constexpr std::size_t answers = 8;
        constexpr std::size_t each = stream_record_bytes + stream_extra_bytes +
                                     4 * sizeof(std::uint32_t) +
                                     answers * (sizeof(BufferedAnswer) + sizeof(AnswerKey));
        const std::size_t fixed = bytes_for(0) + least_list_bytes(0);
        const std::size_t blocks = (scratch.bytes - fixed) / each / block_size;
        return larger(blocks, 1) * block_size;
    }

private:
    static constexpr std::size_t bytes_for(std::size_t size) {
        return records_for(size) *
                   (stream_record_bytes + stream_extra_bytes + sizeof(std::uint32_t)) +
               (size + W) * sizeof(std::uint32_t) + stream_chunks(size) * sizeof(StreamChunk);
    }
    static constexpr std::size_t least_list_bytes(std::size_t size) {
        return (size * sizeof(std::uint32_t) + 15) / 16 * 16 + stream_list_room;
    }
};

/// Answers the queries of a tile. @returns the fill ratio of the buffer. If it is above 1, the
/// buffer overflowed and nothing was written.
template <class Question>
float ask_tile(const SceneView& scene, const typename Question::Columns& columns,
               const typename Question::AnswerColumns& rows, BatchPart tile, Settings settings,
               const Scratch& scratch, QueryCounts& counts) {
    using Query = typename Question::Query;
    const std::size_t size = tile.last - tile.first, records = RowMemory::records_for(size);
    const RowMemory memory(scratch, tile);
    StreamQueues queues;
    const auto stream =
        make_stream<Question, false>(scene, columns, settings, memory.stream, &queues);
    AnswerBuffer buffer(memory.buffer, memory.buffer_room);
    const auto leaf = [&](QueryList list, std::uint32_t kind, LeafRun run) {
        if (buffer.is_full())
            return;
        append_leaf_of<Question>.of[kind](stream, list, run, buffer);
        if (buffer.is_full()) // no box matters any more
            for (std::uint32_t i = 0; i < records; ++i)
                stream.records[i].box[record_word::limit] = -__builtin_inff();
    };

    QueryCounts found = {};
    PieceChunks chunks(memory.stream.chunks, 0, stream_chunks(size));
    pack_by_octant(columns, tile, stream, memory.stream, chunks, found,
                   [&](const QueryGroup<Query>&, int, std::uint32_t number) {
                       visit_all(scene, false, [&](std::uint32_t kind, LeafRun run) {
                           leaf({&number, 1}, kind, run);
                           return buffer.is_full();
                       });
                   });

    for (std::uint32_t octant = 0; octant < octants && !buffer.is_full(); ++octant) {
        if (chunks.size(octant) == 0)
            continue;
        const QueryList list =
            numbers_of({octant, 0, chunks.size(octant)}, memory.stream, memory.lists);
        if (scene.has_shapes_out_of_tree)
            visit_all(scene, true, [&](std::uint32_t kind, LeafRun run) {
                leaf(list, kind, run);
                return buffer.is_full();
            });
        if (scene.has_tree)
            Descent(scene, StreamLists<Query>{stream, octant}, octant, memory.lists_end)
                .run(SceneView::root_for_all(), list, leaf);
    }
    append_waiting_records<Question>(stream, buffer);
    if (buffer.is_full())
        return 2.0f;

    for (std::size_t i = 0; i < records; ++i)
        memory.ends[i] = 0;
    buffer.sort_by_query(memory.stream.places, size, memory.ends, memory.keys);
    AnswerRows<Question> out(rows, tile.first, stream);
    std::size_t begin = 0;
    for (std::size_t q = 0; q < size; ++q) {
        const std::uint32_t number = memory.stream.places[q];
        const std::size_t all = memory.ends[number] - begin;
        const std::size_t answers =
            scene.has_repeats ? without_repeats<W>(memory.keys + begin, all) : all;
        for_first_keys<W>(memory.keys + begin, answers, rows.capacity,
                          [&](std::uint32_t place) { out.put(number, buffer[place]); });
        if (answers < rows.capacity)
            out.put_misses(number, rows.capacity - answers);
        begin += all;
        if (rows.found.address != nullptr)
            *element(rows.found, tile.first + q) = static_cast<std::uint32_t>(answers);
        found.hits += answers != 0;
        found.truncated += answers > rows.capacity;
    }
    out.flush();
    counts.hits += found.hits;
    counts.invalid += found.invalid;
    counts.truncated += found.truncated;
    return static_cast<float>(buffer.size()) / static_cast<float>(memory.buffer_room);
}

/// If the answers of a single block of queries overflow the buffer, this many queries are answered
/// one by one before the next tile is tried, so that little work is wasted.
constexpr std::size_t asked_one_by_one = 2048;
constexpr std::size_t least_probe = 1024;

/// All answers of each query in order, as many as fit.
template <class Question>
QueryCounts ask_rows(const SceneView& scene, const typename Question::Columns& columns,
                     const typename Question::AnswerColumns& rows, BatchPart part,
                     Settings settings, const Scratch& scratch) {
    QueryCounts counts = {};
    const std::size_t largest = RowMemory::largest_tile(scratch);
    // A small first tile shows how many answers there are per query.
    std::size_t tile = smaller(largest, larger(largest / 8, least_probe));
    for (std::size_t first = part.first; first < part.last;) {
        const auto next = [&](std::size_t most) {
            return BatchPart{first, first + smaller(most, part.last - first)};
        };
        BatchPart now = next(tile);
        const std::size_t size = now.last - now.first;
        const float share =
            ask_tile<Question>(scene, columns, rows, now, settings, scratch, counts);
        if (share <= 1.0f) {
            first = now.last;
            const float fitting = static_cast<float>(size) * 0.7f;
            if (fitting >= share * static_cast<float>(largest))
                tile = largest;
            else
                tile = larger(static_cast<std::size_t>(fitting / share) / block_size * block_size,
                              block_size);
            continue;
        }
        // Too many answers: retry with fewer queries per tile, or without tiles.
        tile = size / 4 / block_size * block_size;
        if (tile != 0)
            continue;
        tile = block_size;
        now = next(asked_one_by_one);
        const QueryCounts counts_one_by_one =
            ask_all<Question, Single>(scene, columns, rows, now, settings, scratch);
        counts.hits += counts_one_by_one.hits;
        counts.invalid += counts_one_by_one.invalid;
        counts.truncated += counts_one_by_one.truncated;
        first = now.last;
    }
    return counts;
}

} // namespace
} // namespace lanecast::LANECAST_ISA
