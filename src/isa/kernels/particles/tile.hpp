#pragma once

#include "core/particle_step.hpp"
#include "isa/kernels/columns/blocks.hpp"
#include "isa/kernels/particles/response.hpp"

/// The arrays of a tile, W particles at a time.
namespace lanecast::LANECAST_ISA {
namespace {

/// Elements i to i + W - 1 of arrays.
class TileLanes {
public:
    TileLanes(const ParticleTile& tile, std::size_t i) : tile_(tile), i_(i) {}

    [[nodiscard]] Int<W> ints(int array) const { return Int<W>::load(tile_.array(array) + i_); }
    [[nodiscard]] Float<W> floats(int array) const { return as_float(ints(array)); }
    [[nodiscard]] Vec<W> vectors(int array) const {
        return {floats(array), floats(array + 1), floats(array + 2)};
    }
    [[nodiscard]] const std::uint32_t* at(int array) const { return tile_.array(array) + i_; }

private:
    const ParticleTile& tile_;
    std::size_t i_;
};

/// Puts some of W lanes behind what was put before. What is in the lanes behind those, up to W, is
/// overwritten; it must have been read.
class Packing {
public:
    /// @param array(number)  address of an array
    /// @param lanes          those that are put
    Packing(std::uint32_t* first, std::size_t room, std::size_t to, unsigned lanes)
        : first_(first), room_(room), to_(to), lanes_(lanes) {}

    void put(int array, Int<W> value) const {
        compress(value, lanes_).store(first_ + static_cast<std::size_t>(array) * room_ + to_);
    }
    void put(int array, Float<W> value) const { put(array, as_int(value)); }
    void put(int array, Vec<W> value) const {
        put(array, value.x);
        put(array + 1, value.y);
        put(array + 2, value.z);
    }

private:
    std::uint32_t* first_;
    std::size_t room_, to_;
    unsigned lanes_;
};

/// W particles between two sweeps. Memory is what a step waits for beside its sweeps, so what
/// nobody has touched anything for is not written: at the begin, and planes while there are none.
struct MovingParticles {
    Vec<W> center, displacement, velocity, carrier;
    Float<W> seconds, skin, reach;
    Int<W> particle, mask, ignore, flags, impacts, tries, pushing;
    Planes<W> planes;

    /// As they begin.
    static MovingParticles load_first(const TileLanes& at, Float<W> seconds) {
        const Float<W> zero(0.0f);
        const Vec<W> nothing = {zero, zero, zero};
        const Int<W> none(0);
        return {.center = at.vectors(tile_array::center),
                .displacement = at.vectors(tile_array::displacement),
                .velocity = at.vectors(tile_array::velocity),
                .carrier = nothing,
                .seconds = seconds,
                .skin = at.floats(tile_array::skin),
                .reach = at.floats(tile_array::reach),
                .particle = at.ints(tile_array::particle),
                .mask = at.ints(tile_array::mask),
                .ignore = at.ints(tile_array::ignore),
                .flags = none,
                .impacts = none,
                .tries = none,
                .pushing = none,
                .planes = {.normal = {nothing, nothing, nothing}, .count = none}};
    }
    void pack_first(const Packing& to) const {
        to.put(tile_array::center, center);
        to.put(tile_array::displacement, displacement);
        to.put(tile_array::velocity, velocity);
        to.put(tile_array::skin, skin);
        to.put(tile_array::reach, reach);
        to.put(tile_array::particle, particle);
        to.put(tile_array::mask, mask);
        to.put(tile_array::ignore, ignore);
    }

    static MovingParticles load(const TileLanes& at) {
        MovingParticles p = load_first(at, at.floats(tile_array::seconds));
        p.flags = at.ints(tile_array::flags);
        p.impacts = at.ints(tile_array::impacts);
        p.tries = at.ints(tile_array::tries);
        p.pushing = at.ints(tile_array::pushing);
        p.planes.count = at.ints(tile_array::plane_count);
        if (p.planes.has(0).any()) {
            p.carrier = at.vectors(tile_array::carrier);
            for (int i = 0; i < Planes<W>::most; ++i)
                p.planes.normal[i] = at.vectors(tile_array::planes + 3 * i);
        }
        return p;
    }
    void pack(const Packing& to) const {
        pack_first(to);
        to.put(tile_array::seconds, seconds);
        to.put(tile_array::flags, flags);
        to.put(tile_array::impacts, impacts);
        to.put(tile_array::tries, tries);
        to.put(tile_array::pushing, pushing);
        to.put(tile_array::plane_count, planes.count);
        if (planes.has(0).any()) {
            to.put(tile_array::carrier, carrier);
            for (int i = 0; i < Planes<W>::most; ++i)
                to.put(tile_array::planes + 3 * i, planes.normal[i]);
        }
    }
};

/// Free flight, and what it needs to know of the step.
struct Flight {
    Vec<W> gravity;
    Float<W> drag, size, share_of_place, skin;

    explicit Flight(const StepSettings& step)
        : gravity(step.gravity[0], step.gravity[1], step.gravity[2]), drag(step.drag),
          size(step.world.size), share_of_place(step.world.share_of_place), skin(step.skin) {}

    /// The velocity after some seconds: Euler's method, implicit in the drag, so that no drag turns
    /// a particle back and gravity / drag is the terminal speed.
    [[nodiscard]] Vec<W> after(Vec<W> velocity, Float<W> seconds) const {
        const Float<W> slower = Float<W>(1.0f) / (Float<W>(1.0f) + drag * seconds);
        return (velocity + gravity * seconds) * slower;
    }

    /// The least gap that no rounding closes: 96 e s, where a sweep may be off by 16 e s and what
    /// it lets go of may come nearer by 32 e s, and the rounding of a position.
    [[nodiscard]] Float<W> least_skin(Vec<W> at, Vec<W> way, Float<W> radius) const {
        const auto sum = [](Vec<W> v) { return abs(v.x) + abs(v.y) + abs(v.z); };
        const Float<W> of_scale(1.1444092e-05f), of_place(4.7683716e-07f); // 96 e, 4 e
        const Float<W> place = sum(at), three(3.0f);
        return of_scale * (size + share_of_place * place + three * (radius + skin + sum(way))) +
               of_place * place;
    }
};

} // namespace
} // namespace lanecast::LANECAST_ISA
