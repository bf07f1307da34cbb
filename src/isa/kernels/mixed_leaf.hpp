#pragma once

#include "isa/kernels/leaf.hpp"
#include "isa/kernels/mixed_block.hpp"

/// What happens at a mixed leaf: of the shapes whose balls a query comes near, those of one kind
/// and block are asked as if they were a leaf.
namespace lanecast::LANECAST_ISA {
namespace {

/// Calls visit(block) for the blocks of a run until it answers true.
template <class Visit>
bool for_each_mixed(LeafRun run, Visit visit) {
    const auto* const blocks =
        reinterpret_cast<const MixedBlock*>(run.memory + std::size_t{run.first} * unit_floats);
    for (std::uint32_t b = 0; b < run.count; ++b)
        if (visit(blocks[b]))
            return true;
    return false;
}

/// The lanes of a block that hold something.
inline Mask<leaf_lanes> held(const MixedBlock& block) {
    return ~(Int<leaf_lanes>::load(block.block) == Int<leaf_lanes>(0));
}

/// Calls visit(kind, LeafRun) for the blocks in which the shapes of some lanes stand, until it
/// answers true.
template <class Visit>
bool for_each_run(const float* memory, const MixedBlock& mixed, unsigned lanes, Visit visit) {
    while (lanes != 0) {
        const int first = __builtin_ctz(lanes);
        const std::uint32_t block = mixed.block[first];
        unsigned shapes = 0;
        for (int lane = first; lane < leaf_lanes && mixed.block[lane] == block; ++lane) {
            shapes |= (lanes >> lane & 1u) << mixed.kind_lane[lane] % leaf_lanes;
            lanes &= ~(1u << lane);
        }
        if (visit(mixed.kind_lane[first] / leaf_lanes, LeafRun{memory, block, 1, shapes}))
            return true;
    }
    return false;
}

/// The same for those that a query, which is in all lanes, comes near.
template <class Lanes, class Visit>
bool for_each_near(const Lanes& query, LeafRun run, Visit visit) {
    return for_each_mixed(run, [&](const MixedBlock& block) {
        const Mask<leaf_lanes> near = may_meet(query, balls_of<leaf_lanes>(block)) & held(block);
        return for_each_run(run.memory, block, near.bits(), visit);
    });
}

template <class Question>
void mixed_first(const QueryBlock<typename Question::Query>& queries, int i, LeafRun run,
                 Settings settings, Answer& first) {
    const auto query = queries.prepared.template broadcast<leaf_lanes>(i, first.t);
    for_each_near(query, run, [&](std::uint32_t kind, LeafRun shapes) {
        leaf_first_of<Question>.of[kind](queries, i, shapes, settings, first);
        return false;
    });
}

template <class Question>
bool mixed_any(const QueryBlock<typename Question::Query>& queries, int i, LeafRun run,
               Settings settings) {
    const auto query =
        queries.prepared.template broadcast<leaf_lanes>(i, queries.prepared.limit(i));
    return for_each_near(query, run, [&](std::uint32_t kind, LeafRun shapes) {
        return leaf_any_of<Question>.of[kind](queries, i, shapes, settings);
    });
}

template <class Question>
void mixed_all(const QueryBlock<typename Question::Query>& queries, int i, LeafRun run,
               Settings settings, AnswerList& answers) {
    const auto query =
        queries.prepared.template broadcast<leaf_lanes>(i, queries.prepared.limit(i));
    for_each_near(query, run, [&](std::uint32_t kind, LeafRun shapes) {
        leaf_all_of<Question>.of[kind](queries, i, shapes, settings, answers);
        return false;
    });
}

} // namespace
} // namespace lanecast::LANECAST_ISA
