#pragma once

#include "core/particle_step.hpp"
#include "isa/shapes/instance_motion.hpp"

namespace lanecast::LANECAST_ISA {
namespace {

/// Particles of a step and their paths in the frames of instances that move.
template <int W>
struct ParticlesInMotion {
    Float<W> begin, end; ///< shares of the step between which the sweep is
    Int<W> kept_motion[3];
    Vec<W> kept_place[3];

    /// @param queries  numbers of the particles in the tile
    ParticlesInMotion(const MotionCall& call, const std::uint32_t (&queries)[W]) {
        const auto gathered = [&](int array) {
            const std::uint32_t* const from =
                call.arrays + static_cast<std::size_t>(array) * call.room;
            alignas(64) std::uint32_t values[W];
            for (int lane = 0; lane < W; ++lane)
                values[lane] = from[queries[lane]];
            return Int<W>::load(values);
        };
        const auto floats = [&](int array) { return as_float(gathered(array)); };
        begin = floats(tile_array::begin);
        end = floats(tile_array::end);
        for (int k = 0; k < 3; ++k)
            kept_motion[k] = gathered(tile_array::kept_motion + k);
        if (keeps(Int<W>(no_motion)).all()) {
            const Float<W> zero(0.0f);
            for (Vec<W>& place : kept_place)
                place = {zero, zero, zero};
            return;
        }
        for (int k = 0; k < 3; ++k) {
            const int first = tile_array::kept_place + 3 * k;
            kept_place[k] = {floats(first), floats(first + 1), floats(first + 2)};
        }
    }

    /// The path in the frame of one instance for each particle.
    /// @param motion  indices of the motions; those of `ways`
    [[nodiscard]] ParticlePath<W> path(const InstanceWays<W>& ways, Int<W> motion, Vec<W> center,
                                       Vec<W> displacement, Float<W> radius) const {
        Mask<W> is_kept = no_lanes<W>();
        Vec<W> place = kept_place[0];
        for (int k = 0; k < 3; ++k) {
            const Mask<W> is_here = kept_motion[k] == motion;
            place = select(is_here, kept_place[k], place);
            is_kept = is_kept | is_here;
        }
        return ways.path(center, displacement, begin, end, radius, is_kept, place);
    }
    template <class Lanes>
    [[nodiscard]] ParticlePath<W> path(const InstanceWays<W>& ways, Int<W> motion,
                                       const Lanes& particles) const {
        return path(ways, motion, particles.center,
                    particles.direction * inverse_of_scale(particles.scale), particles.radius);
    }

    /// Particles that an instance carries to the end of the step; they do not touch it.
    [[nodiscard]] Mask<W> are_carried_by(Int<W> motion) const {
        return kept_motion[0] == (motion | Int<W>(carries_it));
    }
    /// The share of the step at a fraction t of the sweep; at its start if t is negative.
    [[nodiscard]] Float<W> share(Float<W> t) const {
        const Float<W> zero(0.0f), part = max(t, zero);
        return select(part < Float<W>(1.0f), begin + (end - begin) * part, end);
    }

private:
    /// Whether all places are those of one motion.
    [[nodiscard]] Mask<W> keeps(Int<W> motion) const {
        return (kept_motion[0] == motion) & (kept_motion[1] == motion) & (kept_motion[2] == motion);
    }
};

} // namespace
} // namespace lanecast::LANECAST_ISA
