#pragma once

#include "core/bvh_layout.hpp"
#include "isa/kernels/leaves.hpp"

/// One ray at a time goes down the tree, its eight children in lanes.
namespace lanecast::LANECAST_ISA {

/// One ray against the boxes of nodes.
class BoxRay {
public:
    BoxRay(const BoxRayColumns& box, int i)
        : inverse_(box.inverse.broadcast<N>(i)), near_offset_(box.near_offset.broadcast<N>(i)),
          far_offset_(box.far_offset.broadcast<N>(i)), t_min_(box.t_min[i]),
          near_(planes_of_octant[box.octant[i]]), far_(planes_of_octant[7 - box.octant[i]]) {}

    /// The children whose boxes the ray meets up to `limit`; where it enters them goes to `enter`.
    [[nodiscard]] unsigned meet(const Node& node, float limit, float* enter) const {
        unsigned met = 0;
        for (int c = 0; c < node_width; c += N) {
            const float* planes = node.bounds[0] + c;
            const auto at = [&](std::ptrdiff_t plane, Float<N> inverse, Float<N> offset) {
                return fma_for_culling(Float<N>::load(planes + plane), inverse, offset);
            };
            const Float<N> in = max(max(at(near_[0], inverse_.x, near_offset_.x),
                                        at(near_[1], inverse_.y, near_offset_.y)),
                                    max(at(near_[2], inverse_.z, near_offset_.z), t_min_));
            const Float<N> out = min(
                min(at(far_[0], inverse_.x, far_offset_.x), at(far_[1], inverse_.y, far_offset_.y)),
                min(at(far_[2], inverse_.z, far_offset_.z), Float<N>(limit)));
            in.store(enter + c);
            met |= (in <= out).bits() << c;
        }
        return met;
    }

private:
    static constexpr int N = native_width < node_width ? native_width : node_width;

    /// The planes of Node::bounds that a ray of an octant meets first, as offsets in floats.
    struct Planes {
        std::ptrdiff_t axes[3];
        constexpr std::ptrdiff_t operator[](int axis) const { return axes[axis]; }
    };
    static constexpr std::ptrdiff_t x = 0, y = 2 * node_width, z = 4 * node_width, hi = node_width;
    static constexpr Planes planes_of_octant[8] = {
        {{x, y, z}},      {{x + hi, y, z}},      {{x, y + hi, z}},      {{x + hi, y + hi, z}},
        {{x, y, z + hi}}, {{x + hi, y, z + hi}}, {{x, y + hi, z + hi}}, {{x + hi, y + hi, z + hi}}};

    Vec<N> inverse_, near_offset_, far_offset_;
    Float<N> t_min_;
    Planes near_, far_;
};

/// Fetches what a child begins with, while its siblings are still being looked at.
inline void prefetch(const SceneView& scene, Child child) {
    constexpr int lines = 4, line_floats = 16;
    for (int line = 0; line < lines; ++line)
        __builtin_prefetch(scene.at(child.index()) + line * line_floats);
}

/// Children that wait for their turn, the nearest of those of one node on top.
class WaitingChildren {
public:
    /// The nearest of the children `met`; the others wait.
    Child push_but_nearest(const SceneView& scene, const Node& node, unsigned met,
                           const float* enter) {
        if ((met & (met - 1)) == 0)
            return node.children[__builtin_ctz(met)];
        std::uint64_t nearest = key(met, enter);
        Waiting* const first = top_;
        for (met &= met - 1; met != 0; met &= met - 1) {
            // Which of two is nearer no branch predictor knows; these are conditional moves.
            const std::uint64_t next = key(met, enter);
            const std::uint64_t farther = next < nearest ? nearest : next;
            nearest = next < nearest ? next : nearest;
            const Waiting child = {enter[farther & 7], node.children[farther & 7]};
            prefetch(scene, child.child);
            Waiting* place = top_++;
            for (; place > first && place[-1].enter < child.enter; --place)
                *place = place[-1];
            *place = child;
        }
        return node.children[nearest & 7];
    }

    /// Takes the next child that begins before `limit`; false when none is left.
    bool pop(float limit, Child& child) {
        while (top_ != stack_) {
            --top_;
            if (top_->enter <= limit) {
                child = top_->child;
                return true;
            }
        }
        return false;
    }

private:
    struct Waiting {
        float enter;
        Child child;
    };

    /// Orders children by where they begin, those that begin behind the origin alike: its bits, and
    /// below them the slot.
    static std::uint64_t key(unsigned met, const float* enter) {
        const int c = __builtin_ctz(met);
        const auto bits = __builtin_bit_cast(std::int32_t, enter[c]);
        const auto order = static_cast<std::uint32_t>(bits < 0 ? 0 : bits);
        return std::uint64_t{order} << 32 | static_cast<std::uint64_t>(c);
    }

    Waiting stack_[max_depth * (node_width - 1) + 1];
    Waiting* top_ = stack_;
};

/// Calls visit(kind, LeafRun) for the leaves along ray i, nearer ones first as far as boxes tell,
/// leaving out those that begin beyond limit(); stops when visit answers true.
template <class Limit, class Visit>
bool traverse_single(const SceneView& scene, const RayBlock& rays, int i, Limit limit,
                     Visit visit) {
    const BoxRay ray(rays.box, i);
    float up_to = rays.box.limit(i, limit());
    WaitingChildren waiting;
    Child now = Child::node(0);
    for (;;) {
        if (now.is_leaf()) {
            if (visit(now.kind(), LeafRun{scene.memory, now.index(), now.blocks()}))
                return true;
            up_to = rays.box.limit(i, limit());
        } else {
            const Node& node = scene.node(now.index());
            __builtin_prefetch(node.children); // not only when the box tests are done
            float enter[node_width];
            if (const unsigned met = ray.meet(node, up_to, enter)) {
                now = waiting.push_but_nearest(scene, node, met, enter);
                continue;
            }
        }
        if (!waiting.pop(up_to, now))
            return false;
    }
}

} // namespace lanecast::LANECAST_ISA
