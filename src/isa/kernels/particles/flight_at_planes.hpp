#pragma once

#include "isa/kernels/particles/frames.hpp"

namespace lanecast::LANECAST_ISA {
namespace {

/// Flight of particles along the planes that they touch, which bear gravity.
class FlightAtPlanes : public Flight {
public:
    explicit FlightAtPlanes(const StepSettings& step)
        : Flight(step), shapes_move_(step.shapes_move) {}

    /// Velocity after some more seconds, free or along the touched planes.
    [[nodiscard]] Vec<W> velocity_after(const MovingParticles& p, Float<W> seconds,
                                        Friction friction = Friction::of_planes) const {
        const Vec<W> free = after(p.velocity, seconds);
        if (!p.planes.has(0).any())
            return free;
        const Vec<W> along = held(free - p.carrier, p.planes.relative_to(p.carrier), friction);
        return select(p.planes.has(0), along + p.carrier, free);
    }

    /// Displacement for the remaining seconds, leading off the touched planes. Within this step,
    /// shapes stand still, whatever their velocity.
    /// @param last  velocity at the end
    [[nodiscard]] Vec<W> displacement(const MovingParticles& p, Vec<W> last,
                                      Float<W> seconds) const {
        const Vec<W> free = way(p.velocity, seconds);
        if (!p.planes.has(0).any())
            return free;
        Vec<W> along = along_planes(p, last, seconds, no_lanes<W>());
        const Planes<W> still = p.planes.still();
        if (shapes_move_)
            along = held(along, still, Friction::none);
        const Float<W> share = outward_share_after(p.tries, p.planes.count);
        return select(p.planes.has(0), outward(along, still, share) * seconds, free);
    }

    /// The same among instances that move: the displacement leads off the planes where they will be
    /// at the end of the step.
    [[nodiscard]] Vec<W> displacement_among(const MovingParticles& p, const Frames& frames,
                                            Vec<W> last, Float<W> seconds) const {
        const Vec<W> free = way(p.velocity, seconds);
        if (!p.planes.has(0).any())
            return free;
        const Float<W> zero(0.0f);
        const Vec<W> nothing = {zero, zero, zero};
        const auto carried = [](const Frame& frame) { return frame.carried; };
        const Vec<W> carry = frames.of_plane(0, nothing, carried);
        Planes<W> there = p.planes;
        Mask<W> moves = no_lanes<W>();
        for (int i = 0; i < Planes<W>::most; ++i) {
            there.normal[i] = frames.of_plane(i, p.planes.normal[i], [&](const Frame& frame) {
                return frame.last.direction_out(frames.plane_normal[i]);
            });
            there.bound[i] = dot(there.normal[i], frames.of_plane(i, nothing, carried) - carry);
            moves = moves | (p.planes.has(i) & frames.plane_moves(i));
        }
        const Vec<W> wanted = along_planes(p, last, seconds, moves) * seconds - carry;
        const Vec<W> along = held(wanted, there, Friction::none);
        const Float<W> speed = length(along), share = outward_share_after(p.tries, p.planes.count);
        const auto sum = [](Vec<W> v) { return abs(v.x) + abs(v.y) + abs(v.z); };
        const Float<W> rounding = (p.slack + Float<W>(0x1p-20f) * sum(carry)) * Float<W>(0.125f);
        const Vec<W> off = led_off(along, there, speed * share + select(moves, rounding, zero));
        return select(p.planes.has(0), select(moves, off, no_faster(off, speed)) + carry, free);
    }

private:
    /// The velocity of a displacement along planes: the mean of both velocities, unless the planes
    /// end a motion away from them. In that case, the mean would gain height that gravity has
    /// already taken back.
    /// @param moves  lanes with a plane that moves on during the flight
    [[nodiscard]] Vec<W> along_planes(const MovingParticles& p, Vec<W> last, Float<W> seconds,
                                      Mask<W> moves) const {
        const Vec<W> end = end_of_displacement(p, last, seconds);
        const Vec<W> mean = mean_of(p.velocity, end, seconds), n = p.planes.normal[0];
        const Float<W> bound = select(moves, p.planes.bound[0], Float<W>(0.0f));
        const Vec<W> level = select(p.planes.has(1), last, mean - n * (dot(n, mean) - bound));
        return select(falls_back(p, last, moves), level, mean);
    }

    /// Whether the velocity leads off a plane at the start, but not at the end.
    [[nodiscard]] static Mask<W> falls_back(const MovingParticles& p, Vec<W> last, Mask<W> moves) {
        const Float<W> zero(0.0f), tiny = length(p.velocity) * Float<W>(rounding_share);
        Mask<W> falls = no_lanes<W>();
        for (int i = 0; i < Planes<W>::most; ++i) {
            const Vec<W> n = p.planes.normal[i];
            const Float<W> bound = select(moves, p.planes.bound[i], zero);
            falls = falls | (p.planes.has(i) & (dot(n, p.velocity) - bound > tiny) &
                             (dot(n, last) - bound <= tiny));
        }
        return falls;
    }

    /// Velocity at the end from which the displacement is computed. If gravity turns a particle
    /// back, it is the velocity before friction, because a particle that friction stops would gain
    /// height.
    [[nodiscard]] Vec<W> end_of_displacement(const MovingParticles& p, Vec<W> last,
                                             Float<W> seconds) const {
        const Float<W> zero(0.0f);
        const Vec<W> first = p.velocity - p.carrier;
        const Mask<W> may_turn = p.planes.has(0) & p.planes.rub() &
                                 (dot(last - p.carrier, first) <= zero) &
                                 (largest_component(first) > zero);
        if (!may_turn.any())
            return last;
        const Vec<W> smooth = velocity_after(p, seconds, Friction::none);
        return select(may_turn & (dot(smooth - p.carrier, first) < zero), smooth, last);
    }

    bool shapes_move_;
};

} // namespace
} // namespace lanecast::LANECAST_ISA
