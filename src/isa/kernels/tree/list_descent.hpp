#pragma once

#include <concepts>

#include "core/stream_steps.hpp"
#include "isa/kernels/columns/blocks.hpp"
#include "isa/kernels/tree/single_fallback.hpp"

/// Descent of lists through the BVH: at each node, the queries of a list that hit a child's box
/// form the list of that child.
namespace lanecast::LANECAST_ISA {

/// Numbers of queries or of packets, stored contiguously. Up to one vector behind the last number
/// may be overwritten.
struct QueryList {
    std::uint32_t* first;
    std::uint32_t size;

    /// Returns W numbers from the i-th on. Past the end, the last number is repeated.
    /// @param padded  storage for the numbers if they do not fill a vector of the list
    template <int W>
    [[nodiscard]] const std::uint32_t* vector(std::uint32_t i, std::uint32_t* padded) const {
        if (size - i >= W)
            return first + i;
        for (std::uint32_t lane = 0; lane < W; ++lane)
            padded[lane] = first[lane < size - i ? i + lane : size - 1];
        return padded;
    }
    /// Bit mask of the lanes that vector() did not pad.
    template <int W>
    [[nodiscard]] unsigned lanes(std::uint32_t i) const {
        return size - i >= W ? (1u << W) - 1u : (1u << (size - i)) - 1u;
    }
};

/// The entities that the numbers of a list refer to.
template <class L>
concept QueryLists = requires(const L& lists, const Node& node, QueryList list, std::uint32_t* to,
                              const typename L::Group& group, void (*visit)(int slot)) {
    /// Numbers of a list that are tested together.
    { L::at_once } -> std::convertible_to<std::uint32_t>;
    /// Lists of at most this size continue in the SingleFallback, which then needs
    /// boxes_of(number).
    { L::fallback_size } -> std::convertible_to<std::uint32_t>;
    /// Whether any answer ends a query, so that leaves come first.
    { lists.ends_with_any() } -> std::convertible_to<bool>;
    /// Returns a node as the queries see it.
    lists.facing(node);
    /// Prefetches `count` entries from the i-th on.
    lists.prefetch(list, 0u, 0u);
    /// The entries from the i-th on.
    requires std::constructible_from<typename L::Group, const L&, const Node&, QueryList,
                                     std::uint32_t>;
    /// Writes the entries that hit the box of a child. @returns the end of what it wrote
    { group.put(node, 0, to) } -> std::same_as<std::uint32_t*>;
    /// Calls visit(slot) for the children that need to be tested.
    group.for_each_slot(visit);
};

/// Stack of children whose lists wait, and the memory of the lists, which is a stack, too: the
/// memory above the current list is free.
///
/// @tparam Lists  see QueryLists
template <QueryLists Lists>
class Descent {

    struct Waiting {
        Child child;
        QueryList list;
    };

    /// Stack of waiting children. Placed at the end of the memory for lists, because threads may
    /// have small stacks.
    struct Room {
        /// Each level adds at most seven siblings and the halves of a list.
        Waiting waiting[max_depth * (node_width - 1 + 32) + 2];
        SingleFallback::Room fallback;
    };
    static_assert(sizeof(Room) + alignof(Room) <= descent_room);
    /// Reserve for the lists of split_group(), down to the deepest leaf.
    static constexpr std::size_t numbers_for_lists =
        std::size_t{max_depth + 2} * node_width * static_cast<std::size_t>(W);

public:
    /// Memory required in addition to the first list, in numbers.
    static constexpr std::size_t least_room =
        numbers_for_lists + descent_room / sizeof(std::uint32_t);

    /// @param octant  octant of all queries in the lists
    /// @param end     end of the memory behind the first list
    Descent(const SceneView& scene, const Lists& lists, unsigned octant, std::uint32_t* end)
        : scene_(scene), lists_(lists), octant_(octant), room_(room_before(end)),
          end_(reinterpret_cast<std::uint32_t*>(&room_) - numbers_for_lists),
          fallback_(room_.fallback) {}

    /// Calls leaf(list, kind, LeafRun) for every leaf below the root that queries of the list may
    /// reach.
    template <class Leaf>
    void run(Child root, QueryList list, Leaf leaf) {
        top_ = room_.waiting;
        *top_++ = {root, list};
        while (top_ != room_.waiting) {
            const Waiting now = *--top_;
            if (now.child.is_leaf()) {
                visit(leaf, now.list, now.child);
                continue;
            }
            if constexpr (Lists::fallback_size != 0) {
                if (now.list.size <= Lists::fallback_size) {
                    for (std::uint32_t i = 0; i < now.list.size; ++i)
                        fallback_.add(now.child, now.list.first[i]);
                    while (fallback_.are_enough())
                        step_fallback(leaf);
                    continue;
                }
            }
            const auto& node = lists_.facing(scene_.node(now.child.index()));
            Order order(node, octant_);
            if (lists_.ends_with_any())
                order.sort_for_any(node);
            if (now.list.size <= Lists::at_once)
                split_group(node, order, now.list);
            else if (room_for(order, now.list))
                split(node, order, now.list);
            else
                halve(now);
        }
        if constexpr (Lists::fallback_size != 0)
            while (!fallback_.is_empty())
                step_fallback(leaf);
    }

private:
    static Room& room_before(std::uint32_t* end) {
        const auto address = reinterpret_cast<std::uintptr_t>(end) - sizeof(Room);
        return *reinterpret_cast<Room*>(address / alignof(Room) * alignof(Room));
    }

    template <class Leaf>
    void visit(Leaf& leaf, QueryList list, Child child) {
        leaf(list, child.kind(), LeafRun{scene_.memory, child.index(), child.blocks()});
    }
    template <class Leaf>
    LANECAST_APART void step_fallback(Leaf& leaf) {
        fallback_.go_on(
            scene_, [&](std::uint32_t number) { return lists_.boxes_of(number); },
            [&](std::uint32_t number, Child child) {
                visit(leaf, {&number, 1}, child);
            });
    }

    /// The children of a node, ordered from last hit to first.
    class Order {
    public:
        Order(const Node& node, unsigned octant) {
            const bool backward = octant >= 4;
            const std::uint32_t nearest_first = node.order(backward ? 7 - octant : octant);
            count_ = nearest_first == ~0u ? 0 : 8 - __builtin_clz(~nearest_first) / 4;
            order_ = nearest_first;
            shift_ = backward ? 0 : 4 * (count_ - 1);
            step_ = backward ? 4 : -4;
        }
        [[nodiscard]] int count() const { return count_; }
        /// Leaves first, then nodes in the order of their slots, the last one first.
        void sort_for_any(const Node& node) {
            std::uint32_t nodes = 0, leaves = 0;
            int node_bits = 0, leaf_bits = 0;
            for (int i = 0; i < count_; ++i) {
                const bool is_leaf = node.children[i].is_leaf();
                (is_leaf ? leaves : nodes) |= static_cast<std::uint32_t>(i)
                                              << (is_leaf ? leaf_bits : node_bits);
                (is_leaf ? leaf_bits : node_bits) += 4;
            }
            order_ = nodes | (leaf_bits == 0 ? 0 : leaves << node_bits);
            shift_ = 0;
            step_ = 4;
        }
        [[nodiscard]] int operator[](int i) const {
            return static_cast<int>(order_ >> (shift_ + i * step_) & 15u);
        }

    private:
        std::uint32_t order_;
        int count_, shift_, step_;
    };

    /// Writes each child's list directly behind the previous one.
    void split_group(const Node& node, const Order& order, QueryList list) {
        const typename Lists::Group group(lists_, node, list, 0);
        std::uint32_t* free = list.first + list.size;
        for (int i = 0; i < order.count(); ++i) {
            const int c = order[i];
            std::uint32_t* const end = group.put(node, c, free);
            const auto size = static_cast<std::uint32_t>(end - free);
            const Child child = node.children[c];
            prefetch<tuning::child_lines_for_list>(scene_, child);
            *top_ = {child, {free, size}};
            top_ += size != 0;
            free = end;
        }
    }

    [[nodiscard]] bool room_for(const Order& order, QueryList list) const {
        return end_ - (list.first + list.size) >=
               static_cast<std::ptrdiff_t>(order.count()) * (list.size + W);
    }

    /// Writes the children's lists side by side, each with room for all queries.
    void split(const Node& node, const Order& order, QueryList list) {
        std::uint32_t* const free = list.first + list.size;
        const std::uint32_t stride = list.size + W;
        std::uint32_t* ends[node_width];
        std::uint32_t nowhere[W]; // receives the hits of empty slots, of which there are none
        for (std::uint32_t*& end : ends)
            end = nowhere;
        for (int i = 0; i < order.count(); ++i)
            ends[order[i]] = free + static_cast<std::size_t>(i) * stride;
        constexpr std::uint32_t ahead = tuning::list_ahead;
        lists_.prefetch(list, 0, ahead);
        for (std::uint32_t q = 0; q < list.size; q += Lists::at_once) {
            lists_.prefetch(list, q + ahead, W);
            const typename Lists::Group group(lists_, node, list, q);
            group.for_each_slot([&](int c) { ends[c] = group.put(node, c, ends[c]); });
        }
        for (int i = 0; i < order.count(); ++i) {
            std::uint32_t* const first = free + static_cast<std::size_t>(i) * stride;
            const auto size = static_cast<std::uint32_t>(ends[order[i]] - first);
            const Child child = node.children[order[i]];
            prefetch<tuning::child_lines_for_list>(scene_, child);
            *top_ = {child, {first, size}};
            top_ += size != 0;
        }
    }

    /// Pushes the same child twice, with each half of the list. The half on top of the stack is the
    /// one with the higher address, so everything above the current list stays free.
    void halve(const Waiting& now) {
        const std::uint32_t half = now.list.size / 2;
        *top_++ = {now.child, {now.list.first, half}};
        *top_++ = {now.child, {now.list.first + half, now.list.size - half}};
    }

    const SceneView& scene_;
    const Lists& lists_;
    unsigned octant_;
    Room& room_;
    std::uint32_t* end_; ///< end of the room for split(); behind it is the reserve
    Waiting* top_;
    SingleFallback fallback_;
};

} // namespace lanecast::LANECAST_ISA
