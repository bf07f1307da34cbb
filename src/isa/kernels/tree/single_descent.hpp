#pragma once

#include "core/bvh_layout.hpp"
#include "isa/kernels/columns/blocks.hpp"
#include "isa/kernels/tree/leaf_run.hpp"

/// Descent of one query through the BVH, with eight children in lanes.
namespace lanecast::LANECAST_ISA {

/// Prefetches the beginning of a child while its siblings are still being tested. Always inlined,
/// because g++ removes a call to a function that only prefetches.
template <int lines>
LANECAST_INLINE inline void prefetch(const SceneView& scene, Child child) {
    constexpr int line_floats = 16;
    for (int line = 0; line < lines; ++line)
        __builtin_prefetch(scene.at(child.index()) + line * line_floats);
}

/// Key that orders children by their entry distance: its bits, followed by the slot. All children
/// that begin behind the origin have the same distance.
/// @param met    bit mask of slots; the lowest set bit is the child
/// @param enter  entry distances by slot
inline std::uint64_t child_key(unsigned met, const float* enter) {
    const int c = __builtin_ctz(met);
    const auto bits = __builtin_bit_cast(std::int32_t, enter[c]);
    const auto order = static_cast<std::uint32_t>(bits < 0 ? 0 : bits);
    return std::uint64_t{order} << 32 | static_cast<std::uint64_t>(c);
}
inline const Child& child_of(const Node& node, std::uint64_t key) {
    return node.children[key % node_width];
}

/// Stack of waiting children. Among the children of one node, the nearest is on top.
class WaitingChildren {
public:
    /// Returns the nearest of the children `met` and pushes the others.
    Child push_but_nearest(const SceneView& scene, const Node& node, unsigned met,
                           const float* enter) {
        if ((met & (met - 1)) == 0)
            return node.children[__builtin_ctz(met)];
        std::uint64_t nearest = child_key(met, enter);
        const int first = size_;
        for (met &= met - 1; met != 0; met &= met - 1) {
            // Compiles to conditional moves, because which of two is nearer is unpredictable.
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

    /// Pops the next child that begins before `limit`. Returns false if none is left.
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
    float enter_[most]; // not pairs: their padding would grow the stack frame
    Child children_[most];
};

/// Calls visit(kind, LeafRun) for the leaves below a root whose boxes the query hits, roughly from
/// near to far. Skips boxes that begin beyond limit(). Stops when visit returns true.
/// @tparam Boxes  BoxRay or BoxPoint: query i of `columns` against boxes. Constructed here, so that
///                it stays in registers
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
            __builtin_prefetch(node.children); // before the box tests, not only after them
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

/// The same for a query that any answer ends: leaves first, since each may be the end, then nodes
/// in the order of their slots, the last one first.
template <class Boxes, class Columns, class Visit>
bool traverse_for_any(const SceneView& scene, Child root, const Columns& columns, int i,
                      float farthest, Visit visit) {
    const Boxes boxes(columns, i, scene.space);
    const float up_to = boxes.limit(farthest);
    Child waiting[max_depth * (node_width - 1) + 1];
    int size = 0;
    Child now = root;
    for (;;) {
        const Node& node = scene.node(now.index());
        __builtin_prefetch(node.children);
        unsigned met = 0;
        boxes.meet(node, up_to,
                   [&]<int N>(int c, Float<N>, Mask<N> meets) { met |= meets.bits() << c; });
        Child leaves[node_width];
        int leaf_count = 0;
        for (; met != 0; met &= met - 1) {
            const Child child = node.children[__builtin_ctz(met)];
            prefetch<tuning::child_lines_for_one>(scene, child);
            const bool is_leaf = child.is_leaf();
            leaves[leaf_count] = waiting[size] = child; // no branch, which nobody could predict
            leaf_count += is_leaf ? 1 : 0;
            size += is_leaf ? 0 : 1;
        }
        for (int k = 0; k < leaf_count; ++k)
            if (visit(leaves[k].kind(),
                      LeafRun{scene.memory, leaves[k].index(), leaves[k].blocks()}))
                return true;
        if (size == 0)
            return false;
        now = waiting[--size];
    }
}

} // namespace lanecast::LANECAST_ISA
