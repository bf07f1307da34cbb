#pragma once

#include "isa/geometry/axial.hpp"
#include "isa/geometry/chord.hpp"
#include "isa/geometry/sweep.hpp"

namespace lanecast::LANECAST_ISA {

/// All points within a radius of a segment, whose length may be 0. Rays miss a capsule of radius 0.
/// Columns: a, b, radius. Rows: see axial.hpp.
struct Capsule : Axial<Capsule> {
    static constexpr Kind kind = Kind::capsule;

    struct column {
        enum : int { a = 0, b = 3, radius = 6 };
    };

    template <int W, class Report>
    static void check(const Float<W>* c, Report&& report) {
        report(c[column::radius] >= 0.0f, column::radius, rule::not_negative);
    }

    template <int W, class Rows>
    static void prepare(const Float<W>* c, Rows& r) {
        prepare_axial(vector_at<W>(c, column::a), vector_at<W>(c, column::b), c[column::radius], r);
    }

    template <int W>
    static Extent<W> bounds(const Float<W>* c) {
        const Vec<W> reach = {c[column::radius], c[column::radius], c[column::radius]};
        return joined(vector_at<W>(c, column::a), reach, vector_at<W>(c, column::b), reach);
    }

    /// The interval from the first entry into the sphere about a, the sphere about b or the barrel
    /// between them, to the last exit.
    template <int W, class Axes, class Rows>
    static Interval<W> interval(const Ray<W, Axes>& ray, const Rows& r) {
        const AxialRay<W> seen = axial(ray, r);
        const Interval<W> inside = seen.on_ray(Parts<W>(seen, axis_of<W>(r)).whole());
        return {select(r[row::radius] > Float<W>(0.0f), inside.enter, Float<W>(__builtin_inff())),
                inside.exit};
    }

    template <int W, class Axes, class Rows>
    static Vec<W> normal(const Ray<W, Axes>& ray, const Rows& r, Mask<W> leaving) {
        const AxialRay<W> seen = axial(ray, r);
        const Parts<W> parts(seen, axis_of<W>(r));
        const Float<W> at = select(leaving, parts.whole().exit, parts.whole().enter);
        // A ray enters the barrel while it approaches the axis, and leaves it while it recedes.
        // Otherwise it enters or leaves through the sphere about an end.
        const Mask<W> other_way =
            (leaving & (at < parts.round.middle)) | (~leaving & (at > parts.round.middle));
        const Mask<W> at_end = (at < parts.planes.enter) | (at > parts.planes.exit) | other_way;
        const Mask<W> nearer_to_a = seen.along + seen.climb * at < seen.height * Float<W>(0.5f);
        const auto of_part = [&](auto round, auto a, auto b) {
            return select(at_end, select(nearer_to_a, a, b), round);
        };
        // Parameter from the middle of the chord back to the entry, or on to the exit. It is
        // clamped, so that rounding error cannot put the hit on the wrong side of the middle.
        const Float<W> zero(0.0f);
        const Float<W> middle = of_part(parts.round.middle, parts.a.middle, parts.b.middle);
        const Float<W> way = select(leaving, max(at - middle, zero), min(at - middle, zero));
        return normalized(of_part(parts.across.direction, seen.d, seen.d) * way -
                          of_part(parts.round.foot, parts.a.foot, parts.b.foot));
    }

    template <int W, class Rows>
    static BoundingSphere<W> bounding_sphere(const Rows& r) {
        const Float<W> half = r[row::height] * Float<W>(0.5f);
        return {axis_of<W>(r) * half, half + r[row::radius]};
    }

    template <int W, class Rows>
    static Float<W> thickness(const Rows& r) {
        return r[row::radius];
    }

    template <int W, class Rows>
    static Nearest<W> nearest(Vec<W> p, const Rows& r) {
        const Away<W> away(p, r);
        return {away.length - r[row::radius], away.from + away.unit * r[row::radius], away.unit};
    }

    /// Parameter at which the distance of the centre from the segment falls to the sum of both
    /// radii: the centre enters the barrel between the ends, or the sphere about the end from which
    /// it enters the infinite barrel. A path that slips between the two by rounding error still
    /// hits the barrel, at its end.
    ///
    /// The sum of the radii is enlarged by the rounding error of the path. A touch that is too
    /// early by this much is exact for a capsule that moved slightly. A touch that is too late is
    /// not: a path along the side would go on to the far end.
    template <int W, class Rows>
    static TouchTest<W> touch(Vec<W> from, const Sweep<W>& sweep, const Rows& r) {
        const Float<W> zero(0.0f), infinity(__builtin_inff());
        const Vec<W> axis = axis_of<W>(r), d = sweep.direction;
        // Scaled so that squares stay in the range of floats.
        const Float<W> scale = scale_to_one(largest_magnitude_bits(from));
        const Vec<W> f = from * scale;
        const Float<W> height = r[row::height] * scale;
        const Float<W> sum = (r[row::radius] + sweep.radius) * scale;
        const Float<W> doubt(0x1p-22f); // 2 e
        const Float<W> extent = largest_component(f) + height + sum, radius = sum + doubt * extent;

        const Float<W> along = dot(f, axis), climb = dot(d, axis);
        const Across<W> aside(d - axis * climb, climb * climb);
        const Chord<W> round(-(f - axis * along), aside.direction, aside.inverse_square, radius);
        const Interval<W> barrel =
            intersected(between_planes(along, climb, height), {round.enter(), round.exit()});
        const Mask<W> from_b = along + climb * round.enter() > height * Float<W>(0.5f);
        const Chord<W> sphere(select(from_b, axis * height - f, -f), d,
                              sweep.inverse_length_squared, radius);

        // A barrel or sphere that the path leaves before 0 is ignored. Otherwise rounding error
        // could make a start at the seam between both miss.
        const Mask<W> by_barrel = (barrel.enter <= barrel.exit) & (barrel.exit >= zero);
        const Mask<W> by_sphere = sphere.exit() >= zero;
        const Float<W> into_sphere = select(by_sphere, sphere.touch(sphere.enter()), infinity),
                       into_barrel = select(by_barrel, round.touch(barrel.enter), infinity);
        const Float<W> approach = select(into_sphere < into_barrel, sphere.half,
                                         (round.middle - barrel.enter) * aside.square);
        const Float<W> back = inverse_of_scale(scale);
        const Vec<W> away = f - axis * min(max(along, zero), height);
        return {rough_overlap(dot(away, away), sum, extent, scale),
                min(into_sphere, into_barrel) * back, approach * back};
    }

    template <int W, class Rows>
    static Mask<W> approaches(const Sweep<W>& sweep, Float<W> s, Float<W> doubt, const Rows& r) {
        const Float<W> zero(0.0f);
        const Vec<W> at = sweep.center - origin<W>(r) + sweep.direction * s, axis = axis_of<W>(r);
        const Vec<W> away = at - axis * min(max(dot(at, axis), zero), r[row::height]);
        return dot(away, sweep.direction) < -doubt;
    }

private:
    /// Vector from the nearest point of the segment to a point. If the nearest point is not an end,
    /// its direction is perpendicular to the axis, which is also right close to the ends.
    template <int W>
    struct Away {
        Vec<W> from;
        Float<W> length;
        Vec<W> unit;

        template <class Rows>
        Away(Vec<W> p, const Rows& r) {
            const Float<W> zero(0.0f);
            const AxialPoint<W> point(p, r);
            const Vec<W> axis = axis_of<W>(r), b = axis * r[row::height];
            const Mask<W> beyond_a = point.along<zero, beyond_b = dot(p - b, axis)> zero;
            const Mask<W> beyond = beyond_a | beyond_b;
            const Polar<W> from_end = polar(select(beyond_b, p - b, p), beyond, r);
            from = select(beyond_b, b, axis * max(point.along, zero));
            length = select(beyond, from_end.length, point.aside);
            unit = select(beyond, from_end.unit, point.outward);
        }
    };

    /// Chords of the spheres about both ends and of the infinite barrel, and the interval between
    /// the planes through the ends.
    template <int W>
    struct Parts {
        Chord<W> a, b;
        Across<W> across;
        Chord<W> round;
        Interval<W> planes;

        Parts(const AxialRay<W>& ray, Vec<W> axis)
            : a(-ray.f, ray.d, ray.inverse_length_squared, ray.radius),
              b(axis * ray.height - ray.f, ray.d, ray.inverse_length_squared, ray.radius),
              across(ray.across()), round(ray.in_barrel(across)), planes(between_caps(ray)) {}

        [[nodiscard]] Interval<W> whole() const {
            const Float<W> infinity(__builtin_inff());
            const Interval<W> barrel = intersected(planes, {round.enter(), round.exit()});
            const Mask<W> meets = barrel.enter <= barrel.exit;
            // If a ray comes between the planes only after its nearest approach to the axis, it has
            // entered through a sphere before, or it is in the barrel by rounding error only.
            // Likewise for its exit.
            const Mask<W> enters = meets & (planes.enter <= round.middle);
            const Mask<W> exits = meets & (planes.exit >= round.middle);
            // A sphere that is missed gives NaN, which min and max drop.
            const Float<W> enter =
                min(a.enter(), min(b.enter(), select(enters, barrel.enter, infinity)));
            const Float<W> exit =
                max(a.exit(), max(b.exit(), select(exits, barrel.exit, -infinity)));
            // The spheres lie in the infinite barrel. If by rounding error a ray is in a sphere but
            // not in the barrel, it would enter where it already recedes from the axis. The
            // interval is extended to the nearest approach then.
            const Mask<W> grazes =
                (enter <= exit) & (planes.enter <= round.middle) & (planes.exit >= round.middle);
            return {select(grazes, min(enter, round.middle), enter),
                    select(grazes, max(exit, round.middle), exit)};
        }
    };
};

} // namespace lanecast::LANECAST_ISA
