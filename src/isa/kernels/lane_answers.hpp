#pragma once

#include "isa/kernels/leaf.hpp"
#include "isa/simd/records.hpp"

/// Leaves against a query in each lane.
namespace lanecast::LANECAST_ISA {
namespace {

/// One shape of a leaf block in all lanes.
template <int W>
struct ShapeRows {
    const float* shape;
    Float<W> operator[](int row) const { return shape[row * leaf_lanes]; }
};

/// The shapes of a leaf block in each quad of lanes.
template <int W>
struct RepeatedRows {
    const float* block;
    Float<W> operator[](int row) const { return repeat_quad<W>(block + row * leaf_lanes); }
};

/// False if no lane can have an answer, as far as the shape knows before it goes into details. What
/// it has found out by then the compiler keeps for the question itself.
template <class Shape, class Lanes, class Rows>
bool may_answer(const Lanes& query, const Rows& rows) {
    if constexpr (requires { Shape::may_meet(query, rows); })
        return Shape::may_meet(query, rows).any();
    else
        return true;
}

/// The answers of W queries so far.
template <int W>
struct LaneAnswers {
    Float<W> t;
    Int<W> id, block, kind_lane;
    Int<W> mask, ignore;
    Mask<W> changed = no_lanes<W>();

    /// Takes answers where the query asks for the shape and has no better one.
    void take(Mask<W> hit, Float<W> at, std::uint32_t shape_mask, const Answer& answer) {
        const Int<W> shape(answer.id);
        const Mask<W> before = (at < t) | ((at == t) & unsigned_greater(id, shape));
        const Mask<W> off = ((mask & Int<W>(shape_mask)) == Int<W>(0)) | (ignore == shape);
        const Mask<W> better = hit & before & ~off;
        t = select(better, at, t);
        id = select(better, shape, id);
        block = select(better, Int<W>(answer.block), block);
        kind_lane = select(better, Int<W>(answer.kind * leaf_lanes + answer.lane), kind_lane);
        changed = changed | better;
    }
};

/// Asks one shape after the other.
template <class Question, class Shape, class Lanes>
void ask_shapes(const Lanes& queries, LeafRun run, Settings settings, LaneAnswers<W>& answers) {
    for_each_block_of<Shape>(run, [&](const float* block, std::uint32_t unit) {
        const std::uint32_t* ids = ids_of<Shape>(block);
        for (std::uint32_t shape = 0; shape < leaf_lanes && ids[shape] != no_id; ++shape) {
            const ShapeRows<W> rows = {block + shape};
            if (!may_answer<Shape>(queries, rows))
                continue;
            const auto answer = Question::template ask<Shape>(queries, rows, settings);
            if (answer.hit.any())
                answers.take(
                    answer.hit, answer.t, ids[leaf_lanes + shape],
                    {0.0f, ids[shape], static_cast<std::uint32_t>(Shape::kind), unit, shape});
        }
        return false;
    });
}

} // namespace
} // namespace lanecast::LANECAST_ISA
