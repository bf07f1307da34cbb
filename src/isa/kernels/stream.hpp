#pragma once

#include "core/bvh_layout.hpp"
#include "isa/kernels/descent.hpp"
#include "isa/kernels/query_block.hpp"
#include "isa/kernels/stream_record.hpp"

/// A whole list of queries goes down the tree together: at each node those of the list that meet a
/// child make the list of that child. Lanes hold queries, from the root to the leaves.
namespace lanecast::LANECAST_ISA {

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

/// Queries of a stream, told apart by number.
template <class Query>
struct Stream {
    const SceneView& scene;
    StreamRecord* records;
    StreamExtra* extras;
    PairQueue* pairs; ///< of each kind of shape
    Settings settings;
    bool any;    ///< the first answer found will do
    bool choosy; ///< some query has a mask or ignores a shape

    /// Kind and lane stand below the power of two.
    static_assert(Answer::part_lane * Answer::part_lane <= StreamRecord::scale_bits / 255);

    /// An answer that nothing comes before.
    void set(std::size_t i, const Answer& answer) const {
        StreamRecord& record = records[i];
        record.t = answer.t;
        record.id = answer.id;
        record.block = answer.block;
        record.scale_kind_lane = (record.scale_kind_lane & StreamRecord::scale_bits) |
                                 (answer.kind * leaf_lanes + answer.lane);
        extras[i].part_block = answer.part_block;
        extras[i].part = answer.part;
    }

    /// Takes an answer if the query asks for its shape and has no better one.
    /// @param mask of the shape
    /// @param limit for boxes behind it
    void take(std::uint32_t i, std::uint32_t mask, const Answer& answer, float limit) const {
        if (!answer.before({records[i].t, records[i].id, 0, 0, 0}))
            return;
        if ((mask & extras[i].mask) == 0 || answer.id == extras[i].ignore)
            return;
        set(i, answer);
        set_limit(i, limit);
    }

    void set_limit(std::uint32_t i, float limit) const {
        records[i].box[record_word::limit] = limit;
    }
    /// Of queries with answers at t: boxes behind it are of no interest any more.
    template <int W>
    Float<W> limits(const Float<W>* words, Float<W> t) const {
        return any ? Float<W>(-__builtin_inff()) : Query::template box_limit<W>(words, t);
    }
};

} // namespace lanecast::LANECAST_ISA
