#pragma once

#include "isa/kernels/leaves/shape_leaves.hpp"
#include "isa/kernels/tree/single_descent.hpp"

/// One query against a scene, exhaustively or through the BVH.
namespace lanecast::LANECAST_ISA {
namespace {

/// Calls visit(kind, LeafRun) for all primitives, or only for those outside the BVH, until it
/// returns true.
template <class Visit>
bool visit_all(const SceneView& scene, bool only_out_of_tree, Visit visit) {
    for (std::uint32_t kind = 0; kind < leaf_kinds; ++kind) {
        const LeafArray& leaves = scene.leaves[kind];
        const std::uint32_t skipped = only_out_of_tree ? leaves.in_tree : 0;
        const LeafRun run = {scene.memory, leaves.first + skipped * leaf_units.of[kind],
                             leaves.all - skipped};
        if (run.count != 0 && visit(kind, run))
            return true;
    }
    const LeafRun mixed = {scene.memory, scene.first_mixed, scene.mixed_blocks, true};
    return !only_out_of_tree && mixed.count != 0 &&
           visit(static_cast<std::uint32_t>(Kind::mixed), mixed);
}

/// Tests every primitive.
struct Exhaustive {
    using ForAny = Exhaustive; ///< the engine for questions that any answer ends
    static constexpr bool uses_tree = false;
};

/// Descends the BVH with one query that any answer ends.
struct SingleForAny {
    static constexpr bool uses_tree = true;
    template <class Query, class Limit, class Visit>
    static bool traverse(const SceneView& scene, Child root, const QueryGroup<Query>& queries,
                         int i, Limit limit, Visit visit) {
        return traverse_for_any<typename Query::Boxes>(scene, root, queries.prepared.box, i,
                                                       limit(), visit);
    }
};

/// Descends the BVH with one query.
struct Single {
    using ForAny = SingleForAny;
    static constexpr bool uses_tree = true;
    template <class Query, class Limit, class Visit>
    static bool traverse(const SceneView& scene, Child root, const QueryGroup<Query>& queries,
                         int i, Limit limit, Visit visit) {
        return traverse_single<typename Query::Boxes>(scene, root, queries.prepared.box, i, limit,
                                                      visit);
    }
};

/// Calls visit(kind, LeafRun) for all leaves that may hold an answer to query i before limit(),
/// until it returns true.
/// @param root  of the BVH
template <class Engine, class Query, class Limit, class Visit>
bool walk(const SceneView& scene, Child root, const QueryGroup<Query>& queries, int i, Limit limit,
          Visit visit) {
    if constexpr (Engine::uses_tree) {
        if (!queries.prepared.box.out_of_tree[i]) {
            if (scene.has_tree && Engine::traverse(scene, root, queries, i, limit, visit))
                return true;
            return scene.has_shapes_out_of_tree && visit_all(scene, true, visit);
        }
    }
    return visit_all(scene, false, visit);
}

// Not inlined, so that each traversal has all registers.
template <class Question, class Engine, class Leaves>
LANECAST_APART Answer first_of(const SceneView& scene,
                               const QueryGroup<typename Question::Query>& queries, int i,
                               Settings settings) {
    Answer first = {queries.prepared.limit(i), no_id, 0, 0, 0};
    walk<Engine>(
        scene, scene.root_for_first(), queries, i, [&] { return first.t; },
        [&](std::uint32_t kind, LeafRun run) {
            Leaves::template first<Question>.of[kind](queries, i, run, settings, first);
            return false;
        });
    return first;
}

template <class Question, class Engine, class Leaves>
LANECAST_APART bool any_of(const SceneView& scene,
                           const QueryGroup<typename Question::Query>& queries, int i,
                           Settings settings) {
    return walk<typename Engine::ForAny>(
        scene, scene.root_for_first(), queries, i, [&] { return queries.prepared.limit(i); },
        [&](std::uint32_t kind, LeafRun run) {
            return Leaves::template any<Question>.of[kind](queries, i, run, settings);
        });
}

/// Adds the answers to query i. If `answers` need not see all of them, boxes beyond its last answer
/// are skipped, unless the order of answers does not follow distance: overlaps are ordered by id.
template <class Question, class Engine, class Leaves>
LANECAST_APART void all_of(const SceneView& scene,
                           const QueryGroup<typename Question::Query>& queries, int i,
                           Settings settings, AnswerList& answers) {
    const float farthest = queries.prepared.limit(i);
    const bool keep_limit = answers.sees_all || !Question::nearer_is_first;
    walk<Engine>(
        scene, SceneView::root_for_all(), queries, i,
        [&] { return keep_limit ? farthest : answers.limit(farthest); },
        [&](std::uint32_t kind, LeafRun run) {
            Leaves::template all<Question>.of[kind](queries, i, run, settings, answers);
            return false;
        });
}

} // namespace
} // namespace lanecast::LANECAST_ISA
