#pragma once

#include "isa/simd/records.hpp"
#include "isa/simd/vec3.hpp"

/// What a stream keeps of a query.
namespace lanecast::LANECAST_ISA {

/// One query of a stream in one cache line: what boxes of nodes and shapes in leaves need to know,
/// so that a leaf finds in the fastest caches what the node above it has just fetched; and the
/// answer so far.
struct alignas(64) StreamRecord {
    float box[8];   ///< as Query::pack() packs it: origin, limit for boxes, and what else they need
    float query[4]; ///< likewise, for shapes

    float t; ///< of the answer, or the limit
    std::uint32_t id;
    std::uint32_t block; ///< see Answer; of a query that is not asked: its flags
    /// The query's power of two; in the bits that are 0 in it kind * leaf_lanes + lane of the
    /// answer.
    std::uint32_t scale_kind_lane;
    static constexpr std::uint32_t scale_bits = 0x7F800000;
};
static_assert(sizeof(StreamRecord) == 64);

/// What is needed besides where queries have masks or ignore shapes, and of instances.
struct alignas(16) StreamExtra {
    std::uint32_t mask, ignore;
    std::uint32_t part_block; ///< see Answer
    std::uint32_t part;       ///< of an instance; of other answers anything
};
static_assert(sizeof(StreamExtra) == 16);

/// All words of the first of many records, one after another.
inline float* words_of(StreamRecord* records) { return reinterpret_cast<float*>(records); }
inline float* words_of(StreamExtra* extras) { return reinterpret_cast<float*>(extras); }

/// The words of a record, when it is in lanes, and of what else there is.
struct record_word {
    enum : int {
        origin,
        limit = 3,
        query = 8, ///< direction and one more
        t = 12,
        id,
        block,
        miss_flags = block,
        scale_kind_lane,
        count
    };
};
struct extra_word {
    enum : int { mask, ignore, part_block, part, count };
};

/// What of a record, or of records in lanes, limits for boxes are made of.
template <class Number>
struct LimitWords {
    Number inverse_scale;
    Number query[2];
};

inline LimitWords<float> limit_words_in(const StreamRecord& record) {
    // As inverse_of_scale() has it.
    const std::uint32_t scale = record.scale_kind_lane & StreamRecord::scale_bits;
    return {__builtin_bit_cast(float, 0x7F000000u - scale), {record.query[0], record.query[1]}};
}

/// Where queries go that are in lanes.
template <int W>
struct StreamRoute {
    Int<W> octant;       ///< of their direction; 0 if they have none
    Mask<W> out_of_tree; ///< so far out that no tree holds them
};

/// The power of two in record_word::scale_kind_lane.
template <int W>
Float<W> scale_in(const Float<W>* words) {
    return as_float(as_int(words[record_word::scale_kind_lane]) & Int<W>(StreamRecord::scale_bits));
}
template <int W>
LimitWords<Float<W>> limit_words_in(const Float<W>* words) {
    return {inverse_of_scale(scale_in(words)),
            {words[record_word::query], words[record_word::query + 1]}};
}
template <int W>
Int<W> kind_lane_in(const Float<W>* words) {
    return as_int(words[record_word::scale_kind_lane]) & Int<W>(~StreamRecord::scale_bits);
}

/// Three words of a record in lanes, and back.
template <int W>
Vec<W> vector_in(const Float<W>* words) {
    return {words[0], words[1], words[2]};
}
template <int W>
void put_vector(Vec<W> a, Float<W>* words) {
    words[0] = a.x;
    words[1] = a.y;
    words[2] = a.z;
}

/// Words that an answer of a shape changes.
using AnswerRowsOfRecord = Rows<0, 3>;

/// What shapes need to know of W queries.
template <class Query, int W>
void load_queries(StreamRecord* records, const std::uint32_t* numbers, Float<W>* words) {
    load_records<typename Query::ShapeRows, record_word::count, W>(words_of(records), numbers,
                                                                   words);
}
/// The same of W / 4 queries, each in four lanes side by side.
template <class Query, int W>
void spread_queries(StreamRecord* records, const std::uint32_t* numbers, Float<W>* words) {
    spread_records<typename Query::ShapeRows, record_word::count, W>(words_of(records), numbers,
                                                                     words);
}

/// What there is besides, to lanes and back.
template <int W>
void load_extras(StreamExtra* all, const std::uint32_t* numbers, Float<W>* words) {
    load_records<Rows<0>, extra_word::count, W>(words_of(all), numbers, words);
}
template <int W>
void store_extras(const Float<W>* words, StreamExtra* all, const std::uint32_t* numbers) {
    store_records<Rows<0>, extra_word::count, W>(words, words_of(all), numbers);
}

} // namespace lanecast::LANECAST_ISA
