#pragma once

#include "core/particle_step.hpp"
#include "isa/kernels/columns/blocks.hpp"
#include "isa/kernels/particles/response.hpp"

/// The arrays of a tile, W particles at a time.
namespace lanecast::LANECAST_ISA {
namespace {

template <class Enumeration>
constexpr std::uint32_t as_number(Enumeration value) {
    return static_cast<std::uint32_t>(value);
}

/// Elements i to i + W - 1 of arrays; 0 in lanes past the last element.
class TileLanes {
public:
    /// @param lanes  bit mask of the lanes with an element
    TileLanes(const ParticleTile& tile, std::size_t i, unsigned lanes)
        : tile_(tile), i_(i), live_(lanes_of<W>(lanes)) {}

    [[nodiscard]] Int<W> ints(int array) const {
        return select(live_, Int<W>::load(tile_.array(array) + i_), Int<W>(0));
    }
    [[nodiscard]] Float<W> floats(int array) const { return as_float(ints(array)); }
    [[nodiscard]] Vec<W> vectors(int array) const {
        return {floats(array), floats(array + 1), floats(array + 2)};
    }
    [[nodiscard]] const std::uint32_t* at(int array) const { return tile_.array(array) + i_; }

private:
    const ParticleTile& tile_;
    std::size_t i_;
    Mask<W> live_;
};

/// Appends some of W lanes to an array. The elements behind them, up to W in all, are overwritten,
/// so they must have been read before.
class Packing {
public:
    /// @param first  address of the arrays, each of which has `room` elements
    /// @param lanes  bit mask of the lanes to append
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

/// Whether surfaces may have velocities.
inline bool surfaces_move(const StepSettings& step) {
    return step.shapes_move || step.motions.count != 0;
}

/// W particles between two sweeps. Apart from the sweeps, a step is memory-bound, so members that
/// have no meaning yet are not written: most of them before the first sweep, and planes as long as
/// there are none.
struct MovingParticles {
    Vec<W> center, displacement, velocity, carrier;
    Float<W> seconds, reach, slack, push_left, impacts;
    Mask<W> reports; ///< the sweep reports overlaps at the start
    Int<W> particle, mask, ignore, ignore_count, flags, tries, pushes, task;
    Planes<W> planes;

    /// Loads particles before their first sweep.
    static MovingParticles load_first(const TileLanes& at, const StepSettings& step) {
        const Float<W> zero(0.0f);
        const Vec<W> nothing = {zero, zero, zero};
        const Int<W> none(0);
        return {.center = at.vectors(tile_array::center),
                .displacement = at.vectors(tile_array::displacement),
                .velocity = at.vectors(tile_array::velocity),
                .carrier = nothing,
                .seconds = step.seconds,
                .reach = at.floats(tile_array::reach),
                .slack = abs(at.floats(tile_array::slack)),
                .push_left = step.push,
                .impacts = zero,
                .reports = sign_bit(at.floats(tile_array::slack)),
                .particle = at.ints(tile_array::particle),
                .mask = at.ints(tile_array::mask),
                .ignore = at.ints(tile_array::ignore),
                .ignore_count = at.ints(tile_array::ignore_count),
                .flags = none,
                .tries = none,
                .pushes = none,
                .task = Int<W>(as_number(SweepTask::fly)),
                .planes = {.normal = {nothing, nothing, nothing},
                           .bound = {zero, zero, zero},
                           .friction = {zero, zero, zero},
                           .count = none,
                           .moving = surfaces_move(step),
                           .differ = step.surfaces.of_id != nullptr}};
    }
    void pack_first(const Packing& to) const {
        to.put(tile_array::center, center);
        to.put(tile_array::displacement, displacement);
        to.put(tile_array::velocity, velocity);
        to.put(tile_array::slack, select(reports, -slack, slack));
        to.put(tile_array::reach, reach);
        to.put(tile_array::particle, particle);
        to.put(tile_array::mask, mask);
        to.put(tile_array::ignore, ignore);
        to.put(tile_array::ignore_count, ignore_count);
    }

    static MovingParticles load(const TileLanes& at, const StepSettings& step) {
        MovingParticles p = load_first(at, step);
        p.seconds = at.floats(tile_array::seconds);
        p.push_left = at.floats(tile_array::push_left);
        p.flags = at.ints(tile_array::flags);
        p.impacts = at.floats(tile_array::impacts);
        p.tries = at.ints(tile_array::tries);
        p.pushes = at.ints(tile_array::pushes);
        p.task = at.ints(tile_array::task);
        p.planes.count = at.ints(tile_array::plane_count);
        if (!p.planes.has(0).any())
            return p;
        // Lanes without planes have not written any, so their memory is undefined.
        p.carrier = select(p.planes.has(0), at.vectors(tile_array::carrier), p.carrier);
        for (int i = 0; i < Planes<W>::most; ++i) {
            p.planes.normal[i] =
                select(p.planes.has(i), at.vectors(tile_array::planes + 3 * i), p.planes.normal[i]);
            if (p.planes.moving)
                p.planes.bound[i] =
                    select(p.planes.has(i), at.floats(tile_array::bounds + i), p.planes.bound[i]);
            if (p.planes.differ)
                p.planes.friction[i] = select(p.planes.has(i), at.floats(tile_array::frictions + i),
                                              p.planes.friction[i]);
        }
        return p;
    }
    void pack(const Packing& to) const {
        pack_first(to);
        to.put(tile_array::seconds, seconds);
        to.put(tile_array::push_left, push_left);
        to.put(tile_array::flags, flags);
        to.put(tile_array::impacts, impacts);
        to.put(tile_array::tries, tries);
        to.put(tile_array::pushes, pushes);
        to.put(tile_array::task, task);
        to.put(tile_array::plane_count, planes.count);
        if (planes.has(0).any()) {
            to.put(tile_array::carrier, carrier);
            for (int i = 0; i < Planes<W>::most; ++i) {
                to.put(tile_array::planes + 3 * i, planes.normal[i]);
                if (planes.moving)
                    to.put(tile_array::bounds + i, planes.bound[i]);
                if (planes.differ)
                    to.put(tile_array::frictions + i, planes.friction[i]);
            }
        }
    }

    [[nodiscard]] Mask<W> has_task(SweepTask a) const { return task == Int<W>(as_number(a)); }
};

/// Free flight, and the step settings that it depends on.
struct Flight {
    Vec<W> gravity;
    Float<W> drag, skin;

    explicit Flight(const StepSettings& step)
        : gravity(step.gravity[0], step.gravity[1], step.gravity[2]), drag(step.drag),
          skin(step.skin) {}

    /// Velocity after some seconds, by Euler's method, implicit in the drag: drag never reverses a
    /// particle, and gravity / drag is the terminal speed.
    [[nodiscard]] Vec<W> after(Vec<W> velocity, Float<W> seconds) const {
        const Float<W> one(1.0f);
        return (velocity + gravity * seconds) * (one / (one + drag * seconds));
    }
    /// Displacement along the mean velocity of the implicit midpoint rule. Together with after() as
    /// the velocity at the end, energy never grows and is conserved without drag.
    [[nodiscard]] Vec<W> way(Vec<W> velocity, Float<W> seconds) const {
        const Float<W> half(0.5f), one(1.0f);
        const Vec<W> mean =
            (velocity + gravity * (half * seconds)) * (one / (one + drag * (half * seconds)));
        return mean * seconds;
    }
    /// Mean velocity, by the same rule, between two velocities that surfaces have changed.
    [[nodiscard]] Vec<W> mean_of(Vec<W> first, Vec<W> last, Float<W> seconds) const {
        const Float<W> one(1.0f), two(2.0f), by_drag = drag * seconds;
        return (first + last * (one + by_drag)) * (one / (two + by_drag));
    }
    /// Velocity at a fraction t of the path between two velocities, where a surface is touched.
    /// Kinetic energy changes linearly along the path, separately for the motion along the normal
    /// and across it. Otherwise, a particle that falls onto a slope would lose less than the energy
    /// of its fall.
    /// @param now  velocity after that fraction of the time
    [[nodiscard]] static Vec<W> at_share(Vec<W> first, Vec<W> now, Vec<W> last, Float<W> t,
                                         Vec<W> normal) {
        const auto along = [&](Vec<W> v) { return normal * dot(v, normal); };
        const auto across = [&](Vec<W> v) { return v - along(v); };
        const Vec<W> fallen = changed(along(first), along(now), along(last), t);
        const Vec<W> moved = fallen + changed(across(first), across(now), across(last), t);
        const Float<W> before = dot(first, first), after = dot(last, last);
        const Float<W> speed = sqrt(max(before + t * (after - before), Float<W>(0.0f)));
        return select(speed <= Float<W>(largest_float), no_faster(moved, speed), now);
    }

    /// g0 in docs/semantics.md.
    [[nodiscard]] static Float<W> slack(Vec<W> at, Vec<W> way, Float<W> radius) {
        const auto sum = [](Vec<W> v) { return abs(v.x) + abs(v.y) + abs(v.z); };
        const Float<W> eight_e(0x1p-20f);
        return max(radius * Float<W>(thousandth), eight_e * (sum(at) + sum(way) + radius));
    }
    /// Distance from a surface at which a particle touches it.
    [[nodiscard]] Float<W> reach(Float<W> radius, Float<W> own_slack) const {
        return radius + max(skin, own_slack);
    }
    /// The same for a sensor, without what rounding adds at its place: see make_sensor().
    [[nodiscard]] Float<W> reach_of_sensor(Float<W> radius) const {
        return radius + max(skin, radius * Float<W>(thousandth));
    }

private:
    static constexpr float thousandth = 0.001f;

    /// Changes the component of `now` along last - first to the speed at fraction t of the path.
    [[nodiscard]] static Vec<W> changed(Vec<W> first, Vec<W> now, Vec<W> last, Float<W> t) {
        const Float<W> zero(0.0f);
        const Polar<W> change = polar(last - first);
        const Float<W> begin = dot(first, change.unit), end = dot(last, change.unit),
                       guess = dot(now, change.unit);
        const Float<W> speed = sqrt(max(begin * begin + t * (end * end - begin * begin), zero));
        const Float<W> more = select_by_sign(guess, -speed, speed) - guess;
        // Smaller or larger squares leave the range of floats.
        const Mask<W> is_usual = (change.length > zero) & (speed > Float<W>(1e-15f)) &
                                 (speed <= Float<W>(largest_float));
        return select(is_usual, now + change.unit * more, now);
    }
};

} // namespace
} // namespace lanecast::LANECAST_ISA
