#pragma once

#include "isa/kernels/columns/ignored_ids.hpp"
#include "isa/simd/records.hpp"
#include "isa/simd/vec3.hpp"

/// The data that a stream keeps of a query.
namespace lanecast::LANECAST_ISA {

/// One query of a stream in one cache line: the data that box tests and shape tests need, and the
/// answer so far. A leaf finds the record in the fastest caches, because the node above has just
/// loaded it.
struct alignas(64) StreamRecord {
    float box[8];   ///< from Query::pack(): origin, limit for boxes, other data of box tests
    float query[4]; ///< from Query::pack(), for shapes

    float t; ///< t of the answer, or the limit
    std::uint32_t id;
    std::uint32_t block; ///< see Answer; of a query that is not tested: its flags
    /// The query's power of two. Its zero bits hold kind * leaf_lanes + lane of the answer.
    std::uint32_t scale_kind_lane;
    static constexpr std::uint32_t scale_bits = 0x7F800000;
};
static_assert(sizeof(StreamRecord) == 64);

/// Additional data of a query. Needed only if queries have masks or ignore shapes, or if the scene
/// has instances.
struct alignas(16) StreamExtra {
    std::uint32_t mask;
    IgnoredRange ignored;
    std::uint32_t query; ///< its number in the batch
};
static_assert(sizeof(StreamExtra) == 16);

/// Position in a prototype of the shape that an answer hits, see Answer; undefined if the answer is
/// not an instance. Needed only if the scene has instances. Not a part of StreamExtra, so that
/// leaves load fewer cache lines.
struct alignas(16) StreamPart {
    std::uint32_t block, id;
    std::uint32_t unused[2];
};
static_assert(sizeof(StreamPart) == 16);

/// The words of consecutive records, from the first one on.
inline float* words_of(StreamRecord* records) { return reinterpret_cast<float*>(records); }
inline float* words_of(StreamExtra* extras) { return reinterpret_cast<float*>(extras); }
inline float* words_of(StreamPart* parts) { return reinterpret_cast<float*>(parts); }

/// The words of a record in lanes, those of its additional data and of its part.
struct record_word {
    enum : int {
        origin,
        limit = 3,
        query = 8, ///< direction and one more word
        t = 12,
        id,
        block,
        miss_flags = block,
        scale_kind_lane,
        count
    };
};
struct extra_word {
    enum : int { mask, first_ignored, ignored_count, query, count };
};
struct part_word {
    enum : int { block, id, count = 4 };
};

/// Words of a record, or of records in lanes, from which limits for boxes are computed.
template <class Number>
struct LimitWords {
    Number inverse_scale;
    Number query[2];
};

inline LimitWords<float> limit_words_in(const StreamRecord& record) {
    // See inverse_of_scale().
    const std::uint32_t scale = record.scale_kind_lane & StreamRecord::scale_bits;
    return {__builtin_bit_cast(float, 0x7F000000u - scale), {record.query[0], record.query[1]}};
}

/// Where queries in lanes go.
template <int W>
struct StreamRoute {
    Int<W> octant;       ///< octant of their direction; 0 if they have none
    Mask<W> out_of_tree; ///< too far out for any BVH
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

/// Three words of a record in lanes as a vector, and back.
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

/// Rows of a record in which the answer of a shape changes words.
using AnswerRowsOfRecord = Rows<0, 3>;

/// Loads the words of W queries that shapes need.
template <class Query, int W>
void load_queries(StreamRecord* records, const std::uint32_t* numbers, Float<W>* words) {
    load_records<typename Query::ShapeRows, record_word::count, W>(words_of(records), numbers,
                                                                   words);
}
/// Loads W / 4 queries, each into a quad of lanes.
template <class Query, int W>
void spread_queries(StreamRecord* records, const std::uint32_t* numbers, Float<W>* words) {
    spread_records<typename Query::ShapeRows, record_word::count, W>(words_of(records), numbers,
                                                                     words);
}

/// Loads additional data and parts into lanes, and stores additional data.
template <int W>
void load_extras(StreamExtra* all, const std::uint32_t* numbers, Float<W>* words) {
    load_records<Rows<0>, extra_word::count, W>(words_of(all), numbers, words);
}
template <int W>
void load_parts(StreamPart* all, const std::uint32_t* numbers, Float<W>* words) {
    load_records<Rows<0>, part_word::count, W>(words_of(all), numbers, words);
}
template <int W>
void store_extras(const Float<W>* words, StreamExtra* all, const std::uint32_t* numbers) {
    store_records<Rows<0>, extra_word::count, W>(words, words_of(all), numbers);
}

} // namespace lanecast::LANECAST_ISA
