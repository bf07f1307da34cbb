#pragma once

#include "core/bvh_layout.hpp"
#include "isa/kernels/columns/blocks.hpp"
#include "isa/kernels/tree/leaf_run.hpp"

/// One query at a time goes down the tree, eight children in lanes.
namespace lanecast::LANECAST_ISA {

/// Fetches what a child begins with, while its siblings are still being looked at. Inlined always:
/// g++ takes a call that does nothing else for one that does nothing.
template <int lines>
[[gnu::always_inline]] inline void prefetch(const SceneView& scene, Child child) {
    constexpr int line_floats = 16;
    for (int line = 0; line < lines; ++line)
        __builtin_prefetch(scene.at(child.index()) + line * line_floats);
}

/// Orders children by where they begin, those that begin behind the origin alike: its bits, and
/// below them the slot.
/// @param met    slots as bits, of which the lowest is meant
/// @param enter  by slots
inline std::uint64_t child_key(unsigned met, const float* enter) {
    const int c = __builtin_ctz(met);
    const auto bits = __builtin_bit_cast(std::int32_t, enter[c]);
    const auto order = static_cast<std::uint32_t>(bits < 0 ? 0 : bits);
    return std::uint64_t{order} << 32 | static_cast<std::uint64_t>(c);
}
inline const Child& child_of(const Node& node, std::uint64_t key) {
    return node.children[key % node_width];
}

/// Children that wait for their turn, the nearest of those of one node on top.
class WaitingChildren {
public:
    /// The nearest of the children `met`; the others wait.
    Child push_but_nearest(const SceneView& scene, const Node& node, unsigned met,
                           const float* enter) {
        if ((met & (met - 1)) == 0)
            return node.children[__builtin_ctz(met)];
        std::uint64_t nearest = child_key(met, enter);
        const int first = size_;
        for (met &= met - 1; met != 0; met &= met - 1) {
            // Which of two is nearer no branch predictor knows; these are conditional moves.
            const std::uint64_t next = child_key(met, enter);
            const std::uint64_t farther = next < nearest ? nearest : next;
            nearest = next < nearest ? next : nearest;
            const Child child = child_of(node, farther);
            const float begin = enter[farther % node_width];
            prefetch<tuning::child_lines_for_one>(scene, child);
            int place = size_++;
            for (; place > first && enter_[place - 1] < begin; --place) {
                enter_[place] = enter_[place - 1];
                children_[place] = children_[place - 1];
            }
            enter_[place] = begin;
            children_[place] = child;
        }
        return child_of(node, nearest);
    }

    /// Takes the next child that begins before `limit`; false when none is left.
    bool pop(float limit, Child& child) {
        while (size_ != 0) {
            --size_;
            if (enter_[size_] <= limit) {
                child = children_[size_];
                return true;
            }
        }
        return false;
    }

private:
    static constexpr int most = max_depth * (node_width - 1) + 1;

    int size_ = 0;
    float enter_[most]; // two arrays, as pairs would have gaps: this lies on the stack
    Child children_[most];
};

/// Calls visit(kind, LeafRun) for the leaves below a root whose boxes the query meets, nearer ones
/// first as far as boxes tell, leaving out those that begin beyond limit(); stops when visit
/// answers true.
/// @tparam Boxes BoxRay or BoxPoint: query i of `columns` against boxes; made here, so it stays
///         in registers
template <class Boxes, class Columns, class Limit, class Visit>
bool traverse_single(const SceneView& scene, Child root, const Columns& columns, int i, Limit limit,
                     Visit visit) {
    const Boxes boxes(columns, i, scene.space);
    float farthest = limit(), up_to = boxes.limit(farthest);
    WaitingChildren waiting;
    Child now = root;
    for (;;) {
        if (now.is_leaf()) {
            if (visit(now.kind(), LeafRun{scene.memory, now.index(), now.blocks()}))
                return true;
            if (const float now_farthest = limit(); now_farthest != farthest) {
                farthest = now_farthest;
                up_to = boxes.limit(farthest);
            }
        } else {
            const Node& node = scene.node(now.index());
            __builtin_prefetch(node.children); // not only when the box tests are done
            float enter[node_width];
            unsigned met = 0;
            boxes.meet(node, up_to, [&]<int N>(int c, Float<N> begin, Mask<N> meets) {
                begin.store(enter + c);
                met |= meets.bits() << c;
            });
            if (met != 0) {
                now = waiting.push_but_nearest(scene, node, met, enter);
                continue;
            }
        }
        if (!waiting.pop(up_to, now))
            return false;
    }
}

} // namespace lanecast::LANECAST_ISA
