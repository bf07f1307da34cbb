#pragma once

#include "isa/kernels/leaves/leaf.hpp"
#include "isa/simd/records.hpp"

/// Leaves against one query per lane.
namespace lanecast::LANECAST_ISA {
namespace {

/// One shape of a leaf block in all lanes.
template <int W>
struct ShapeRows {
    const float* shape;
    Float<W> operator[](std::ptrdiff_t row) const { return shape[row * leaf_lanes]; }
};

/// The shapes of a leaf block, repeated in each quad of lanes.
template <int W>
struct RepeatedRows {
    const float* block;
    Float<W> operator[](std::ptrdiff_t row) const {
        return repeat_quad<W>(block + row * leaf_lanes);
    }
};

/// Calls visit(its first row, unit of its block, lane) for each shape of a run.
template <class Shape, class Visit>
LANECAST_INLINE inline void for_each_shape_of(LeafRun run, Visit visit) {
    for_each_block_of<Shape>(run, [&](const float* block, std::uint32_t unit) {
        const std::uint32_t* ids = ids_of<Shape>(block);
        for (std::uint32_t lane = 0; lane < leaf_lanes && ids[lane] != no_id; ++lane)
            visit(block + lane, unit, lane);
        return false;
    });
}

/// One query in each quad of lanes, with the shapes of one block after the other. Calls take(quad,
/// mask of the shape, Answer) for hits in `lanes`.
template <class Question, class Shape, int W, class Lanes, class Take>
void ask_blocks(const Lanes& queries, unsigned lanes, LeafRun run, Settings settings, Take take) {
    for_each_block_of<Shape>(run, [&](const float* block, std::uint32_t unit) {
        const RepeatedRows<W> rows = {block};
        if (!passes_prefilter<Question, Shape>(queries, rows))
            return false;
        const auto answer = Question::template ask<Shape>(queries, rows, settings);
        unsigned hits = answer.hit.bits() & lanes;
        if (hits == 0)
            return false;
        const std::uint32_t* ids = ids_of<Shape>(block);
        alignas(64) float t[W];
        answer.t.store(t);
        for (; hits != 0; hits &= hits - 1) {
            const auto lane = static_cast<std::uint32_t>(__builtin_ctz(hits));
            const std::uint32_t shape = lane % leaf_lanes;
            take(lane / leaf_lanes, ids[leaf_lanes + shape],
                 Answer{t[lane], ids[shape], static_cast<std::uint32_t>(Shape::kind), unit, shape});
        }
        return false;
    });
}

/// The answers of W queries so far.
template <int W>
struct LaneAnswers {
    Float<W> t;
    Int<W> id; ///< offset between begin() and end(), so that signed comparisons order ids
    Int<W> block, kind_lane;
    bool has_filters; ///< whether `mask` and `ignored` matter
    Int<W> mask;
    IgnoredIds<W> ignored;
    Mask<W> changed = no_lanes<W>();

    void begin() { id = id + Int<W>(flip); }
    void end() { id = id + Int<W>(flip); }

    /// Stores answers in lanes whose query admits the shape and has no better answer.
    /// @param shape_mask  not 0
    void take(Mask<W> hit, Float<W> at, std::uint32_t shape_mask, const Answer& answer) {
        const Int<W> shape(answer.id + flip);
        Mask<W> better = hit & ((at < t) | ((at == t) & signed_greater(id, shape)));
        if (has_filters)
            better = better & ~((mask & Int<W>(shape_mask)) == Int<W>(0)) &
                     ~ignored.has(Int<W>(answer.id));
        t = select(better, at, t);
        id = select(better, shape, id);
        block = select(better, Int<W>(answer.block), block);
        kind_lane = select(better, Int<W>(answer.kind * leaf_lanes + answer.lane), kind_lane);
        changed = changed | better;
    }

private:
    static constexpr std::uint32_t flip = 0x80000000;
};

/// Tests one shape after the other. There is no branch on which query hits, because a misprediction
/// is detected late.
template <class Question, class Shape, class Lanes, int W>
void ask_shapes(const Lanes& queries, LeafRun run, Settings settings, LaneAnswers<W>& answers) {
    answers.begin();
    for_each_shape_of<Shape>(run, [&](const float* shape, std::uint32_t unit, std::uint32_t lane) {
        const std::uint32_t* id = ids_of<Shape>(shape);
        if (id[leaf_lanes] == 0)
            return; // masked out for every query
        const auto answer = Question::template ask<Shape>(queries, ShapeRows<W>{shape}, settings);
        answers.take(answer.hit, answer.t, id[leaf_lanes],
                     {0.0f, *id, static_cast<std::uint32_t>(Shape::kind), unit, lane});
    });
    answers.end();
}

} // namespace
} // namespace lanecast::LANECAST_ISA
