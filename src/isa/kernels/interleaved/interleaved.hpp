#pragma once

#include "isa/kernels/interleaved/child_stack.hpp"
#include "isa/kernels/parts/ask.hpp"

/// Interleaved descent: several queries of a block are in flight, and while one is tested, the next
/// nodes of the others are loaded from memory. Which children a query hits is unpredictable, so the
/// code is nearly branchless: a sorting network orders the children of W queries in lanes, and
/// queries move between lists of slots.
namespace lanecast::LANECAST_ISA {
namespace {

/// Number of queries that are prepared at a time.
template <class Query>
constexpr int interleaved_queries = block_size;
template <class Query>
requires requires { Query::interleaved_queries; }
constexpr int interleaved_queries<Query> = Query::interleaved_queries;

/// Queries of a block during their descent, with all data that they need. Too large for the stacks
/// of some threads, so it is placed in scratch memory.
template <class Query>
class Interleaved {
public:
    QueryBlock<Query, interleaved_queries<Query>> queries;

    /// Queries in flight.
    static constexpr std::uint32_t slots = tuning::interleaved_slots;

    /// @param scratch  memory aligned to cache lines
    static Interleaved& make(const Scratch& scratch) {
        static_assert(sizeof(Interleaved) <= interleaved_scratch_bytes);
        return *new (scratch.memory) Interleaved;
    }

    /// @param list      the queries
    /// @param limit(i)  distance beyond which shapes do not matter to query i
    /// @param visit(i, kind, LeafRun)  returns whether query i is finished
    /// @tparam any  any answer ends a query, so limits stay the same
    template <bool any, class Limit, class Visit>
    LANECAST_APART void run(const SceneView& scene, const std::uint8_t* list, int size, Limit limit,
                            Visit visit) {
        const std::uint8_t* const end = list + size;
        Places here;
        const auto begin = [&](std::uint32_t slot) {
            const int i = *list++;
            query_[slot] = i;
            box_[slot] = &queries.group(i).prepared.box;
            place_[slot] = queries.place(i);
            limit_[slot] = limit(i);
            up_to_[slot] = boxes_in(slot, scene).limit(limit_[slot]);
            now_[slot] = scene.root_for_first();
            waiting_[slot].clear();
            here.nodes.add(slot, true);
        };
        for (std::uint32_t slot = 0; slot < slots && list != end; ++slot)
            begin(slot);
        while ((here.nodes.count | here.leaves.count) != 0) {
            visit_nodes<any>(scene, here);
            visit_leaves(scene, here, limit, visit);
            for (std::uint32_t k = 0; k < here.ended.count && list != end; ++k)
                begin(here.ended.of[k]);
            here.ended.count = 0;
        }
    }

private:
    using Boxes = typename Query::Boxes;

    Interleaved() = default;
    static void* operator new(std::size_t, void* memory) { return memory; }

    /// A list of slots. One entry behind the last is overwritten.
    struct Slots {
        std::uint32_t count = 0;
        std::uint32_t of[slots + 1];

        /// Adds a slot if `so`, without a branch.
        void add(std::uint32_t slot, bool so) {
            of[count] = slot;
            count += so;
        }
    };

    /// Slots by the state of their queries. Code that reads a list from its front may at the same
    /// time add entries to the part that it has read.
    struct Places {
        Slots nodes, leaves, ended;

        void add(std::uint32_t slot, bool has_next, bool is_leaf) {
            nodes.add(slot, has_next & !is_leaf);
            leaves.add(slot, has_next & is_leaf);
            ended.add(slot, !has_next);
        }
    };

    [[nodiscard]] Boxes boxes_in(std::uint32_t slot, const SceneView& scene) const {
        return Boxes(*box_[slot], place_[slot], scene.space);
    }

    template <bool any>
    void visit_nodes(const SceneView& all, Places& here) {
        const std::uint32_t count = here.nodes.count;
        const SceneView scene = all;
        std::uint32_t met_count[slots];
        for (std::uint32_t k = 0; k < count; ++k) {
            const std::uint32_t slot = here.nodes.of[k];
            met_count[k] = keys_[k].template set<any>(boxes_in(slot, all),
                                                      scene.node(now_[slot].index()), up_to_[slot]);
        }
        for (std::uint32_t k = 0; k < count; k += W)
            sort_rows(keys_ + k);
        here.nodes.count = 0;
        for (std::uint32_t k = 0; k < count; ++k) {
            const std::uint32_t slot = here.nodes.of[k];
            Child child;
            const bool has_next =
                waiting_[slot].exchange(scene, now_[slot].index(), keys_[k], met_count[k], child);
            go_on(scene, slot, has_next, child, here);
        }
    }

    template <class Limit, class Visit>
    void visit_leaves(const SceneView& all, Places& here, Limit limit, Visit visit) {
        const SceneView scene = all;
        const std::uint32_t count = here.leaves.count;
        here.leaves.count = 0;
        for (std::uint32_t k = 0; k < count; ++k) {
            const std::uint32_t slot = here.leaves.of[k];
            const int i = query_[slot];
            const Child leaf = now_[slot];
            const bool ended =
                visit(i, leaf.kind(), LeafRun{scene.memory, leaf.index(), leaf.blocks()});
            if (const float now = limit(i); now != limit_[slot]) {
                limit_[slot] = now;
                up_to_[slot] = boxes_in(slot, scene).limit(now);
                waiting_[slot].cut(up_to_[slot]);
            }
            Child child;
            const bool has_next = waiting_[slot].pop(scene, child);
            go_on(scene, slot, has_next & !ended, child, here);
        }
    }

    /// Moves a slot to its next child, if there is one.
    void go_on(const SceneView& scene, std::uint32_t slot, bool has_next, Child child,
               Places& here) {
        now_[slot] = child;
        prefetch<tuning::child_lines_for_one>(scene, child);
        here.add(slot, has_next, child.is_leaf());
    }

    ChildStack waiting_[slots];
    int query_[slots];
    float limit_[slots];
    // The queries and limits in the form of the box tests.
    const decltype(Query::Prepared::box)* box_[slots];
    int place_[slots];
    float up_to_[slots];
    Child now_[slots];
    ChildKeys keys_[(slots + W - 1) / W * W] = {};
};

/// Engine that answers the queries of a block interleaved.
struct InterleavedEngine {
    /// Memory for answering a part of a batch.
    template <class Query>
    struct Room {
        Interleaved<Query>& interleaved;
        QueryBlock<Query, interleaved_queries<Query>>& queries;

        explicit Room(const Scratch& scratch)
            : interleaved(Interleaved<Query>::make(scratch)), queries(interleaved.queries) {}
    };

    template <class Question, class Room>
    static void first_answers(const SceneView& scene, const Room& room, const Block& block,
                              Settings settings, AnswerBlock& answers) {
        const auto& queries = room.queries;
        Answer first[block_size];
        std::uint8_t list[block_size];
        int size = 0;
        const auto ask = [&](int i, std::uint32_t kind, LeafRun run) {
            SceneLeaves::first<Question>.of[kind](queries.group(i), queries.place(i), run, settings,
                                                  first[i]);
            return false;
        };
        for (int i = 0; i < block.size; ++i) {
            if (!queries.is_asked(i))
                continue;
            first[i] = {queries.limit(i), no_id, 0, 0, 0};
            const bool out_of_tree = is_out_of_tree(queries, i);
            if (out_of_tree || scene.has_shapes_out_of_tree)
                visit_all(scene, !out_of_tree,
                          [&](std::uint32_t kind, LeafRun run) { return ask(i, kind, run); });
            if (!out_of_tree)
                list[size++] = static_cast<std::uint8_t>(i);
        }
        if (scene.has_tree)
            room.interleaved.template run<false>(
                scene, list, size, [&](int i) { return first[i].t; }, ask);
        for (int i = 0; i < block.size; ++i)
            if (queries.is_asked(i))
                answers.set(i, first[i]);
    }

    template <class Question, class Room>
    static void any_answers(const SceneView& scene, const Room& room, const Block& block,
                            Settings settings, bool* hits) {
        const auto& queries = room.queries;
        std::uint8_t list[block_size];
        int size = 0;
        const auto ask = [&](int i, std::uint32_t kind, LeafRun run) {
            return hits[i] = SceneLeaves::any<Question>.of[kind](queries.group(i), queries.place(i),
                                                                 run, settings);
        };
        for (int i = 0; i < block.size; ++i) {
            hits[i] = false;
            if (!queries.is_asked(i))
                continue;
            const bool out_of_tree = is_out_of_tree(queries, i);
            if ((out_of_tree || scene.has_shapes_out_of_tree) &&
                visit_all(scene, !out_of_tree,
                          [&](std::uint32_t kind, LeafRun run) { return ask(i, kind, run); }))
                continue;
            if (!out_of_tree)
                list[size++] = static_cast<std::uint8_t>(i);
        }
        if (scene.has_tree)
            room.interleaved.template run<true>(
                scene, list, size, [&](int i) { return queries.limit(i); }, ask);
    }

private:
    template <class Queries>
    static bool is_out_of_tree(const Queries& queries, int i) {
        return queries.group(i).prepared.box.out_of_tree[queries.place(i)] != 0;
    }
};

} // namespace
} // namespace lanecast::LANECAST_ISA
