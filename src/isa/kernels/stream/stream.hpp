#pragma once

#include "core/bvh_layout.hpp"
#include "core/kernel_table.hpp"
#include "isa/kernels/columns/query_record.hpp"
#include "isa/kernels/queries/answer.hpp"
#include "isa/kernels/queries/query_block.hpp"
#include "isa/kernels/tree/list_descent.hpp"

/// Streams: whole lists of queries descend the BVH together. At each node, the queries of a list
/// that hit a child's box form the list of that child. Lanes hold queries from the root to the
/// leaves.
namespace lanecast::LANECAST_ISA {

/// Pairs of a query and a shape that wait until they are tested.
/// @tparam most  pairs; there is room for as many more as one call adds
template <int most>
struct PairQueueOf {
    std::uint32_t size = 0;
    std::uint32_t query[most + native_width]; ///< number of the query
    std::uint32_t block[most + native_width]; ///< leaf block of the shape, in units
    std::uint32_t lane[most + native_width];

    [[nodiscard]] bool is_full() const { return size >= most; }
    void add(std::uint32_t number, std::uint32_t unit, std::uint32_t shape) {
        query[size] = number;
        block[size] = unit;
        lane[size++] = shape;
    }
    /// Adds several queries with one shape.
    /// @param queries  bit mask of the queries to add
    void add(Int<native_width> numbers, unsigned queries, std::uint32_t unit, std::uint32_t shape) {
        compress(numbers, queries).store(query + size);
        Int<native_width>(unit).store(block + size);
        Int<native_width>(shape).store(lane + size);
        size += static_cast<std::uint32_t>(__builtin_popcount(queries));
    }
    /// Removes the pairs of queries for which keep(number) is false.
    template <class Keep>
    void filter(Keep keep) {
        std::uint32_t kept = 0;
        for (std::uint32_t i = 0; i < size; ++i) {
            query[kept] = query[i];
            block[kept] = block[i];
            lane[kept] = lane[i];
            kept += keep(query[i]) ? 1 : 0;
        }
        size = kept;
    }
};
/// Pairs that wait until they fill all lanes.
using PairQueue = PairQueueOf<native_width>;
/// Pairs that wait until the others may have made them needless.
using LateQueue = PairQueueOf<4 * native_width>;

/// Pairs of a query and a leaf block. Twice as many wait as are tested together, so that the blocks
/// of the tested pairs have been loaded from memory.
struct QuadQueue {
    static constexpr std::uint32_t at_once = native_width / leaf_lanes, most = 2 * at_once;

    std::uint32_t size = 0;
    std::uint32_t query[most];
    std::uint32_t block[most]; ///< in units

    void add(std::uint32_t number, std::uint32_t unit) {
        query[size] = number;
        block[size++] = unit;
    }
    /// Takes the first pairs. Missing ones are filled with the first pair.
    /// @return the number of pairs taken
    std::uint32_t take(std::uint32_t (&queries)[at_once], std::uint32_t (&blocks)[at_once]) {
        const std::uint32_t taken = size < at_once ? size : at_once;
        for (std::uint32_t q = 0; q < at_once; ++q) {
            queries[q] = query[q < taken ? q : 0];
            blocks[q] = block[q < taken ? q : 0];
        }
        for (std::uint32_t q = 0; q < at_once; ++q) {
            query[q] = query[q + at_once];
            block[q] = block[q + at_once];
        }
        size -= taken;
        return taken;
    }
};

/// The pairs that wait, by kind of shape.
struct StreamQueues {
    PairQueue pairs[shape_kinds];
    PairQueue records[shape_kinds]; ///< of mixed blocks
    QuadQueue quads[shape_kinds];
    LateQueue late; ///< of the one kind that tells which pairs can wait
};

/// Queries of a stream, identified by number.
template <class Query>
struct Stream {
    const SceneView& scene;
    StreamRecord* records;
    StreamExtra* extras; ///< null if not needed
    StreamPart* parts;   ///< null if not needed
    StreamQueues* queues;
    Settings settings;
    bool any;         ///< any answer ends a query
    bool has_filters; ///< some query has a mask or ignores shapes

    /// Kind and lane fit below the power of two.
    static_assert(Answer::part_lane * Answer::part_lane <= StreamRecord::scale_bits / 255);

    /// Stores an answer that is known to come first.
    void set(std::size_t i, const Answer& answer) const {
        StreamRecord& record = records[i];
        record.t = answer.t;
        record.id = answer.id;
        record.block = answer.block;
        record.scale_kind_lane = (record.scale_kind_lane & StreamRecord::scale_bits) |
                                 (answer.kind * leaf_lanes + answer.lane);
        if (parts != nullptr)
            parts[i] = {answer.part_block, answer.part, {}};
    }

    /// Stores an answer if the query admits its shape and has no better answer.
    /// @param mask  mask of the shape
    void take(std::uint32_t i, std::uint32_t mask, const Answer& answer) const {
        if (!answer.before({records[i].t, records[i].id, 0, 0, 0}))
            return;
        if (!asks_for(i, mask, answer.id))
            return;
        set(i, answer);
        lower_limit(i);
    }

    /// Whether a query's mask admits a shape and the query does not ignore it.
    [[nodiscard]] bool asks_for(std::uint32_t i, std::uint32_t mask, std::uint32_t id) const {
        if (!has_filters)
            return mask != 0;
        return (mask & extras[i].mask) != 0 && !extras[i].ignored.has(id);
    }

    /// Lowers the limit after a new answer, so that boxes behind it are skipped.
    void lower_limit(std::uint32_t i) const {
        StreamRecord& record = records[i];
        record.box[record_word::limit] =
            any ? no_boxes : Query::box_limit(record.t, limit_words_in(record), scene.space);
    }

    /// Limits for queries in lanes, with or without a new answer.
    /// @param words  words of their records, with the previous limits
    template <int W>
    [[nodiscard]] Float<W> limits(Float<W> t, Int<W> id, const Float<W>* words) const {
        if (any)
            return select(id == Int<W>(no_id), words[record_word::limit], Float<W>(no_boxes));
        return Query::box_limit(t, limit_words_in(words), scene.space);
    }

private:
    static constexpr float no_boxes = -__builtin_inff();
};

/// Calls visit(numbers, lanes, queries) for W queries of a list at a time.
/// @param lanes  bit mask of the lanes that are not padded
template <int W, class Query, class Visit>
LANECAST_INLINE inline void for_each_vector(const Stream<Query>& stream, QueryList list,
                                            Visit visit) {
    for (std::uint32_t i = 0; i < list.size; i += W) {
        std::uint32_t padded[W];
        const std::uint32_t* const numbers = list.vector<W>(i, padded);
        Float<W> words[record_word::count];
        load_queries<Query, W>(stream.records, numbers, words);
        visit(numbers, list.lanes<W>(i), Query::template unpack<W>(words));
    }
}

/// Calls visit(numbers, lanes, queries) for a few queries of a list at a time, each in a quad of
/// lanes.
/// @param lanes  bit mask of the lanes that are not padded
template <int W, class Query, class Visit>
LANECAST_INLINE inline void for_each_quads(const Stream<Query>& stream, QueryList list,
                                           Visit visit) {
    constexpr std::uint32_t at_once = W / leaf_lanes;
    for (std::uint32_t i = 0; i < list.size; i += at_once) {
        std::uint32_t padded[at_once];
        const std::uint32_t* const numbers = list.vector<at_once>(i, padded);
        const std::uint32_t left = list.size - i;
        Float<W> words[record_word::count];
        spread_queries<Query, W>(stream.records, numbers, words);
        visit(numbers, left >= at_once ? (1u << W) - 1u : (1u << (left * leaf_lanes)) - 1u,
              Query::template unpack<W>(words));
    }
}

} // namespace lanecast::LANECAST_ISA
