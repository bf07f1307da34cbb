#pragma once

#include "core/bvh_layout.hpp"
#include "isa/kernels/vector_column.hpp"

/// The boxes of nodes against rays and sweeps.

namespace lanecast::LANECAST_ISA {

/// Rays as box tests see them: a plane at p is at the parameter p * inverse + offset. Nothing here
/// makes a result: boxes are padded and origins are moved so far that no rounding in a box test can
/// lose a hit (docs/numerics.md).
struct BoxRayColumns {
    VectorColumn inverse;
    VectorColumn near_offset; ///< for the planes that the ray meets first on each axis
    VectorColumn far_offset;
    alignas(64) float t_min[block_size];
    alignas(64) float unscale[block_size];         ///< 1 / Ray::scale
    alignas(64) std::uint32_t octant[block_size];  ///< bit a: the direction is negative on axis a
    alignas(64) std::uint32_t outside[block_size]; ///< not 0: too far out for box tests

    /// The smallest step of t. Scaling a hit's parameter to t may have rounded; so may scaling
    /// back.
    static constexpr float step = 1.401298464324817e-45f;

    /// @param inverse_direction 1 / the scaled direction
    /// @param radius  of the ball that is swept along the ray; 0 for a ray
    template <int W>
    void store(int i, Vec<W> o, Vec<W> inverse_direction, Float<W> scale, Float<W> first,
               Float<W> radius) {
        const Float<W> reach = abs(o.x) + abs(o.y) + abs(o.z) + radius;
        const Float<W> padding = Float<W>(least_padding) + Float<W>(ray_padding) * reach + radius;
        const Vec<W> inv = {clamped(inverse_direction.x), clamped(inverse_direction.y),
                            clamped(inverse_direction.z)};
        // Towards the near planes: along the direction.
        const Vec<W> shift = {signed_as(padding, inv.x), signed_as(padding, inv.y),
                              signed_as(padding, inv.z)};
        const Float<W> up = Float<W>(1.0f) / scale;
        inverse.store(i, inv);
        near_offset.store(i, -product(o + shift, inv));
        far_offset.store(i, -product(o - shift, inv));
        ((first - Float<W>(step)) * up).store(t_min + i);
        up.store(unscale + i);
        const auto bit = [](Float<W> x, std::uint32_t value) {
            return select(sign_bit(x), Int<W>(value), Int<W>(0));
        };
        (bit(inv.x, 1) | bit(inv.y, 2) | bit(inv.z, 4)).store(octant + i);
        const Float<W> farthest = max(radius, max(abs(o.x), max(abs(o.y), abs(o.z))));
        select(farthest <= Float<W>(largest_tree_coordinate), Int<W>(0), Int<W>(1))
            .store(outside + i);
    }

private:
    /// Where a ray hardly moves along an axis it may as well move a little more: the parameter
    /// stays finite, and the padding covers the difference.
    template <int W>
    static Float<W> clamped(Float<W> inverse) {
        return signed_as(min(abs(inverse), Float<W>(largest_tree_coordinate)), inverse);
    }
    template <int W>
    static Float<W> signed_as(Float<W> magnitude, Float<W> sign) {
        return select(sign_bit(sign), -magnitude, magnitude);
    }
    template <int W>
    static Vec<W> product(Vec<W> a, Vec<W> b) {
        return {a.x * b.x, a.y * b.y, a.z * b.z};
    }
};

/// One ray against the boxes of nodes.
class BoxRay {
public:
    BoxRay(const BoxRayColumns& box, int i)
        : inverse_(box.inverse.broadcast<N>(i)), near_offset_(box.near_offset.broadcast<N>(i)),
          far_offset_(box.far_offset.broadcast<N>(i)), t_min_(box.t_min[i]),
          unscale_(box.unscale[i]), near_(planes_of_octant[box.octant[i]]),
          far_(planes_of_octant[7 - box.octant[i]]) {}

    /// What `limit` of meet() belongs to hits up to t: a parameter of the scaled ray.
    [[nodiscard]] float limit(float t) const { return (t + BoxRayColumns::step) * unscale_; }

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
    float unscale_;
    Planes near_, far_;
};

} // namespace lanecast::LANECAST_ISA
