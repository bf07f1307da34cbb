#pragma once

#include "core/bvh_layout.hpp"
#include "core/kernel_table.hpp"
#include "isa/kernels/queries/answer.hpp"
#include "isa/kernels/queries/query_block.hpp"
#include "isa/kernels/tree/leaf_run.hpp"

/// One query at a leaf; compiled once per shape and question.
namespace lanecast::LANECAST_ISA {

/// Updates `answer` if a shape has an answer to query i that comes before it.
template <class Query>
using LeafFirst = void (*)(const QueryGroup<Query>&, int i, LeafRun, Settings, Answer&);
/// Whether any shape has an answer to query i.
template <class Query>
using LeafAny = bool (*)(const QueryGroup<Query>&, int i, LeafRun, Settings);
/// Adds the answers of all shapes to query i.
template <class Query>
using LeafAll = void (*)(const QueryGroup<Query>&, int i, LeafRun, Settings, AnswerList&);
/// Stores the details of answers j to j + native_width - 1 in the lanes whose answer is of this
/// kind. There must be at least one.
/// @param queries  the queries of these answers
template <class Question>
using LeafDetails = void (*)(const typename Question::template Lanes<native_width>& queries,
                             const AnswerBlock&, int j, const SceneView&, Settings,
                             typename Question::template Details<native_width>&);

namespace {

/// The rows of a leaf block in the form of shape tests.
struct BlockRows {
    const float* block;
    Float<leaf_lanes> operator[](std::ptrdiff_t row) const {
        return Float<leaf_lanes>::load(block + row * leaf_lanes);
    }
};

/// A shape in each lane, from any block.
template <class Shape>
struct GatheredRows {
    alignas(64) float rows[Shape::rows][W];

    /// @param shape  first row of a block, in the lane of the shape
    void set(int lane, const float* shape) { set(lane, ShapePlace{shape, leaf_lanes}); }
    void set(int lane, ShapePlace shape) {
        for (int r = 0; r < Shape::rows; ++r)
            rows[r][lane] = shape.first[r * shape.stride];
    }
    Float<W> operator[](std::ptrdiff_t row) const { return Float<W>::load(rows[row]); }
};

template <class Shape>
const std::uint32_t* ids_of(const float* block) {
    return reinterpret_cast<const std::uint32_t*>(block + Shape::rows * leaf_lanes);
}

/// Whether a question has a prefilter: a cheap test without false negatives.
template <class Question, class Shape>
constexpr bool has_prefilter = false;
template <class Question, class Shape>
requires Question::template has_prefilter<Shape> constexpr bool has_prefilter<Question, Shape> =
    true;

/// Whether the prefilter already knows most answers.
template <class Question, class Shape>
constexpr bool knows_early = false;
template <class Question, class Shape>
requires Question::template knows_early<Shape> constexpr bool knows_early<Question, Shape> = true;

/// False if no lane can hit, according to the question's prefilter or else the shape's. The
/// compiler keeps the intermediate results for the full test.
template <class Question, class Shape, class Lanes, class Rows>
bool passes_prefilter(const Lanes& query, const Rows& rows) {
    if constexpr (has_prefilter<Question, Shape>)
        return Question::template prefilter<Shape>(query, rows).any();
    else if constexpr (requires { Shape::prefilter(query, rows); })
        return Shape::prefilter(query, rows).any();
    else
        return true;
}

/// Bit mask of the shapes of a block that query i hits, that its mask admits and that it does not
/// ignore.
template <class Question, class Shape, class Lanes>
unsigned ask_block(const QueryGroup<typename Question::Query>& queries, int i, const Lanes& query,
                   const float* block, Settings settings, float* t) {
    // Branches before the square roots, so that a misprediction is detected early.
    if (!passes_prefilter<Question, Shape>(query, BlockRows{block}))
        return 0;
    const auto answer = Question::template ask<Shape>(query, BlockRows{block}, settings);
    if (!answer.hit.any())
        return 0;
    answer.t.store(t);
    const auto ids = Int<leaf_lanes>::load(ids_of<Shape>(block));
    const auto masks = Int<leaf_lanes>::load(ids_of<Shape>(block) + leaf_lanes);
    const Mask<leaf_lanes> off = (masks & Int<leaf_lanes>(queries.mask[i])) == Int<leaf_lanes>(0);
    return (answer.hit & ~off & ~queries.ignored(i).has(ids)).bits();
}

/// First block of a run, which is also the first row of its first shape.
inline const float* first_block_of(LeafRun run) {
    return run.memory + std::size_t{run.first} * unit_floats;
}

/// Calls visit(block, its unit) for the blocks of a run until it returns true. Not always inlined:
/// then g++ no longer inlines what flat functions call around it.
template <class Shape, class Visit>
bool for_each_block_of(LeafRun run, Visit visit) {
    constexpr auto units = static_cast<std::uint32_t>(leaf_block_floats(Shape::rows) / unit_floats);
    std::uint32_t unit = run.first;
    for (std::uint32_t b = 0; b < run.count; ++b, unit += units)
        if (visit(run.memory + std::size_t{unit} * unit_floats, unit))
            return true;
    return false;
}

/// Calls take(Answer) for each hit of ask_block().
template <class Shape, class Take>
void for_each_answer(unsigned hits, const float* t, const float* block, std::uint32_t unit,
                     Take take) {
    for (; hits != 0; hits &= hits - 1) {
        const int lane = __builtin_ctz(hits);
        take(Answer{t[lane], ids_of<Shape>(block)[lane], static_cast<std::uint32_t>(Shape::kind),
                    unit, static_cast<std::uint32_t>(lane)});
    }
}

// Flat, so that only the parts of the query that a shape uses are loaded. They are loaded for each
// block, of which most leaves have one: before the loop, what only rare cases use would be copied
// to the stack.
template <class Question, class Shape>
LANECAST_FLAT void leaf_first(const QueryGroup<typename Question::Query>& queries, int i,
                              LeafRun run, Settings settings, Answer& first) {
    for_each_block_of<Shape>(run, [&](const float* block, std::uint32_t unit) {
        const auto query = queries.prepared.template broadcast<leaf_lanes>(i, first.t);
        float t[leaf_lanes];
        const unsigned hits = ask_block<Question, Shape>(queries, i, query, block, settings, t);
        for_each_answer<Shape>(hits, t, block, unit, [&](const Answer& answer) {
            if (answer.before(first))
                first = answer;
        });
        return false;
    });
}

template <class Question, class Shape>
LANECAST_FLAT bool leaf_any(const QueryGroup<typename Question::Query>& queries, int i, LeafRun run,
                            Settings settings) {
    return for_each_block_of<Shape>(run, [&](const float* block, std::uint32_t) {
        const auto query =
            queries.prepared.template broadcast<leaf_lanes>(i, queries.prepared.limit(i));
        float t[leaf_lanes];
        return ask_block<Question, Shape>(queries, i, query, block, settings, t) != 0;
    });
}

template <class Question, class Shape>
LANECAST_FLAT void leaf_all(const QueryGroup<typename Question::Query>& queries, int i, LeafRun run,
                            Settings settings, AnswerList& answers) {
    const auto query =
        queries.prepared.template broadcast<leaf_lanes>(i, queries.prepared.limit(i));
    for_each_block_of<Shape>(run, [&](const float* block, std::uint32_t unit) {
        float t[leaf_lanes];
        const unsigned hits = ask_block<Question, Shape>(queries, i, query, block, settings, t);
        for_each_answer<Shape>(hits, t, block, unit,
                               [&](const Answer& answer) { answers.add(answer); });
        return false;
    });
}

/// The shapes or instances of answers j to j + native_width - 1. Lanes with an answer of another
/// kind repeat one of this kind, so that every lane holds valid data.
template <class Shape>
GatheredRows<Shape> gather_rows(const AnswerBlock& answers, int j, Mask<W> mine,
                                const SceneView& scene) {
    const int spare = __builtin_ctz(mine.bits());
    GatheredRows<Shape> rows;
    for (int lane = 0; lane < W; ++lane) {
        const int from = (mine.bits() >> lane) & 1u ? lane : spare;
        rows.set(lane, scene.shape(answers.block[j + from], answers.lane[j + from] % leaf_lanes));
    }
    return rows;
}

/// Mask of those answers among j to j + native_width - 1 that are of a kind.
inline Mask<W> answers_of_kind(const AnswerBlock& answers, int j, Kind kind) {
    return (Int<W>::load(answers.kind + j) == Int<W>(static_cast<std::uint32_t>(kind))) &
           ~(Int<W>::load(answers.id + j) == Int<W>(no_id));
}

template <class Question, class Shape>
void leaf_details(const typename Question::template Lanes<native_width>& queries,
                  const AnswerBlock& answers, int j, const SceneView& scene, Settings settings,
                  typename Question::template Details<native_width>& merged) {
    const Mask<W> mine = answers_of_kind(answers, j, Shape::kind);
    const GatheredRows<Shape> rows = gather_rows<Shape>(answers, j, mine, scene);
    const auto answer = Question::template ask<Shape>(queries, rows, settings);
    merged =
        select(mine, Question::template details<Shape>(queries, rows, settings, answer), merged);
}

} // namespace
} // namespace lanecast::LANECAST_ISA
