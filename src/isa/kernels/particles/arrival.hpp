#pragma once

#include "core/columns.hpp"
#include "isa/kernels/particles/tile.hpp"

/// Particles at the end of their step.
namespace lanecast::LANECAST_ISA {
namespace {

/// One column's values for some particles, in their lanes.
inline Int<W> gathered(const ReadableColumn& column, const std::uint32_t* indices, unsigned lanes) {
    alignas(64) std::uint32_t values[W] = {};
    for (; lanes != 0; lanes &= lanes - 1) {
        const int lane = __builtin_ctz(lanes);
        values[lane] = *element(column, indices[lane]);
    }
    return Int<W>::load(values);
}

/// Writes some particles back to the caller's columns.
/// @param flags  flags of the result
inline void arrive(const ParticleColumns& columns, ParticleCounts& counts,
                   const std::uint32_t* indices, unsigned lanes, Vec<W> position, Vec<W> velocity,
                   Int<W> flags) {
    alignas(64) float values[6][W];
    alignas(64) std::uint32_t all_flags[W];
    position.x.store(values[0]);
    position.y.store(values[1]);
    position.z.store(values[2]);
    velocity.x.store(values[3]);
    velocity.y.store(values[4]);
    velocity.z.store(values[5]);
    flags.store(all_flags);
    const WritableColumn* out = columns.out.at;
    for (; lanes != 0; lanes &= lanes - 1) {
        const int lane = __builtin_ctz(lanes);
        const std::uint32_t index = indices[lane];
        bool moved = false;
        for (int c = 0; c < 6; ++c) {
            auto& to = *reinterpret_cast<float*>(element(out[c], index));
            moved |= c < 3 && to != values[c][lane];
            to = values[c][lane];
        }
        counts.moved += moved;
        if (out[particle_output::flags].address != nullptr)
            *element(out[particle_output::flags], index) = all_flags[lane];
    }
}

} // namespace
} // namespace lanecast::LANECAST_ISA
