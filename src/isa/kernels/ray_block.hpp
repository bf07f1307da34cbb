#pragma once

#include "core/bvh_layout.hpp"
#include "isa/kernels/rays.hpp"

namespace lanecast::LANECAST_ISA {

/// A column of three numbers for each ray of a block.
struct VectorColumn {
    alignas(64) float x[block_size];
    alignas(64) float y[block_size];
    alignas(64) float z[block_size];

    template <int W>
    void store(int i, Vec<W> a) {
        a.x.store(x + i);
        a.y.store(y + i);
        a.z.store(z + i);
    }
    template <int W>
    [[nodiscard]] Vec<W> load(int i) const {
        return {Float<W>::load(x + i), Float<W>::load(y + i), Float<W>::load(z + i)};
    }
    template <int W>
    [[nodiscard]] Vec<W> broadcast(int i) const {
        return {x[i], y[i], z[i]};
    }
};

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

    template <int W>
    void store(int i, const Ray<W>& ray) {
        const Vec<W> o = ray.origin;
        const Float<W> padding =
            Float<W>(least_padding) + Float<W>(ray_padding) * (abs(o.x) + abs(o.y) + abs(o.z));
        const Vec<W> inv = {clamped(ray.inverse.x), clamped(ray.inverse.y), clamped(ray.inverse.z)};
        // Towards the near planes: along the direction.
        const Vec<W> shift = {signed_as(padding, inv.x), signed_as(padding, inv.y),
                              signed_as(padding, inv.z)};
        const Float<W> up = Float<W>(1.0f) / ray.scale;
        inverse.store(i, inv);
        near_offset.store(i, -product(o + shift, inv));
        far_offset.store(i, -product(o - shift, inv));
        ((ray.t_min - Float<W>(step)) * up).store(t_min + i);
        up.store(unscale + i);
        const auto bit = [](Float<W> x, std::uint32_t value) {
            return select(sign_bit(x), Int<W>(value), Int<W>(0));
        };
        (bit(inv.x, 1) | bit(inv.y, 2) | bit(inv.z, 4)).store(octant + i);
        const Float<W> farthest = max(abs(o.x), max(abs(o.y), abs(o.z)));
        select(farthest <= Float<W>(largest_tree_coordinate), Int<W>(0), Int<W>(1))
            .store(outside + i);
    }

    /// The parameter of the scaled ray up to which boxes matter, for hits of ray i up to t.
    [[nodiscard]] float limit(int i, float t) const { return (t + step) * unscale[i]; }

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

/// A block of prepared rays as columns, from which engines take one ray for all lanes, or each
/// lane its own.
struct RayBlock {
    VectorColumn origin;
    VectorColumn direction; ///< scaled
    VectorColumn inverse;
    VectorColumn shear;
    VectorColumn permuted_origin;
    alignas(64) std::uint32_t largest_axis[block_size];
    alignas(64) float scale[block_size];
    alignas(64) float inverse_length_squared[block_size];
    alignas(64) float t_min[block_size];
    alignas(64) float t_max[block_size];
    alignas(64) std::uint32_t mask[block_size];
    alignas(64) std::uint32_t ignore[block_size];
    alignas(64) std::uint32_t miss_flags[block_size]; ///< flag::invalid, of rays that have a fault
    BoxRayColumns box;
    std::uint64_t traced[block_size / 64]; ///< a bit for each ray that is active and valid

    template <int W>
    void prepare(const StagedRays<W>& rays, const Block& block) {
        for (std::uint64_t& bits : traced)
            bits = 0;
        for (int i = 0; i < block.size; i += W) {
            const RawRays<W> raw(rays, i);
            const Int<W> layers = rays.ints(ray_column::mask, i);
            const Mask<W> active = ~(layers == Int<W>(0));
            const Mask<W> valid = raw.valid();
            const Ray<W> ray = raw.prepared();
            origin.store(i, ray.origin);
            direction.store(i, ray.direction);
            inverse.store(i, ray.inverse);
            shear.store(i, Vec<W>{ray.shear.x, ray.shear.y, ray.shear.inverse_z});
            permuted_origin.store(i, ray.axes.permuted(ray.origin));
            select(ray.axes.x_largest, Int<W>(0), select(ray.axes.y_largest, Int<W>(1), Int<W>(2)))
                .store(largest_axis + i);
            ray.scale.store(scale + i);
            ray.inverse_length_squared.store(inverse_length_squared + i);
            ray.t_min.store(t_min + i);
            ray.t_max.store(t_max + i);
            layers.store(mask + i);
            rays.ints(ray_column::ignore, i).store(ignore + i);
            select(active & ~valid, Int<W>(flag::invalid), Int<W>(0)).store(miss_flags + i);
            box.store(i, ray);
            const std::uint64_t bits = (active & valid).bits() & lanes_in_block<W>(block, i);
            traced[i / 64] |= bits << (i % 64);
        }
    }

    [[nodiscard]] bool is_traced(int i) const { return (traced[i / 64] >> (i % 64)) & 1u; }

    /// Rays i to i + W - 1.
    template <int W>
    [[nodiscard]] Ray<W> load(int i) const {
        const Vec<W> d = direction.load<W>(i);
        const Vec<W> s = shear.load<W>(i);
        return {.origin = origin.load<W>(i),
                .direction = d,
                .scale = Float<W>::load(scale + i),
                .inverse = inverse.load<W>(i),
                .inverse_length_squared = Float<W>::load(inverse_length_squared + i),
                .shear = {s.x, s.y, s.z},
                .axes = LaneAxes<W>(d),
                .t_min = Float<W>::load(t_min + i),
                .t_max = Float<W>::load(t_max + i)};
    }

    /// Ray i in all lanes, up to t_max.
    template <int W>
    [[nodiscard]] Ray<W, UniformAxes<W>> broadcast(int i, float up_to) const {
        static constexpr int next[] = {1, 2, 0};
        const int z = static_cast<int>(largest_axis[i]), x = next[z], y = next[x];
        const Vec<W> s = shear.broadcast<W>(i);
        return {.origin = origin.broadcast<W>(i),
                .direction = direction.broadcast<W>(i),
                .scale = scale[i],
                .inverse = inverse.broadcast<W>(i),
                .inverse_length_squared = inverse_length_squared[i],
                .shear = {s.x, s.y, s.z},
                .axes = {x, y, z, permuted_origin.broadcast<W>(i)},
                .t_min = t_min[i],
                .t_max = up_to};
    }
};

} // namespace lanecast::LANECAST_ISA
