#pragma once

#include "core/kernel_table.hpp"
#include "isa/kernels/columns/gather.hpp"
#include "isa/kernels/particles/frames.hpp"

/// The beginning of a step.
namespace lanecast::LANECAST_ISA {
namespace {

using StagedParticles = StagedInputs<particle_column::count, W>;

/// W particles as the user passed them.
struct RawParticles {
    Vec<W> position, velocity;
    Float<W> radius;
    Int<W> response, mask, ignore, ignore_count, flags;
    Mask<W> valid, is_sensor;

    RawParticles(const StagedParticles& columns, int i)
        : position(columns.vectors(particle_column::position, i)),
          velocity(columns.vectors(particle_column::velocity, i)),
          radius(columns.floats(particle_column::radius, i)),
          response(columns.ints(particle_column::response, i)),
          mask(columns.ints(particle_column::mask, i)),
          ignore(columns.ints(particle_column::ignore, i)),
          ignore_count(columns.ints(particle_column::ignore_count, i)),
          flags(columns.ints(particle_column::flags, i)) {
        const auto good = [](Float<W> x) { return is_finite(x) & (x >= Float<W>(0.0f)); };
        const Int<W> sensor(as_number(Response::sensor));
        valid = is_finite(position) & is_finite(velocity) & good(radius) &
                good(columns.floats(particle_column::restitution, i)) &
                good(columns.floats(particle_column::friction, i)) &
                ~unsigned_greater(response, sensor);
        is_sensor = response == sensor;
    }
    [[nodiscard]] Mask<W> stopped() const {
        return ~((flags & Int<W>(flag::stuck | flag::killed)) == Int<W>(0));
    }
};

/// Packs the particles of a part that belong to a set into the arrays of the tile, from element
/// `to` on.
ParticleCounts begin(const ParticleColumns& columns, const StepSettings& step,
                     const ParticleTile& tile, BatchPart part, std::size_t to, ParticleSet set) {
    StagedParticles staged(columns.in.at, part.last - part.first);
    const Flight flight(step);
    const Float<W> seconds(step.seconds);
    ParticleCounts counts = {};
    for_each_block(part.first, part.last, [&](const Block& block) {
        staged.stage(block);
        for (int i = 0; i < block.size; i += W) {
            const unsigned lanes = lanes_in_block<W>(block, i);
            const RawParticles raw(staged, i);
            const Vec<W> way = flight.way(raw.velocity, seconds);
            const Float<W> slack = Flight::slack(raw.position, way, raw.radius);
            const Float<W> reach = flight.reach(raw.radius, slack);
            const Mask<W> valid = raw.valid & is_finite(way) & is_finite(raw.position + way) &
                                  is_finite(flight.after(raw.velocity, seconds)) & is_finite(reach);
            const Mask<W> moves = valid & ~raw.stopped();
            const bool sensors = set == ParticleSet::sensors;
            const unsigned mine =
                (moves & (sensors ? raw.is_sensor : ~raw.is_sensor)).bits() & lanes;
            const std::size_t first = block.first + static_cast<std::size_t>(i);
            if (!sensors) {
                counts.sensors += count_bits((moves & raw.is_sensor).bits() & lanes);
                unsigned invalid = ~valid.bits() & lanes;
                counts.invalid += count_bits(invalid);
                const WritableColumn& flags = columns.out.at[particle_output::flags];
                for (; flags.address != nullptr && invalid != 0; invalid &= invalid - 1)
                    *element(flags, first + static_cast<std::size_t>(__builtin_ctz(invalid))) =
                        flag::invalid;
            }
            if (step.skin > 0.0f)
                counts.skin_raised += count_bits((slack > flight.skin).bits() & mine);
            alignas(64) std::uint32_t numbers[W];
            for (int lane = 0; lane < W; ++lane)
                numbers[lane] =
                    static_cast<std::uint32_t>(first) + static_cast<std::uint32_t>(lane);
            MovingParticles particles;
            particles.center = raw.position;
            particles.displacement = way;
            particles.velocity = raw.velocity;
            particles.slack = slack;
            particles.reach = sensors ? flight.reach_of_sensor(raw.radius) : reach;
            particles.particle = Int<W>::load(numbers);
            particles.mask = raw.mask;
            particles.ignore = raw.ignore;
            particles.ignore_count = raw.ignore_count;
            particles.reports = sensors ? no_lanes<W>() : all_lanes<W>();
            const Packing packing(tile.arrays, tile.room, to, mine);
            particles.pack_first(packing);
            if (step.motions.count != 0)
                Frames::none().pack_first(packing);
            to += count_bits(mine);
            counts.under_way += count_bits(mine);
        }
    });
    return counts;
}

} // namespace
} // namespace lanecast::LANECAST_ISA
