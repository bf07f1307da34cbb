#pragma once

#include "core/bvh_layout.hpp"
#include "isa/kernels/leaves.hpp"

/// One ray at a time goes down the tree, its eight children in lanes.
namespace lanecast::LANECAST_ISA {

/// A ray as box tests see it. Nothing here makes a result: the boxes are padded and the origin is
/// moved so far that no rounding below can lose a hit (docs/numerics.md).
class BoxRay {
public:
    BoxRay(const RayBlock& rays, int i) : up_(1.0f / rays.scale[i]) {
        const float padding = least_padding + ray_padding * (magnitude(rays.origin[0][i]) +
                                                             magnitude(rays.origin[1][i]) +
                                                             magnitude(rays.origin[2][i]));
        for (int axis = 0; axis < 3; ++axis) {
            const float o = rays.origin[axis][i];
            // Where the ray hardly moves along an axis, it may as well move a little more: the
            // parameter stays finite and the padding covers the difference.
            constexpr float steepest = largest_tree_coordinate;
            const float inverse = rays.inverse[axis][i];
            const bool negative = __builtin_signbit(inverse);
            const float clamped = magnitude(inverse) <= steepest ? inverse
                                  : negative                     ? -steepest
                                                                 : steepest;
            const float shift = negative ? -padding : padding;
            near_[axis] = 2 * axis + (negative ? 1 : 0);
            inverse_[axis] = clamped;
            near_offset_[axis] = -(o + shift) * clamped;
            far_offset_[axis] = -(o - shift) * clamped;
        }
        t_min_ = scaled(rays.t_min[i], -smallest);
    }

    [[nodiscard]] static bool fits(const RayBlock& rays, int i) {
        return magnitude(rays.origin[0][i]) <= largest_tree_coordinate &&
               magnitude(rays.origin[1][i]) <= largest_tree_coordinate &&
               magnitude(rays.origin[2][i]) <= largest_tree_coordinate;
    }

    /// The parameter of the scaled ray up to which boxes matter, for hits up to t.
    [[nodiscard]] float limit(float t) const { return scaled(t, smallest); }

    /// The children whose boxes the ray meets in [t_min, limit]; where it enters them goes to `enter`.
    [[nodiscard]] unsigned meet(const Node& node, float limit, float* enter) const {
        constexpr int N = native_width < node_width ? native_width : node_width;
        unsigned met = 0;
        for (int c = 0; c < node_width; c += N) {
            const auto plane = [&](int index, int axis, float offset) {
                return fma_for_culling(Float<N>::load(node.bounds[index] + c),
                                       Float<N>(inverse_[axis]), Float<N>(offset));
            };
            const auto near = [&](int axis) { return plane(near_[axis], axis, near_offset_[axis]); };
            const auto far = [&](int axis) {
                return plane(near_[axis] ^ 1, axis, far_offset_[axis]);
            };
            const Float<N> in = max(max(near(0), near(1)), max(near(2), Float<N>(t_min_)));
            const Float<N> out = min(min(far(0), far(1)), min(far(2), Float<N>(limit)));
            in.store(enter + c);
            met |= (in <= out).bits() << c;
        }
        return met;
    }

private:
    static constexpr float smallest = 1.401298464324817e-45f;

    static float magnitude(float x) { return __builtin_fabsf(x); }

    /// t in units of the scaled direction, moved one step outward: scaling back may have rounded
    /// parameters to it that lie beyond.
    [[nodiscard]] float scaled(float t, float step) const { return (t + step) * up_; }

    float up_;
    float t_min_;
    float inverse_[3];
    float near_offset_[3];
    float far_offset_[3];
    int near_[3]; ///< of Node::bounds: the plane that the ray meets first
};

/// Fetches what a child begins with, while its siblings are still being looked at.
inline void prefetch(const SceneView& scene, Child child) {
    constexpr int lines = 4, line_size = 64;
    const char* memory = reinterpret_cast<const char*>(scene.nodes + child.index());
    if (child.is_leaf()) {
        const LeafArray& leaves = scene.leaves[child.kind()];
        memory = reinterpret_cast<const char*>(leaves.blocks + child.index() * leaves.block_floats);
    }
    for (int line = 0; line < lines; ++line)
        __builtin_prefetch(memory + line * line_size);
}

/// Calls visit(kind, LeafRun) for the leaves along ray i, nearer ones first as far as boxes tell,
/// leaving out those that begin beyond limit(); stops when visit answers true.
template <class Limit, class Visit>
bool traverse_single(const SceneView& scene, const RayBlock& rays, int i, Limit limit, Visit visit) {
    struct Waiting {
        float enter;
        std::uint32_t unused;
        Child child;
    };
    Waiting stack[max_depth * (node_width - 1) + 1];
    Waiting* top = stack;

    const BoxRay ray(rays, i);
    float up_to = ray.limit(limit());
    Child now = Child::node(0);
    for (;;) {
        while (!now.is_leaf()) {
            const Node& node = scene.nodes[now.index()];
            float enter[node_width];
            unsigned met = ray.meet(node, up_to, enter);
            if (met == 0)
                goto next;
            {
            int nearest = __builtin_ctz(met);
            met &= met - 1;
            now = node.children[nearest];
            if (met == 0)
                continue;
            float nearest_enter = enter[nearest];
            Waiting* const base = top;
            do {
                const int c = __builtin_ctz(met);
                met &= met - 1;
                Child child = node.children[c];
                float child_enter = enter[c];
                prefetch(scene, child);
                if (child_enter < nearest_enter) {
                    const float e = nearest_enter;
                    nearest_enter = child_enter;
                    child_enter = e;
                    const Child other = now;
                    now = child;
                    child = other;
                }
                Waiting* place = top++;
                for (; place > base && place[-1].enter < child_enter; --place) {
                    place->enter = place[-1].enter;
                    place->child = place[-1].child;
                }
                place->enter = child_enter;
                place->child = child;
            } while (met != 0);
            }
        }
        if (visit(now.kind(), LeafRun{scene.leaves[now.kind()].blocks, now.index(), now.blocks()}))
            return true;
        up_to = ray.limit(limit());
    next:
        do {
            if (top == stack)
                return false;
            --top;
        } while (top->enter > up_to);
        now = top->child;
    }
}

} // namespace lanecast::LANECAST_ISA
