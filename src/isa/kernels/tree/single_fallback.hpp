#pragma once

#include "isa/kernels/tree/single_descent.hpp"

namespace lanecast::LANECAST_ISA {

/// The single-query fallback: queries whose lists have become so short that they would leave most
/// lanes empty. They go down one node at a time and interleaved, eight children in lanes: while
/// some are tested, what the others come to is on its way from memory.
class SingleFallback {
    struct Waiting {
        Child child;
        std::uint32_t number; ///< of the query
    };

    static constexpr std::uint32_t at_once = tuning::fallback_at_once,
                                   many = tuning::many_in_fallback;

public:
    /// What they need to wait.
    struct Room {
        Waiting waiting[many + at_once * node_width + max_depth * node_width];
    };

    explicit SingleFallback(Room& room) : waiting_(room.waiting) {}

    [[nodiscard]] bool is_empty() const { return size_ == 0; }
    [[nodiscard]] bool are_enough() const { return size_ >= at_once; }

    /// Not when there are enough.
    void add(Child child, std::uint32_t number) { waiting_[size_++] = {child, number}; }

    /// Those that came last, as many as wait for memory together, take one step.
    /// @param boxes_of(number)  what meet(node, visit) is called of; it calls visit(c, begin, met)
    ///        with where the boxes of children c to c + N - 1 begin, and which of them are met
    /// @param leaf(number, child)
    template <class BoxesOf, class Leaf>
    [[gnu::always_inline]] void go_on(const SceneView& scene, BoxesOf boxes_of, Leaf leaf) {
        // One at a time adds at most seven for each level.
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
    /// The nearest last, so that it comes first; to have all in order costs more than it gains.
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
            // Which of two is nearer no branch predictor knows; these are conditional moves.
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
