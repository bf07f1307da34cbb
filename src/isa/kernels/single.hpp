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

/// Calls visit(kind, LeafRun) for the leaves along ray i, nearer ones first as far as boxes tell,
/// leaving out those that begin beyond limit(); stops when visit answers true.
template <class Limit, class Visit>
bool traverse_single(const SceneView& scene, const RayBlock& rays, int i, Limit limit, Visit visit) {
    struct Entry {
        float enter;
        std::uint32_t child;
        std::uint8_t leaf_blocks;
        std::uint8_t leaf_kind;
    };
    const BoxRay ray(rays, i);
    float up_to = ray.limit(limit());
    Entry stack[max_depth * (node_width - 1) + 1];
    int top = 0;
    stack[top++] = {-__builtin_inff(), 0, 0, 0};
    while (top > 0) {
        const Entry entry = stack[--top];
        if (entry.enter > up_to)
            continue;
        if (entry.leaf_blocks != 0) {
            const LeafArray& leaves = scene.leaves[entry.leaf_kind];
            if (visit(entry.leaf_kind, LeafRun{leaves.blocks, entry.child, entry.leaf_blocks}))
                return true;
            up_to = ray.limit(limit());
            continue;
        }
        const Node& node = scene.nodes[entry.child];
        float enter[node_width];
        const int base = top;
        for (unsigned met = ray.meet(node, up_to, enter); met != 0; met &= met - 1) {
            const int c = __builtin_ctz(met);
            int place = top++;
            for (; place > base && stack[place - 1].enter < enter[c]; --place)
                stack[place] = stack[place - 1];
            stack[place] = {enter[c], node.child[c], node.leaf_blocks[c], node.leaf_kind[c]};
        }
    }
    return false;
}

} // namespace lanecast::LANECAST_ISA
