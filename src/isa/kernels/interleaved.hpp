#pragma once

#include "isa/kernels/scene.hpp"
#include "isa/simd/records.hpp"

/// Some queries of a block go down the tree by turns: while one of them is tested, what the others
/// come to next is on its way from memory. Which children they meet no branch predictor knows, so
/// there are hardly any branches: a sorting network puts children in order, for W queries in lanes,
/// and where a query goes next is a matter of lists.
namespace lanecast::LANECAST_ISA {
namespace {

/// Children of a node as keys that order them: where they begin, those that begin behind the origin
/// alike, with the slot in the lowest bits. Less than 0: not met.
struct ChildKeys {
    static constexpr std::uint32_t slot_bits = node_width - 1;

    alignas(32) float of[node_width];

    /// @return how many are met
    template <class Boxes>
    std::uint32_t set(const Boxes& boxes, const Node& node, float limit) {
        static constexpr std::uint32_t slots[node_width] = {0, 1, 2, 3, 4, 5, 6, 7};
        unsigned met = 0;
        boxes.meet(node, limit, [&]<int N>(int c, Float<N> enter, Mask<N> meets) {
            const Float<N> begin = min(max(enter, Float<N>(0.0f)), Float<N>(largest_float));
            const Int<N> key = (as_int(begin) & Int<N>(~slot_bits)) | Int<N>::load(slots + c);
            select(meets, as_float(key), Float<N>(-1.0f)).store(of + c);
            met |= meets.bits() << c;
        });
        return static_cast<std::uint32_t>(__builtin_popcount(met));
    }

    /// The last of `count` keys; if there are none, anything.
    [[nodiscard]] std::uint32_t bits(std::uint32_t count) const {
        return __builtin_bit_cast(std::uint32_t, of[(count - 1) % node_width]);
    }

    /// The largest key of a child that begins at most at `limit`.
    static std::uint32_t largest(float limit) {
        return __builtin_bit_cast(std::uint32_t, limit > 0.0f ? limit : 0.0f) | slot_bits;
    }
};

/// Each of W rows of keys, the largest first, by the shortest network for eight (Knuth, The Art of
/// Computer Programming, 5.3.4).
inline void sort_rows(ChildKeys* rows) {
    static constexpr std::uint32_t numbers[] = {0, 1, 2,  3,  4,  5,  6,  7,
                                                8, 9, 10, 11, 12, 13, 14, 15};
    constexpr int stride = sizeof(ChildKeys) / sizeof(float);
    Float<W> keys[node_width];
    load_records<Rows<0, 1>, stride, W>(rows->of, numbers, keys);
    const auto order = [&](int first, int second) {
        const Float<W> larger = max(keys[first], keys[second]);
        keys[second] = min(keys[first], keys[second]);
        keys[first] = larger;
    };
    order(0, 1), order(2, 3), order(4, 5), order(6, 7);
    order(0, 2), order(1, 3), order(4, 6), order(5, 7);
    order(1, 2), order(5, 6), order(0, 4), order(3, 7);
    order(1, 5), order(2, 6);
    order(1, 4), order(3, 6);
    order(2, 4), order(3, 5);
    order(3, 4);
    store_records<Rows<0, 1>, stride, W>(keys, rows->of, numbers);
}

/// Children that wait for a query's turn, the nearest of those of one node on top: their keys and
/// the nodes whose children they are.
class ChildStack {
public:
    void clear() {
        top_ = keys_;
        *keys_ = none;
        keys_[most] = 0;
    }

    /// Pushes all but the last of the first `count` children of a node in the order of the keys,
    /// and takes that one; if there are none, the child that waits on top. Nothing is read that
    /// was just written in other pieces: such a load waits until the stores are in the cache.
    bool exchange(const SceneView& scene, std::uint32_t node, const ChildKeys& keys,
                  std::uint32_t count, Child& child) {
        std::uint32_t* const top = top_; // for all g++ knows the stores below change that
        const std::uint32_t key = *top, at = top[most];
        const std::uint32_t nearest = keys.bits(count);
        // In the quads that sort_rows() has just stored.
        constexpr int N = 4;
        for (int c = 0; c < node_width; c += N) {
            as_int(Float<N>::load(keys.of + c)).store(top + 1 + c);
            Int<N>(node).store(top + most + 1 + c);
        }
        const bool any = count != 0, waits = key != none;
        top_ = top + static_cast<std::ptrdiff_t>(count) - (any | waits);
        child = child_at(scene, any ? node : at, any ? nearest : key);
        return any | waits;
    }

    /// Takes the next child; false if there is none.
    bool pop(const SceneView& scene, Child& child) {
        const std::uint32_t key = *top_;
        child = child_at(scene, top_[most], key);
        top_ -= key != none;
        return key != none;
    }

    /// Forgets children that begin beyond `limit`.
    void cut(float limit) {
        constexpr int N = node_width <= W ? node_width : W;
        const Int<N> largest(ChildKeys::largest(limit));
        std::uint32_t* kept = keys_ + 1;
        for (const std::uint32_t* child = keys_ + 1; child <= top_; child += N) {
            const auto keys = Int<N>::load(child), nodes = Int<N>::load(child + most);
            const std::ptrdiff_t left = top_ + 1 - child;
            const unsigned lanes = left >= N ? (1u << N) - 1u : (1u << left) - 1u;
            const unsigned keep = ~signed_greater(keys, largest).bits() & lanes;
            compress(keys, keep).store(kept);
            compress(nodes, keep).store(kept + most);
            kept += __builtin_popcount(keep);
        }
        top_ = kept - 1;
    }

private:
    static Child child_at(const SceneView& scene, std::uint32_t node, std::uint32_t key) {
        return scene.node(node).children[key & ChildKeys::slot_bits];
    }

    /// The key at the bottom, with the root's first child.
    static constexpr std::uint32_t none = ~ChildKeys::slot_bits;

    /// So that stacks, which stand side by side, do not all begin in the same sets of a cache.
    static constexpr int spread = 21;

    /// With what exchange() writes behind the children that it adds, and the bottom.
    static constexpr int most = max_depth * (node_width - 1) + node_width + 2 + spread;

    std::uint32_t* top_;
    std::uint32_t keys_[2 * most]; ///< and behind them the nodes
};

/// Queries of a block on their way down the tree, and all they need there: too much for the stacks
/// of some threads, so it is made in scratch memory.
template <class Query>
class Interleaved {
public:
    QueryBlock<Query, block_size> queries;

    /// Queries at a time. Measured: with 16, vectors that are sorted together have gaps. On an
    /// Intel CPU 24, 32 and 48 are alike; on an AMD CPU against 24 a terrain takes 32 1.08 and 48
    /// 1.12 times as fast, a million spheres 1.06 and 1.11, 10,000 1.00 and 0.99, calls of 256
    /// queries 1.02 and 0.97.
    static constexpr std::uint32_t slots = 32;

    /// In memory that is aligned to cache lines.
    static Interleaved& make(const Scratch& scratch) {
        static_assert(sizeof(Interleaved) <= interleaved_scratch_bytes);
        return *new (scratch.memory) Interleaved;
    }

    /// @param list      the queries
    /// @param limit(i)  how far away shapes may begin that matter to query i
    /// @param visit(i, kind, LeafRun)  answers whether query i has come to its end
    template <class Limit, class Visit>
    [[gnu::noinline]] void run(const SceneView& scene, const std::uint8_t* list, int size,
                               Limit limit, Visit visit) {
        const std::uint8_t* const end = list + size;
        Places here;
        const auto begin = [&](std::uint32_t slot) {
            const int i = *list++;
            query_[slot] = i;
            box_[slot] = &queries.group(i).prepared.box;
            place_[slot] = queries.place(i);
            up_to_[slot] = boxes_in(slot).limit(limit(i));
            now_[slot] = Child::node(0);
            waiting_[slot].clear();
            here.nodes.add(slot, true);
        };
        for (std::uint32_t slot = 0; slot < slots && list != end; ++slot)
            begin(slot);
        while ((here.nodes.count | here.leaves.count) != 0) {
            visit_nodes(scene, here);
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

    /// Some slots; a place behind the last is written to.
    struct Slots {
        std::uint32_t count = 0;
        std::uint32_t of[slots + 1];

        /// Adds a slot if it is so, without asking.
        void add(std::uint32_t slot, bool so) {
            of[count] = slot;
            count += so;
        }
    };

    /// By where the queries are. Who reads a list from its front may add to it meanwhile what it
    /// has read.
    struct Places {
        Slots nodes, leaves, ended;

        void add(std::uint32_t slot, bool has_next, bool is_leaf) {
            nodes.add(slot, has_next & !is_leaf);
            leaves.add(slot, has_next & is_leaf);
            ended.add(slot, !has_next);
        }
    };

    [[nodiscard]] Boxes boxes_in(std::uint32_t slot) const {
        return Boxes(*box_[slot], place_[slot]);
    }

    void visit_nodes(const SceneView& all, Places& here) {
        const std::uint32_t count = here.nodes.count;
        const SceneView scene = all;
        std::uint32_t met_count[slots];
        for (std::uint32_t k = 0; k < count; ++k) {
            const std::uint32_t slot = here.nodes.of[k];
            met_count[k] =
                keys_[k].set(boxes_in(slot), scene.node(now_[slot].index()), up_to_[slot]);
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
            const float up_to = boxes_in(slot).limit(limit(i));
            if (up_to < up_to_[slot])
                waiting_[slot].cut(up_to);
            up_to_[slot] = up_to;
            Child child;
            const bool has_next = waiting_[slot].pop(scene, child);
            go_on(scene, slot, has_next & !ended, child, here);
        }
    }

    /// To the next child, if there is one.
    void go_on(const SceneView& scene, std::uint32_t slot, bool has_next, Child child,
               Places& here) {
        now_[slot] = child;
        prefetch<lines_for_one>(scene, child);
        here.add(slot, has_next, child.is_leaf());
    }

    ChildStack waiting_[slots];
    int query_[slots];
    // The same as box tests see it.
    const decltype(Query::Prepared::box)* box_[slots];
    int place_[slots];
    float up_to_[slots];
    Child now_[slots];
    ChildKeys keys_[(slots + W - 1) / W * W] = {};
};

/// An engine that answers the queries of a block by turns.
struct ByTurns {
    /// What a part of a batch is answered with.
    template <class Query>
    struct Room {
        Interleaved<Query>& turns;
        QueryBlock<Query, block_size>& queries;

        explicit Room(const Scratch& scratch)
            : turns(Interleaved<Query>::make(scratch)), queries(turns.queries) {}
    };

    template <class Question, class Room>
    static void first_answers(const SceneView& scene, const Room& room, const Block& block,
                              Settings settings, AnswerBlock& answers) {
        const auto& queries = room.queries;
        Answer first[block_size];
        std::uint8_t list[block_size];
        int size = 0;
        const auto ask = [&](int i, std::uint32_t kind, LeafRun run) {
            leaf_first_of<Question>.of[kind](queries.group(i), queries.place(i), run, settings,
                                             first[i]);
            return false;
        };
        for (int i = 0; i < block.size; ++i) {
            if (!queries.is_asked(i))
                continue;
            first[i] = {queries.limit(i), no_id, 0, 0, 0};
            const bool outside = is_outside(queries, i);
            if (outside || scene.has_shapes_outside)
                visit_all(scene, !outside,
                          [&](std::uint32_t kind, LeafRun run) { return ask(i, kind, run); });
            if (!outside)
                list[size++] = static_cast<std::uint8_t>(i);
        }
        if (scene.has_tree)
            room.turns.run(
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
            return hits[i] = leaf_any_of<Question>.of[kind](queries.group(i), queries.place(i), run,
                                                            settings);
        };
        for (int i = 0; i < block.size; ++i) {
            hits[i] = false;
            if (!queries.is_asked(i))
                continue;
            const bool outside = is_outside(queries, i);
            if ((outside || scene.has_shapes_outside) &&
                visit_all(scene, !outside,
                          [&](std::uint32_t kind, LeafRun run) { return ask(i, kind, run); }))
                continue;
            if (!outside)
                list[size++] = static_cast<std::uint8_t>(i);
        }
        if (scene.has_tree)
            room.turns.run(
                scene, list, size, [&](int i) { return queries.limit(i); }, ask);
    }

private:
    template <class Queries>
    static bool is_outside(const Queries& queries, int i) {
        return queries.group(i).prepared.box.outside[queries.place(i)] != 0;
    }
};

} // namespace
} // namespace lanecast::LANECAST_ISA
