#pragma once

#include "core/bvh_layout.hpp"
#include "isa/kernels/descent.hpp"
#include "isa/kernels/query_block.hpp"
#include "isa/simd/records.hpp"

/// A whole list of queries goes down the tree together: at each node those of the list that meet a
/// child make the list of that child. Lanes hold queries, from the root to the leaves.
namespace lanecast::LANECAST_ISA {

/// One query of a stream in one cache line: all that leaves need to know, and the answer so far.
struct alignas(64) StreamRecord {
    float query[8]; ///< as Query::pack() packs it

    float t; ///< of the answer, or the limit
    std::uint32_t id;
    std::uint32_t block;     ///< see Answer
    std::uint32_t kind_lane; ///< kind * leaf_lanes + lane

    std::uint32_t mask, ignore;
    std::uint32_t part_block; ///< see Answer; of a query that is not asked: its flags
    std::uint32_t part;       ///< of an instance; of other answers anything
};
static_assert(sizeof(StreamRecord) == 64);

/// The words of a record, when it is in lanes.
struct record_word {
    enum : int {
        query,
        t = 8,
        id,
        block,
        kind_lane,
        mask,
        ignore,
        part_block,
        miss_flags = part_block,
        part,
        count
    };
};

/// Pairs of a query and a shape that wait until there are enough of them to fill all lanes.
struct PairQueue {
    std::uint32_t size = 0;
    std::uint32_t query[2 * native_width]; ///< its number
    std::uint32_t block[2 * native_width]; ///< of the shape, in units
    std::uint8_t lane[2 * native_width];

    void add(std::uint32_t number, std::uint32_t unit, std::uint32_t shape) {
        query[size] = number;
        block[size] = unit;
        lane[size++] = static_cast<std::uint8_t>(shape);
    }
};

/// Queries of a stream, told apart by number, with what the boxes of nodes need to know beside the
/// records: so that going down the tree touches little memory.
template <class Query>
struct Stream {
    using Boxes = typename Query::StreamBoxes;
    static constexpr int box_floats = 4 * Boxes::rows;

    const SceneView& scene;
    StreamRecord* records;
    float* boxes;     ///< box_floats each, the fourth of them the limit
    PairQueue* pairs; ///< of each kind of shape
    Settings settings;
    bool any; ///< the first answer found will do

    /// An answer that nothing comes before.
    void set(std::size_t i, const Answer& answer) const {
        StreamRecord& record = records[i];
        record.t = answer.t;
        record.id = answer.id;
        record.block = answer.block;
        record.kind_lane = answer.kind * leaf_lanes + answer.lane;
        record.part_block = answer.part_block;
        record.part = answer.part;
    }

    /// Takes an answer if the query asks for its shape and has no better one.
    /// @param mask of the shape
    void take(std::uint32_t i, std::uint32_t mask, const Answer& answer) const {
        const StreamRecord& record = records[i];
        if ((mask & record.mask) == 0 || answer.id == record.ignore)
            return;
        if (!answer.before({record.t, record.id, 0, 0, 0}))
            return;
        set(i, answer);
        lower_limit(i);
    }

    /// After a new answer: boxes behind it are of no interest any more.
    void lower_limit(std::uint32_t i) const {
        boxes[std::size_t{i} * box_floats + 3] =
            any ? -__builtin_inff() : Query::box_limit(records[i].query, records[i].t);
    }
};

} // namespace lanecast::LANECAST_ISA
