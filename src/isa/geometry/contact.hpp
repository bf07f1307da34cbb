#pragma once

#include "core/kernel_table.hpp"
#include "isa/exact/separation.hpp"
#include "isa/geometry/bounding_sphere.hpp"
#include "isa/geometry/meet_sweep.hpp"

/// Particles in lanes and their contacts with shapes: docs/semantics.md, "Particles".
namespace lanecast::LANECAST_ISA {

/// A particle on its path: a moving sphere whose radius is the distance at which the particle
/// touches shapes.
template <int W>
struct ContactSweep : Sweep<W> {
    /// g0 of docs/semantics.md, which covers the rounding errors of surfaces and positions. If the
    /// sign bit is set, overlaps at the start that are deeper than g0 / 4 are reported, too.
    Float<W> slack;

    [[nodiscard]] Float<W> size_of_slack() const { return abs(slack); }
    [[nodiscard]] Mask<W> reports() const { return sign_bit(slack); }
};

/// Particles that stand still and need not report overlaps. Among instances that move, most
/// particles at rest are swept once more, for the rest of the step.
template <int W>
Mask<W> touches_nothing(const ContactSweep<W>& contact) {
    return ~contact.reports() & (largest_component(contact.direction) == Float<W>(0.0f));
}

/// The sweep that stands for a particle in culling. Its radius is larger by the most that any shape
/// may add to the particle's radius.
template <int W>
Sweep<W> sweep_for_culling(const ContactSweep<W>& contact, Float<W> extent) {
    Sweep<W> sweep = contact;
    sweep.radius = contact.radius + Float<W>(0x1p-17f) * extent; // 64 e
    sweep.t_max = max(contact.t_max, Float<W>(0.0f));
    return sweep;
}

/// False only if no test could report a contact with a shape in the sphere.
template <int W>
LANECAST_INLINE inline Mask<W> prefilter(const ContactSweep<W>& contact,
                                         const BoundingSphere<W>& sphere) {
    const Vec<W> to = sphere.center - contact.center;
    const Float<W> extent = abs(to.x) + abs(to.y) + abs(to.z) + sphere.radius + contact.radius;
    return prefilter(sweep_for_culling(contact, extent), sphere);
}

/// Contact of a particle with a shape.
template <int W>
struct ParticleContact {
    Mask<W> hit;
    Float<W> t;           ///< at most 0 for a touch at the start: see decide()
    Mask<W> starts;       ///< at the start, the shape is no farther away than the radius
    Float<W> depth;       ///< radius minus the distance of the shape, if that is an overlap
    Vec<W> normal, point; ///< if the shape has an exact distance
    Touch<W> touch;       ///< if the shape has no exact distance
};

/// A contact before decide() determines whether it counts.
template <int W>
struct FoundContact {
    Mask<W> touches; ///< the shape is touched after the start
    Float<W> t;
    Mask<W> starts, leads_in;
    Float<W> way_in;      ///< displacement along the normal; less than 0 if it leads into the shape
    Mask<W> holds_center; ///< a solid contains the centre by more than rounding error
    Float<W> depth;
    Float<W> slack; ///< g0, with what the shape raises it by
};

/// Decides which contacts count, and their t. Among shapes that are touched at the start, the
/// deepest comes first if overlaps are reported. Otherwise the one that the path leads into most
/// comes first, so that a few planes soon hold a particle in a pit of many faces.
template <int W>
void decide(ParticleContact<W>& contact, const ContactSweep<W>& sweep, const FoundContact<W>& found,
            Settings settings) {
    const Float<W> zero(0.0f);
    Mask<W> counts = no_lanes<W>();
    Float<W> at_start = zero;
    const Mask<W> is_deep = found.depth > found.slack * Float<W>(0.25f);
    if (settings.start_overlap != StartOverlap::ignore) {
        const bool reports_all = settings.start_overlap == StartOverlap::report;
        const Mask<W> is_reported =
            sweep.reports() & (reports_all ? all_lanes<W>() : is_deep) & found.starts;
        counts = is_reported | (found.starts & found.leads_in & ~found.holds_center);
        at_start = select(is_reported, min(-found.depth, zero),
                          select(sweep.reports(), zero, min(found.way_in, zero)));
    }
    contact.starts = found.starts;
    contact.depth = select(is_deep, found.depth, zero);
    contact.t = without_minus_zero(select(found.starts, at_start, found.t));
    contact.hit = (counts | (found.touches & found.leads_in)) & (contact.t <= sweep.t_max);
}

/// Maximum number of Newton steps. No path needs as many unless it grazes.
inline constexpr int most_exact_steps = 40;

/// Shapes that quickly tell some paths with t up to 1 on which they are not touched.
template <class Shape>
concept TellsAway = requires(const Sweep<4>& sweep, const Float<4>* rows) {
    Shape::stays_away(sweep, rows);
};

template <int W>
ParticleContact<W> no_contact() {
    const Float<W> zero(0.0f);
    const Vec<W> nowhere = {zero, zero, zero};
    const Mask<W> none = no_lanes<W>();
    return {.hit = none,
            .t = zero,
            .starts = none,
            .depth = zero,
            .normal = nowhere,
            .point = nowhere,
            .touch = {{none, none, none, zero, zero, zero}, {zero, nowhere, nowhere}}};
}

/// Newton's method on the distance, in double: see approach() in sweep.hpp. The answer of a lane
/// does not depend on t_max, which only ends the path early.
template <class Shape, int W, class Rows>
ParticleContact<W> meet_exactly(const ContactSweep<W>& sweep, const Rows& rows, Settings settings) {
    const Float<W> zero(0.0f);
    const Double<W> none(zero), eighth(Float<W>(0.125f)), half(Float<W>(0.5f)),
        minus_one(Float<W>(-1.0f));
    const auto shape = Shape::template exact<W>(rows);
    const DoubleVec<W> from = shape.place(sweep.center), course = shape.course(sweep.direction);
    const Double<W> radius(sweep.radius), slack(sweep.size_of_slack()), scale(sweep.scale);
    const Double<W> near = slack * eighth;
    // A small share of the slack, plus the rounding error of doubles at the largest length.
    const Vec<W> way_to_shape = sweep.center - Shape::template origin<W>(rows);
    const Float<W> extent = extent_at_start<Shape>(way_to_shape, sweep, rows);
    const Double<W> tolerance =
        slack * Double<W>(Float<W>(0x1p-20f)) + Double<W>(extent) * Double<W>(Float<W>(0x1p-46f));

    Separation<W> nearest = shape.nearest_at_start(from, near);
    FoundContact<W> found;
    found.starts = ~(radius < nearest.distance);
    found.holds_center = no_lanes<W>();
    if constexpr (is_solid<Shape>) {
        found.holds_center = nearest.distance < none - near;
        // If a plate is no thicker than g0 / 4, the particle is on the side to which its path
        // leads.
        const Mask<W> is_plate = ~(near + near < Double<W>(Shape::template thickness<W>(rows)));
        const Mask<W> is_behind =
            is_plate & ~(none < nearest.distance) & (dot(nearest.normal, course) < none);
        nearest.normal = select(is_behind, nearest.normal * minus_one, nearest.normal);
    }

    Double<W> s = none;
    Mask<W> touches = no_lanes<W>();
    Mask<W> open = ~found.starts;
    for (int step = 0; step < most_exact_steps; ++step) {
        const Double<W> gap = nearest.distance - radius;
        const Double<W> speed = none - dot(nearest.normal, course);
        const Mask<W> arrives = open & ~(tolerance < gap);
        touches = touches | arrives;
        const Double<W> next = s + gap / speed;
        open = open & ~arrives & (none < speed) & (narrow(next * scale) <= max(sweep.t_max, zero));
        if (!open.any())
            break;
        s = select(open, next, s);
        nearest = select(open, shape.nearest(from + course * s), nearest);
    }

    ParticleContact<W> contact = no_contact<W>();
    if (!(touches | found.starts).any()) // most particles near a shape do not touch it
        return contact;
    found.depth = narrow(radius - nearest.distance);
    // If a face holds the particle off, its normal counts on its edges, too.
    const DoubleVec<W> at = from + course * s;
    const HoldingFace<W> face = shape.face_above(at, radius - slack * half, course);
    const DoubleVec<W> foot = at - nearest.normal * nearest.distance;
    nearest = select(face.exists, face.plane, nearest);
    found.slack = sweep.size_of_slack();
    found.touches = touches;
    found.t = narrow(s * scale);
    const Double<W> into = dot(nearest.normal, course);
    found.leads_in = (into < none) & ~face.recedes;
    found.way_in = narrow(into) * inverse_of_scale(sweep.scale);

    decide(contact, sweep, found, settings);
    contact.normal = shape.out(nearest.normal);
    contact.point = shape.point_out(foot);
    return contact;
}

/// s of docs/semantics.md, for a particle at the start of its path.
template <class Shape, int W, class Rows>
Float<W> scale_of_shape(Vec<W> from, Float<W> radius, const Rows& rows) {
    if constexpr (IsUnbounded<Shape>) {
        return largest_component(from) + radius;
    } else {
        const BoundingSphere<W> sphere = Shape::template bounding_sphere<W>(rows);
        return largest_component(from - sphere.center) + sphere.radius + radius;
    }
}

/// The sweep in floats that approximates a particle. Its radius is larger by 32 e s, the error
/// bound of such sweeps, less the slack.
template <class Shape, int W, class Rows>
Sweep<W> rough_sweep(const ContactSweep<W>& particle, const Rows& rows) {
    const Float<W> zero(0.0f), most_off(0x1p-18f); // 32 e
    const Vec<W> from = particle.center - Shape::template origin<W>(rows);
    const Float<W> scale = scale_of_shape<Shape>(from, particle.radius, rows);
    Sweep<W> sweep = particle;
    sweep.radius = particle.radius + max(most_off * scale - particle.size_of_slack(), zero);
    sweep.t_max = max(particle.t_max, zero);
    return sweep;
}

/// The contact at the start. Not inlined, because most particles touch nothing there.
template <class Shape, int W, class Rows>
LANECAST_APART FoundContact<W> rough_start(ContactSweep<W> particle, const Rows& rows,
                                           Sweep<W> sweep, Touch<W> touch) {
    const SweepSurface<W> surface = surface_sweep<Shape>(sweep, rows, touch);
    FoundContact<W> found;
    found.touches = touch.hit;
    found.t = touch.t;
    found.starts = touch.starts;
    found.leads_in = ~touch.starts | leads_into(surface.normal, sweep.direction);
    found.way_in = dot(surface.normal, sweep.direction) * inverse_of_scale(sweep.scale);
    found.depth = select(touch.starts, surface.depth, Float<W>(0.0f));
    found.slack = particle.size_of_slack() + (sweep.radius - particle.radius);
    found.holds_center = no_lanes<W>();
    if constexpr (is_solid<Shape>)
        found.holds_center = surface.depth > sweep.radius + found.slack * Float<W>(0.125f);
    return found;
}

/// The contact of a particle by the sweep in floats.
template <class Shape, int W, class Rows>
ParticleContact<W> meet_roughly(const ContactSweep<W>& particle, const Rows& rows,
                                Settings settings) {
    const Sweep<W> sweep = rough_sweep<Shape>(particle, rows);
    Settings after_start = settings;
    after_start.start_overlap = StartOverlap::ignore;
    ParticleContact<W> contact;
    contact.touch = meet_sweep<Shape>(sweep, rows, after_start);
    if (contact.touch.starts.any()) [[unlikely]] {
        decide(contact, particle, rough_start<Shape, W, Rows>(particle, rows, sweep, contact.touch),
               settings);
    } else {
        contact.starts = contact.touch.starts;
        contact.t = contact.touch.t;
        contact.hit = contact.touch.hit & (contact.t <= particle.t_max);
        contact.depth = Float<W>(0.0f);
    }
    return contact;
}

template <class Shape, int W, class Rows>
ParticleContact<W> meet_contact(const ContactSweep<W>& sweep, const Rows& rows, Settings settings) {
    if constexpr (TellsAway<Shape>) {
        if (Shape::stays_away(sweep, rows).all())
            return no_contact<W>();
    }
    if constexpr (HasExactDistance<Shape>)
        return meet_exactly<Shape>(sweep, rows, settings);
    else
        return meet_roughly<Shape>(sweep, rows, settings);
}

/// The remaining values of an answer, only for lanes that hit.
template <class Shape, int W, class Rows>
SweepSurface<W> surface_of_contact(const ContactSweep<W>& particle, const Rows& rows,
                                   const ParticleContact<W>& contact) {
    if constexpr (HasExactDistance<Shape>) {
        return {contact.point, contact.normal, contact.depth, contact.starts};
    } else {
        const SweepSurface<W> surface =
            surface_sweep<Shape>(rough_sweep<Shape>(particle, rows), rows, contact.touch);
        return {surface.point, surface.normal, contact.depth, contact.starts};
    }
}

} // namespace lanecast::LANECAST_ISA
