#pragma once

#include "isa/kernels/tree/single_descent.hpp"

namespace lanecast::LANECAST_ISA {

/// The single-query fallback for queries whose lists have become so short that most lanes would be
/// empty. The queries descend one node at a time with eight children in lanes, interleaved: while
/// some are tested, the next nodes of the others are loaded from memory.
class SingleFallback {
    struct Waiting {
        Child child;
        std::uint32_t number; ///< number of the query
    };

    static constexpr std::uint32_t at_once = tuning::fallback_at_once,
                                   many = tuning::many_in_fallback;

public:
    /// Memory for the waiting queries.
    struct Room {
        Waiting waiting[many + at_once * node_width + max_depth * node_width];
    };

    explicit SingleFallback(Room& room) : waiting_(room.waiting) {}

    [[nodiscard]] bool is_empty() const { return size_ == 0; }
    [[nodiscard]] bool are_enough() const { return size_ >= at_once; }

    /// Adds a query at a child. Not allowed if are_enough().
    void add(Child child, std::uint32_t number) { waiting_[size_++] = {child, number}; }

    /// Advances the queries that were added last by one step, as many as can wait for memory
    /// together.
    /// @param boxes_of(number)  object with meet(node, visit), which calls visit(c, begin, met)
    ///                          with the entry distances of the boxes of children c to c + N - 1
    ///                          and the mask of those that are hit
    /// @param leaf(number, child)  called for each leaf
    template <class BoxesOf, class Leaf>
    LANECAST_INLINE void go_on(const SceneView& scene, BoxesOf boxes_of, Leaf leaf) {
        // A single query adds at most seven children per level.
        const std::uint32_t most = size_ < many ? at_once : 1;
        const std::uint32_t count = size_ < most ? size_ : most;
        size_ -= count;
        Waiting turn[at_once];
        for (std::uint32_t k = 0; k < count; ++k)
            turn[k] = waiting_[size_ + k];
        for (std::uint32_t k = 0; k < count; ++k) {
            const auto [child, number] = turn[k];
            if (child.is_leaf())
                leaf(number, child);
            else
                add_children(scene, scene.node(child.index()), boxes_of(number), number);
        }
    }

private:
    /// Adds the nearest child last, so that it is next. Sorting all children costs more than it
    /// saves.
    template <class Boxes>
    void add_children(const SceneView& scene, const Node& node, const Boxes& boxes,
                      std::uint32_t number) {
        alignas(64) float enter[node_width];
        unsigned met = 0;
        boxes.meet(node, [&]<int N>(int c, Float<N> begin, Mask<N> meets) {
            begin.store(enter + c);
            met |= meets.bits() << c;
        });
        if (met == 0)
            return;
        std::uint64_t nearest = child_key(met, enter);
        const auto add = [&](Child child) {
            prefetch<tuning::child_lines_for_one>(scene, child);
            waiting_[size_++] = {child, number};
        };
        for (met &= met - 1; met != 0; met &= met - 1) {
            // Compiles to conditional moves, because which of two is nearer is unpredictable.
            const std::uint64_t next = child_key(met, enter);
            const std::uint64_t farther = next < nearest ? nearest : next;
            nearest = next < nearest ? next : nearest;
            add(child_of(node, farther));
        }
        add(child_of(node, nearest));
    }

    std::uint32_t size_ = 0;
    Waiting* waiting_;
};

} // namespace lanecast::LANECAST_ISA
