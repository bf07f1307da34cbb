#pragma once

#include "isa/kernels/particles/flight_at_planes.hpp"
#include "isa/kernels/particles/swept.hpp"

namespace lanecast::LANECAST_ISA {
namespace {

/// Particles that touch something: which impacts count, and how they change the velocity.
class Touching {
public:
    /// @param flight  must live as long as this
    Touching(const StepSettings& step, const FlightAtPlanes& flight)
        : step_(step), flight_(flight) {}

    /// Which impacts are touches and which are overlaps.
    void judge(Swept& at) const {
        const Float<W> zero(0.0f);
        const MovingParticles& p = at.p;
        const ParticleImpacts& impact = at.impact;
        at.shape = shape_velocity(impact.id, impact.hit.bits() & at.lanes);
        Vec<W> approach = p.displacement - at.shape * p.seconds;
        Float<W> moved = largest_component(p.displacement) * at.t;
        if (at.moves().any()) {
            const Frame& frame = at.frames.touched();
            approach = select(at.moves(), frame.whole - at.shape * p.seconds, approach);
            at.shape = select(at.moves(), at.shape + velocity_of(frame), at.shape);
        }
        if (instances_move())
            moved = largest_component(way_at_plane(at, 0));
        at.into = dot(impact.normal, at.velocity - at.shape);
        at.is_deep =
            impact.hit & p.reports & (impact.t < zero) & (impact.depth > zero) & ~at.carried;
        const Mask<W> leads_in = dot(impact.normal, approach) < zero;
        if (step_.surfaces.of_id != nullptr)
            at.manner = manner_at(step_.surfaces, at.material.manner, impact.id, impact.part,
                                  impact.hit.bits() & at.lanes)
                            .of_response();
        at.touches =
            impact.hit & ~at.pushing & ~at.carried & (~p.reports | (impact.t > zero) | leads_in);
        const Mask<W> has_moved = moved > at.gap(0x1p-2f);
        at.elsewhere = at.touches & (~p.planes.has(0) | has_moved);
        const Mask<W> leaves_planes = at.elsewhere & p.planes.has(0);
        if (leaves_planes.any())
            at.elsewhere = at.elsewhere & ~(leaves_planes & stays_in_crease(at));
    }

    /// Changes the velocity of touching particles, and the planes that constrain it.
    void touch(Swept& at) const {
        const Int<W> none(0), one(1);
        MovingParticles& p = at.p;
        const Vec<W> normal = at.impact.normal;
        p.planes.count = select(at.elsewhere, none, p.planes.count);
        if (instances_move())
            at.frames.turn(p.planes);
        for (int i = 0; i < Planes<W>::most; ++i) {
            p.planes.normal[i] = select(p.planes.has(i), p.planes.normal[i], normal - normal);
            p.planes.bound[i] = select(p.planes.has(i), p.planes.bound[i], Float<W>(0.0f));
            p.planes.friction[i] = select(p.planes.has(i), p.planes.friction[i], Float<W>(0.0f));
        }
        p.tries = select(at.touches, select(at.elsewhere, one, p.tries + one), p.tries);
        if (at.touches.any()) {
            const Int<W> gave_way = add(p.planes, at.touches, normal, dot(normal, at.shape),
                                        at.manner.friction, flight_.after(at.velocity, at.left));
            if (instances_move())
                at.frames.add_plane(at.touches, gave_way, at.motion, normal);
            const Vec<W> before = at.velocity;
            at.velocity = select(at.touches, responded(at) + at.shape, at.velocity);
            const Float<W> turned = length(at.velocity - before) / length(before - at.shape);
            p.impacts = select(at.elsewhere, p.impacts + cost_of(turned), p.impacts);
        }
        p.velocity = select(at.carried, p.velocity, at.velocity);
        p.carrier = select(at.touches, at.shape, p.carrier);
    }

private:
    [[nodiscard]] bool instances_move() const { return step_.motions.count != 0; }

    /// The velocity of a point of an instance, in units per second.
    [[nodiscard]] Vec<W> velocity_of(const Frame& frame) const {
        return usable_velocity(frame.speed * (Float<W>(1.0f) / Float<W>(step_.seconds)));
    }
    /// The way up to the end of the sweep, as the shape of plane i sees it.
    [[nodiscard]] Vec<W> way_at_plane(const Swept& at, int i) const {
        const Vec<W> way = at.p.displacement * at.t;
        return instances_move()
                   ? at.frames.of_plane(i, way, [](const Frame& frame) { return frame.moved; })
                   : way;
    }

    /// Whether the particle flew along its planes into one across them, and came nearer to it by no
    /// more than rounding of its position can hide. Then it has reached a crease: if it lost its
    /// planes here, it would fly from one to the other and back until its impacts are spent.
    [[nodiscard]] Mask<W> stays_in_crease(const Swept& at) const {
        const MovingParticles& p = at.p;
        const Float<W> hair = p.slack * Float<W>(0x1p-4f), across(0.99f);
        const Vec<W> normal = at.impact.normal, way = p.displacement * at.t;
        Vec<W> into = way;
        if (at.moves().any())
            into = select(at.moves(), at.frames.touched().moved, way);
        Mask<W> stays = -dot(normal, into) <= hair;
        for (int i = 0; i < Planes<W>::most; ++i) {
            const Vec<W> held = p.planes.normal[i];
            const Mask<W> is_left =
                (abs(dot(held, way_at_plane(at, i))) > hair) | (dot(held, normal) > across);
            stays = stays & ~(p.planes.has(i) & is_left);
        }
        return stays;
    }

    /// Cost of an instant, of which a particle has max_impacts in a step: less than 1 if the
    /// velocity hardly changes, as on the many facets of a smooth mesh.
    /// @param turned  change of the velocity relative to the shape, as a share of it; may be NaN
    static Float<W> cost_of(Float<W> turned) {
        const Float<W> whole(1.0f), least(1.0f / 32.0f), eighth(0.125f);
        return min(max(turned * (whole / eighth), least), whole);
    }

    /// Velocity relative to the shape after a response.
    [[nodiscard]] Vec<W> responded(const Swept& at) const {
        const Float<W> zero(0.0f), friction = at.manner.friction;
        const Planes<W> planes = at.p.planes.relative_to(at.shape);
        const Vec<W> normal = at.impact.normal, before = at.velocity - at.shape;
        const Float<W> restitution =
            select(-dot(normal, before) > Float<W>(step_.rest_speed), at.manner.restitution, zero);
        // Friction is based on the velocity before the energy correction. Otherwise, falling from
        // the small height by which a displacement leads off surfaces would add friction in each
        // step.
        const Vec<W> pressing = at.by_time - at.shape;
        const Vec<W> off = bounced(before, pressing, normal, restitution, friction);
        // Planes touched at the same instant still constrain the velocity.
        const Float<W> speed = length(before);
        const Mask<W> barred = planes.bars(1, off, speed) | planes.bars(2, off, speed);
        Vec<W> after = off;
        if ((barred & at.touches).any()) {
            const Vec<W> pressed = bounced(pressing, pressing, normal, restitution, friction);
            after = select(barred, held(off, pressed, planes, Friction::of_planes), off);
        }
        const Mask<W> is_rounding = length(after) <= speed * Float<W>(rounding_share);
        // A velocity beyond the range of floats becomes 0.
        const Mask<W> ends = is_rounding | ~is_finite(after);
        // Only planes that move can make a particle faster.
        const Vec<W> not_faster = select(planes.move(), after, no_faster(after, speed));
        return select(ends, Vec<W>{zero, zero, zero}, not_faster);
    }

    /// Velocities of shapes; 0 where they are not finite or have a component beyond 2^60.
    [[nodiscard]] Vec<W> shape_velocity(Int<W> id, unsigned lanes) const {
        const Float<W> zero(0.0f);
        if (!step_.shapes_move)
            return {zero, zero, zero};
        alignas(64) std::uint32_t ids[W];
        id.store(ids);
        Float<W> component[3];
        for (int a = 0; a < 3; ++a)
            component[a] = as_float(gathered(step_.shape_velocity[a], ids, lanes));
        return usable_velocity({component[0], component[1], component[2]});
    }
    const StepSettings& step_;
    const FlightAtPlanes& flight_;
};

} // namespace
} // namespace lanecast::LANECAST_ISA
