#pragma once

#include "isa/kernels/columns/ignored_ids.hpp"
#include "isa/kernels/particles/arrival.hpp"
#include "isa/kernels/particles/frames.hpp"

/// W particles between a sweep and the next one.
namespace lanecast::LANECAST_ISA {
namespace {

/// Results of sweeps for W particles.
struct ParticleImpacts {
    Mask<W> hit, starts;
    Float<W> t, depth; ///< t <= 0 for a touch at the start, see decide() in contact.hpp
    Int<W> id, part;
    Vec<W> normal, point;

    explicit ParticleImpacts(const TileLanes& at) {
        const auto number = [](int column) { return tile_array::impact + column; };
        id = at.ints(number(impact_column::id));
        hit = ~(id == Int<W>(no_id));
        t = select(hit, at.floats(number(impact_column::t)), Float<W>(1.0f));
        part = at.ints(number(impact_column::part));
        normal = at.vectors(number(impact_column::normal));
        point = at.vectors(number(impact_column::point));
        depth = at.floats(number(impact_column::depth));
        starts =
            hit & ~((at.ints(number(impact_column::flags)) & Int<W>(flag::inside)) == Int<W>(0));
    }
};

/// How particles respond to what they touch.
struct Manner {
    Int<W> response;
    Float<W> friction, restitution; ///< for Response::bounce

    [[nodiscard]] Mask<W> has(Response a) const { return response == Int<W>(as_number(a)); }
    /// The same with 0 for responses that have neither.
    [[nodiscard]] Manner of_response() const {
        const Float<W> zero(0.0f);
        const Mask<W> bounces = has(Response::bounce);
        return {response, select(bounces, friction, zero), select(bounces, restitution, zero)};
    }
};

/// Values of the caller's columns, for particles that touch something.
struct Material {
    Manner manner;
    Int<W> ignore, ignore_count;
    Float<W> radius;

    Material(const ParticleColumns& columns, const std::uint32_t* indices, unsigned lanes) {
        const Float<W> one(1.0f);
        const auto column = [&](int number) {
            return gathered(columns.in.at[number], indices, lanes);
        };
        const auto floats = [&](int number) { return as_float(column(number)); };
        manner = {column(particle_column::response), floats(particle_column::friction),
                  min(floats(particle_column::restitution), one)};
        ignore = column(particle_column::ignore);
        ignore_count = column(particle_column::ignore_count);
        radius = floats(particle_column::radius);
    }
    [[nodiscard]] IgnoredIds<W> ignored() const { return ignored_ids(ignore, ignore_count); }
};

/// How particles respond to shapes with surfaces of their own.
/// @param own    how they respond to other shapes
/// @param lanes  bit mask of those that touch a shape
inline Manner manner_at(const SurfaceTable& surfaces, const Manner& own, Int<W> id, Int<W> part,
                        unsigned lanes) {
    const Float<W> one(1.0f), largest(largest_float);
    alignas(64) std::uint32_t ids[W], parts[W], response[W];
    alignas(64) float friction[W], restitution[W];
    id.store(ids);
    part.store(parts);
    own.response.store(response);
    one.store(friction);
    one.store(restitution);
    const auto add = [&](int lane, const Surface& surface) {
        friction[lane] *= surface.friction;
        restitution[lane] *= surface.restitution;
        if (surface.response != as_number(Response::of_particle))
            response[lane] = surface.response;
    };
    for (; lanes != 0; lanes &= lanes - 1) {
        const int lane = __builtin_ctz(lanes);
        const Surface& outer = surfaces.of_id[ids[lane]];
        if (outer.parts != 0)
            add(lane, surfaces.parts[outer.parts][parts[lane]]);
        add(lane, outer);
    }
    // A product of large factors may leave the range of floats.
    const auto product = [&](Float<W> value, const float* factor, Float<W> most) {
        return min(value * min(Float<W>::load(factor), largest), most);
    };
    return {Int<W>::load(response), product(own.friction, friction, largest),
            product(own.restitution, restitution, one)};
}

/// W particles after their sweep. Each phase of step.cpp sets the next members.
struct Swept {
    unsigned lanes; ///< bit mask of those with a particle
    const std::uint32_t* indices;
    MovingParticles p;
    ParticleImpacts impact;
    Material material;
    Manner manner = material.manner.of_response(); ///< towards the touched shape

    Frames frames = Frames::none();    ///< used if instances move
    Int<W> motion = Int<W>(no_motion); ///< of the touched shape

    Mask<W> pushing = p.has_task(SweepTask::push), looking = p.has_task(SweepTask::look),
            carried = p.has_task(SweepTask::carry);
    Float<W> t = max(impact.t, Float<W>(0.0f)), left; ///< seconds
    Vec<W> now, velocity;
    Vec<W> by_time; ///< velocity before it is corrected for energy

    Vec<W> shape;  ///< velocity of the touched shape
    Float<W> into; ///< normal part of the velocity relative to it
    Mask<W> is_deep, touches;
    Mask<W> began_inside; ///< deep enough for flag::inside
    Mask<W> elsewhere;    ///< touches that begin an instant

    Mask<W> stops, gives_up;

    Mask<W> starts_push, pushes_past, asks_again, looks;
    Mask<W> carries; ///< an instance takes it to the end of the step
    Float<W> push;   ///< length
    Vec<W> next, next_velocity;

    Swept(unsigned all, const std::uint32_t* particles, const MovingParticles& moving,
          const ParticleImpacts& of_sweep, const Material& own)
        : lanes(all), indices(particles), p(moving), impact(of_sweep), material(own) {}

    /// Particles that touch an instance that moves.
    [[nodiscard]] Mask<W> moves() const { return ~(motion == Int<W>(no_motion)); }
    /// A share of the skin.
    [[nodiscard]] Float<W> gap(float share) const {
        return (p.reach - material.radius) * Float<W>(share);
    }
    void set_flag(Mask<W> where, std::uint32_t flag) {
        p.flags = p.flags | select(where, Int<W>(flag), Int<W>(0));
    }
};

} // namespace
} // namespace lanecast::LANECAST_ISA
