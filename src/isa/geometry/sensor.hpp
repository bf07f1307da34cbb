#pragma once

#include "isa/geometry/contact.hpp"

/// Sensors in lanes. Whether a sensor touches a shape where it stands depends on its place alone,
/// so the end of a step and the start of the next decide alike: docs/semantics.md, "Particles".
namespace lanecast::LANECAST_ISA {

/// A sensor on its path. The base class is the path from the start, with the reach and the slack
/// that the sensor has there.
template <int W>
struct SensorSweep : ContactSweep<W> {
    Vec<W> end;
    Float<W> end_radius, end_slack; ///< radius and slack at the end

    /// The sensor at the end of its path.
    [[nodiscard]] ContactSweep<W> at_end() const {
        ContactSweep<W> there = *this;
        there.center = end;
        there.radius = end_radius;
        there.slack = end_slack;
        return there;
    }
    [[nodiscard]] Vec<W> way() const { return this->direction * inverse_of_scale(this->scale); }
};

/// A sensor that stands still may be touched at the end of its step.
template <int W>
Mask<W> touches_nothing(const SensorSweep<W>&) {
    return no_lanes<W>();
}

/// @param path  a sweep whose radius is that of the sensor and its skin, without rounding
template <int W>
SensorSweep<W> make_sensor(const Sweep<W>& path) {
    const auto slack_at = [&](Vec<W> at) {
        const Float<W> eight_e(0x1p-20f);
        return eight_e * (abs(at.x) + abs(at.y) + abs(at.z) + path.radius);
    };
    SensorSweep<W> sensor;
    static_cast<Sweep<W>&>(sensor) = path;
    sensor.slack = slack_at(path.center);
    sensor.radius = path.radius + sensor.slack;
    sensor.end = path.center + sensor.way();
    sensor.end_slack = slack_at(sensor.end);
    sensor.end_radius = path.radius + sensor.end_slack;
    return sensor;
}

/// The sweep that stands for a sensor in culling, less what sweep_for_culling() adds for other
/// particles. Its radius covers both ends, the growth of what shapes add on the way, and the
/// rounding errors of the end, which in a prototype are those of the world.
template <int W>
ContactSweep<W> around_both_ends(const SensorSweep<W>& sensor) {
    const Float<W> sixty_four_e(0x1p-17f), two_e(0x1p-22f);
    const Vec<W> way = sensor.way(), off = sensor.center + way - sensor.end;
    ContactSweep<W> sweep = sensor;
    sweep.radius = max(sensor.radius, sensor.end_radius) + sixty_four_e * largest_component(way) +
                   two_e * largest_component(sensor.end) + (abs(off.x) + abs(off.y) + abs(off.z));
    return sweep;
}
template <int W>
LANECAST_INLINE inline Mask<W> prefilter(const SensorSweep<W>& sensor,
                                         const BoundingSphere<W>& sphere) {
    return prefilter(around_both_ends(sensor), sphere);
}

/// A shape as a sensor finds it at the end of its path.
template <int W>
struct SensorEnd {
    Mask<W> touches;    ///< as FoundContact::starts says, if a path starts there
    Mask<W> approaches; ///< the path still leads towards the shape
};
template <class Shape, int W, class Rows>
LANECAST_APART SensorEnd<W> end_of_sensor(SensorSweep<W> sensor, const Rows& rows) {
    const ContactSweep<W> at = sensor.at_end();
    if constexpr (HasExactDistance<Shape>) {
        const auto shape = Shape::template exact<W>(rows);
        const Double<W> none(Float<W>(0.0f)), eighth(Float<W>(0.125f));
        const Separation<W> nearest =
            shape.nearest_at_start(shape.place(at.center), Double<W>(at.slack) * eighth);
        return {~(Double<W>(at.radius) < nearest.distance),
                dot(nearest.normal, shape.course(at.direction)) < none};
    } else {
        const Float<W> radius = rough_sweep<Shape>(at, rows).radius;
        const Nearest<W> nearest = nearest_to<Shape>(at.center, rows);
        return {nearest.distance <= radius, leads_into(nearest.normal, at.direction)};
    }
}

/// Contact of a sensor with a shape that it begins to touch.
template <int W>
struct SensorContact : ParticleContact<W> {
    Mask<W> at_end; ///< only the end of the path touches the shape
};

/// The distance from a convex shape is convex along the path. A sensor that approaches the shape at
/// the end and does not touch it there has therefore not touched it before: it will in the next
/// step.
template <class Shape, int W, class Rows>
SensorContact<W> meet_sensor(const SensorSweep<W>& sensor, const Rows& rows, Settings settings) {
    const Float<W> last(1.0f);
    const ContactSweep<W>& path = sensor;
    SensorContact<W> contact = {meet_contact<Shape>(path, rows, settings), no_lanes<W>()};
    if (contact.starts.all())
        return contact;
    const SensorEnd<W> end = end_of_sensor<Shape, W, Rows>(sensor, rows);
    contact.at_end = end.touches & ~contact.starts & ~contact.hit & (sensor.t_max >= last);
    contact.hit = (contact.hit & (end.touches | ~end.approaches)) | contact.at_end;
    contact.t = select(contact.at_end, last, contact.t);
    return contact;
}

/// Point and normal of a shape that only the end of the path touches.
template <class Shape, int W, class Rows>
LANECAST_APART SweepSurface<W> surface_at_end(SensorSweep<W> sensor, const Rows& rows) {
    const Float<W> none(0.0f);
    if constexpr (HasExactDistance<Shape>) {
        const auto shape = Shape::template exact<W>(rows);
        const DoubleVec<W> at = shape.place(sensor.end);
        const Separation<W> nearest = shape.nearest(at);
        return {shape.point_out(at - nearest.normal * nearest.distance), shape.out(nearest.normal),
                none, no_lanes<W>()};
    } else {
        const Nearest<W> nearest = nearest_to<Shape>(sensor.end, rows);
        return {nearest.point + Shape::template origin<W>(rows), nearest.normal, none,
                no_lanes<W>()};
    }
}

template <class Shape, int W, class Rows>
SweepSurface<W> surface_of_sensor(const SensorSweep<W>& sensor, const Rows& rows,
                                  const SensorContact<W>& contact) {
    const ContactSweep<W>& path = sensor;
    const ParticleContact<W>& on_path = contact;
    const SweepSurface<W> surface = surface_of_contact<Shape>(path, rows, on_path);
    if (!contact.at_end.any())
        return surface;
    const SweepSurface<W> last = surface_at_end<Shape, W, Rows>(sensor, rows);
    return {select(contact.at_end, last.point, surface.point),
            select(contact.at_end, last.normal, surface.normal), surface.depth, surface.starts};
}

} // namespace lanecast::LANECAST_ISA
