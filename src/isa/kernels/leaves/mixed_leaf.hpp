#pragma once

#include "isa/geometry/bounding_sphere.hpp"
#include "isa/kernels/leaves/leaf.hpp"
#include "isa/shapes/shape_tables.hpp"

/// One query at a mixed leaf: the shapes whose bounding spheres it comes near are tested one by
/// one.
namespace lanecast::LANECAST_ISA {

/// Whether a shape has an answer to query i up to a limit, and at which t. Ignores masks and ids.
template <class Query>
using AskRecord = bool (*)(const QueryGroup<Query>&, int i, float limit, const float* record,
                           Settings, float& t);

namespace {

/// A shape's record, broadcast to all lanes.
template <int W>
struct RecordRows {
    const float* record;
    Float<W> operator[](std::ptrdiff_t row) const { return record[row]; }
};

template <class Question, class Shape>
LANECAST_FLAT bool ask_record(const QueryGroup<typename Question::Query>& queries, int i,
                              float limit, const float* record, Settings settings, float& t) {
    const auto query = queries.prepared.template broadcast<leaf_lanes>(i, limit);
    const auto answer =
        Question::template ask<Shape>(query, RecordRows<leaf_lanes>{record}, settings);
    float in_lanes[leaf_lanes];
    answer.t.store(in_lanes);
    t = in_lanes[0];
    return (answer.hit.bits() & 1u) != 0;
}

/// Table of make()'s results for the shapes that a mixed leaf can hold.
template <class Function, class Make>
constexpr ByShape<Function> by_bounded_shape(Make make) {
    return by_shape<Function>([make]<class Shape>() -> Function {
        if constexpr (!IsUnbounded<Shape>)
            return make.template operator()<Shape>();
        else
            return nullptr;
    });
}

template <class Question>
constexpr auto ask_record_of = by_bounded_shape<AskRecord<typename Question::Query>>(
    []<class Shape>() { return &ask_record<Question, Shape>; });

/// Calls visit(block, its unit) for the blocks of a run until it returns true.
template <class Visit>
bool for_each_mixed(LeafRun run, Visit visit) {
    std::uint32_t unit = run.first;
    for (std::uint32_t b = 0; b < run.count; ++b, unit += mixed_units)
        if (visit(
                *reinterpret_cast<const MixedBlock*>(run.memory + std::size_t{unit} * unit_floats),
                unit))
            return true;
    return false;
}

/// Unit at which the record of a lane begins.
constexpr std::uint32_t record_unit(std::uint32_t block, std::uint32_t lane) {
    constexpr auto first = static_cast<std::uint32_t>(offsetof(MixedBlock, record)),
                   size = static_cast<std::uint32_t>(sizeof(MixedBlock::record[0])),
                   unit = static_cast<std::uint32_t>(unit_floats * sizeof(float));
    return block + (first + lane * size) / unit;
}

/// The bounding spheres of a block.
inline BoundingSphere<leaf_lanes> bounding_spheres_of(const MixedBlock& block) {
    using Lanes = Float<leaf_lanes>;
    return {
        {Lanes::load(block.center[0]), Lanes::load(block.center[1]), Lanes::load(block.center[2])},
        Lanes::load(block.radius)};
}

/// One bounding sphere of a block, broadcast to all lanes.
template <int W>
BoundingSphere<W> bounding_sphere_of(const MixedBlock& block, std::uint32_t lane) {
    return {{block.center[0][lane], block.center[1][lane], block.center[2][lane]},
            block.radius[lane]};
}

/// Lanes of a block that hold a shape.
inline Mask<leaf_lanes> held(const MixedBlock& block) {
    return ~(Int<leaf_lanes>::load(block.id) == Int<leaf_lanes>(no_id));
}

/// Calls take(Answer) for the shapes of a run that answer query i up to limit(), until take returns
/// true.
template <class Question, class Limit, class Take>
bool ask_mixed(const QueryGroup<typename Question::Query>& queries, int i, LeafRun run,
               Settings settings, Limit limit, Take take) {
    const auto query = queries.prepared.template broadcast<leaf_lanes>(i, limit());
    return for_each_mixed(run, [&](const MixedBlock& block, std::uint32_t unit) {
        Mask<leaf_lanes> near = held(block);
        if (run.every == 0)
            near = near & prefilter(query, bounding_spheres_of(block));
        for (unsigned lanes = near.bits(); lanes != 0; lanes &= lanes - 1) {
            const auto lane = static_cast<std::uint32_t>(__builtin_ctz(lanes));
            if ((block.mask[lane] & queries.mask[i]) == 0 || queries.ignores(i, block.id[lane]))
                continue;
            float t;
            if (ask_record_of<Question>.of[block.kind[lane]](
                    queries, i, limit(), block.record[lane].rows, settings, t) &&
                take(Answer{t, block.id[lane], block.kind[lane], record_unit(unit, lane), 0}))
                return true;
        }
        return false;
    });
}

template <class Question>
void mixed_first(const QueryGroup<typename Question::Query>& queries, int i, LeafRun run,
                 Settings settings, Answer& first) {
    ask_mixed<Question>(
        queries, i, run, settings, [&] { return first.t; },
        [&](const Answer& answer) {
            if (answer.before(first))
                first = answer;
            return false;
        });
}

template <class Question>
bool mixed_any(const QueryGroup<typename Question::Query>& queries, int i, LeafRun run,
               Settings settings) {
    return ask_mixed<Question>(
        queries, i, run, settings, [&] { return queries.prepared.limit(i); },
        [](const Answer&) { return true; });
}

template <class Question>
void mixed_all(const QueryGroup<typename Question::Query>& queries, int i, LeafRun run,
               Settings settings, AnswerList& answers) {
    ask_mixed<Question>(
        queries, i, run, settings, [&] { return queries.prepared.limit(i); },
        [&](const Answer& answer) {
            answers.add(answer);
            return false;
        });
}

} // namespace
} // namespace lanecast::LANECAST_ISA
