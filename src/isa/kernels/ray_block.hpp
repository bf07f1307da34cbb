#pragma once

#include "isa/kernels/rays.hpp"

namespace lanecast::LANECAST_ISA {

/// A block of prepared rays as columns, from which engines take one ray for all lanes, or each
/// lane its own.
struct RayBlock {
    alignas(64) float origin[3][block_size];
    alignas(64) float direction[3][block_size]; ///< scaled
    alignas(64) float scale[block_size];
    alignas(64) float inverse[3][block_size];
    alignas(64) float inverse_length_squared[block_size];
    alignas(64) float shear[3][block_size];
    alignas(64) float t_min[block_size];
    alignas(64) float t_max[block_size];
    alignas(64) std::uint32_t mask[block_size];
    alignas(64) std::uint32_t ignore[block_size];
    alignas(64) std::uint32_t miss_flags[block_size]; ///< of rays that are not to be traced: invalid
    std::uint64_t traced[block_size / 64];            ///< a bit for each ray to be traced

    template <int W>
    void prepare(const StagedRays<W>& rays, const Block& block) {
        traced[0] = traced[1] = 0;
        for (int i = 0; i < block.size; i += W) {
            const RawRays<W> raw = rays.load(i);
            const Mask<W> active = ~raw.inactive();
            const Mask<W> valid = raw.valid();
            const Ray<W> ray = raw.prepared();
            store(origin, i, ray.origin);
            store(direction, i, ray.direction);
            ray.scale.store(scale + i);
            store(inverse, i, ray.inverse);
            ray.inverse_length_squared.store(inverse_length_squared + i);
            store(shear, i, Vec<W>{ray.shear.x, ray.shear.y, ray.shear.inverse_z});
            ray.t_min.store(t_min + i);
            ray.t_max.store(t_max + i);
            raw.mask.store(mask + i);
            raw.ignore.store(ignore + i);
            select(active & ~valid, Int<W>(flag::invalid), Int<W>(0)).store(miss_flags + i);
            const std::uint64_t bits = (active & valid).bits() & lanes_in_block<W>(block, i);
            traced[i / 64] |= bits << (i % 64);
        }
    }

    /// Rays i to i + W - 1.
    template <int W>
    [[nodiscard]] Ray<W> load(int i) const {
        const Vec<W> d = load_vector<W>(direction, i);
        const Vec<W> s = load_vector<W>(shear, i);
        return {.origin = load_vector<W>(origin, i),
                .direction = d,
                .scale = Float<W>::load(scale + i),
                .inverse = load_vector<W>(inverse, i),
                .inverse_length_squared = Float<W>::load(inverse_length_squared + i),
                .shear = {s.x, s.y, s.z},
                .axes = LaneAxes<W>(d),
                .t_min = Float<W>::load(t_min + i),
                .t_max = Float<W>::load(t_max + i)};
    }

    /// Ray i in all lanes, up to t_max.
    template <int W>
    [[nodiscard]] Ray<W, UniformAxes<W>> broadcast(int i, float up_to) const {
        const Vec<W> s = broadcast_vector<W>(shear, i);
        return {.origin = broadcast_vector<W>(origin, i),
                .direction = broadcast_vector<W>(direction, i),
                .scale = scale[i],
                .inverse = broadcast_vector<W>(inverse, i),
                .inverse_length_squared = inverse_length_squared[i],
                .shear = {s.x, s.y, s.z},
                .axes = axes<W>(i),
                .t_min = t_min[i],
                .t_max = up_to};
    }

private:
    template <int W>
    static void store(float (&to)[3][block_size], int i, Vec<W> a) {
        a.x.store(to[0] + i);
        a.y.store(to[1] + i);
        a.z.store(to[2] + i);
    }
    template <int W>
    static Vec<W> load_vector(const float (&from)[3][block_size], int i) {
        return {Float<W>::load(from[0] + i), Float<W>::load(from[1] + i),
                Float<W>::load(from[2] + i)};
    }
    template <int W>
    static Vec<W> broadcast_vector(const float (&from)[3][block_size], int i) {
        return {from[0][i], from[1][i], from[2][i]};
    }
    template <int W>
    [[nodiscard]] UniformAxes<W> axes(int i) const {
        const float x = __builtin_fabsf(direction[0][i]), y = __builtin_fabsf(direction[1][i]),
                    z = __builtin_fabsf(direction[2][i]);
        const int largest = x >= y && x >= z ? 0 : (y >= z ? 1 : 2);
        const int next = largest == 2 ? 0 : largest + 1, last = 3 - largest - next;
        return {next, last, largest, {origin[next][i], origin[last][i], origin[largest][i]}};
    }
};

} // namespace lanecast::LANECAST_ISA
