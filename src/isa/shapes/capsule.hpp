#pragma once

#include "isa/shapes/axial.hpp"
#include "isa/shapes/chord.hpp"
#include "isa/shapes/sweep.hpp"

namespace lanecast::LANECAST_ISA {

/// The points within a radius of a segment, which may be a point. Rays miss a capsule of radius 0.
/// Columns: a, b, radius. Rows: see axial.hpp.
struct Capsule : Axial<Capsule> {
    static constexpr Kind kind = Kind::capsule;

    template <int W, class Report>
    static void check(const Float<W>* c, Report&& report) {
        report(c[6] >= 0.0f, 6, rule::not_negative);
    }

    template <int W>
    static void prepare(const Float<W>* c, Float<W>* r) {
        prepare_axial(Vec<W>{c[0], c[1], c[2]}, Vec<W>{c[3], c[4], c[5]}, c[6], r);
    }

    template <int W>
    static Extent<W> bounds(const Float<W>* c) {
        const Vec<W> reach = {c[6], c[6], c[6]};
        return joined(Vec<W>{c[0], c[1], c[2]}, reach, Vec<W>{c[3], c[4], c[5]}, reach);
    }

    /// From the first entry into the sphere about a, the sphere about b and the barrel between them
    /// to the last exit.
    template <int W, class Axes, class Rows>
    static Interval<W> interval(const Ray<W, Axes>& ray, const Rows& r) {
        const AxialRay<W> seen = axial(ray, r);
        const Interval<W> inside = seen.on_ray(Parts<W>(seen, axis_of<W>(r)).whole());
        return {select(r[7] > Float<W>(0.0f), inside.enter, Float<W>(__builtin_inff())),
                inside.exit};
    }

    template <int W, class Axes, class Rows>
    static Vec<W> normal(const Ray<W, Axes>& ray, const Rows& r, Mask<W> leaving) {
        const AxialRay<W> seen = axial(ray, r);
        const Parts<W> parts(seen, axis_of<W>(r));
        const Float<W> at = select(leaving, parts.whole().exit, parts.whole().enter);
        // Towards the axis a ray enters the barrel, away from it it leaves; else it is by an end
        // that it does so.
        const Mask<W> other_way =
            (leaving & (at < parts.round.middle)) | (~leaving & (at > parts.round.middle));
        const Mask<W> at_end = (at < parts.planes.enter) | (at > parts.planes.exit) | other_way;
        const Mask<W> nearer_to_a = seen.along + seen.climb * at < seen.height * Float<W>(0.5f);
        const auto of_part = [&](auto round, auto a, auto b) {
            return select(at_end, select(nearer_to_a, a, b), round);
        };
        // From the middle of the chord back to where it enters, or on to where it leaves: a
        // rounding must not make that lie on the other side.
        const Float<W> zero(0.0f);
        const Float<W> middle = of_part(parts.round.middle, parts.a.middle, parts.b.middle);
        const Float<W> way = select(leaving, max(at - middle, zero), min(at - middle, zero));
        return normalized(of_part(parts.across.direction, seen.d, seen.d) * way -
                          of_part(parts.round.foot, parts.a.foot, parts.b.foot));
    }

    template <int W, class Rows>
    static BoundingSphere<W> bounding_sphere(const Rows& r) {
        const Float<W> half = r[6] * Float<W>(0.5f);
        return {axis_of<W>(r) * half, half + r[7]};
    }

    template <int W, class Rows>
    static Float<W> thickness(const Rows& r) {
        return r[7];
    }

    template <int W, class Rows>
    static Nearest<W> nearest(Vec<W> p, const Rows& r) {
        const Away<W> away(p, axis_of<W>(r), r[6]);
        return {away.length - r[7], away.from + away.unit * r[7], away.unit};
    }

    /// The centre comes within both radii of the segment: into the barrel between the ends, or into
    /// the sphere about that end from which it comes into the infinite barrel. A path that slips
    /// between the two by a rounding is held by the barrel, which begins at its end then.
    ///
    /// Both radii together are larger by as much as the path may be off. Too early by that is right
    /// for a capsule that moved; too late is not: a path along the side would go on to the far end.
    template <int W, class Rows>
    static Float<W> touch(Vec<W> from, const Sweep<W>& sweep, const Rows& r) {
        const Float<W> zero(0.0f), infinity(__builtin_inff());
        const Vec<W> axis = axis_of<W>(r), d = sweep.direction;
        // In lengths by which squares stay in the range of floats.
        const Float<W> scale = scale_to_one(largest_magnitude_bits(from));
        const Vec<W> f = from * scale;
        const Float<W> height = r[6] * scale;
        const Float<W> sum = (r[7] + sweep.radius) * scale;
        const Float<W> doubt(2.3841858e-07f); // 2 e
        const Float<W> radius = sum + doubt * (largest_component(f) + height + sum);

        const Float<W> along = dot(f, axis), climb = dot(d, axis);
        const Across<W> aside(d - axis * climb, climb * climb);
        const Chord<W> round(-(f - axis * along), aside.direction, aside.inverse_square, radius);
        const Interval<W> barrel =
            intersected(between_planes(along, climb, height), {round.enter(), round.exit()});
        const Mask<W> from_b = along + climb * round.enter() > height * Float<W>(0.5f);
        const Chord<W> sphere(select(from_b, axis * height - f, -f), d,
                              sweep.inverse_length_squared, radius);

        // What lies before 0 is not there, or rounding might let a start at the seam of both miss.
        const Mask<W> by_barrel = (barrel.enter <= barrel.exit) & (barrel.exit >= zero);
        const Mask<W> by_sphere = sphere.exit() >= zero;
        return min(select(by_sphere, sphere.touch(sphere.enter()), infinity),
                   select(by_barrel, round.touch(barrel.enter), infinity)) *
               inverse_of_scale(scale);
    }

private:
    /// From the nearest point of the segment to a point. On the segment the direction is across
    /// the axis, which is right at the ends, too.
    template <int W>
    struct Away {
        Vec<W> from;
        Float<W> length;
        Vec<W> unit;

        Away(Vec<W> p, Vec<W> axis, Float<W> height) {
            const Float<W> zero(0.0f);
            const AxialPoint<W> point(p, axis);
            const Vec<W> b = axis * height;
            const Mask<W> beyond_a = point.along<zero, beyond_b = dot(p - b, axis)> zero;
            const Polar<W> from_end = polar(select(beyond_b, p - b, p));
            const Mask<W> beyond = beyond_a | beyond_b;
            from = select(beyond_b, b, axis * max(point.along, zero));
            length = select(beyond, from_end.length, point.aside);
            unit = select(beyond, from_end.unit, point.outward);
        }
    };

    /// The spheres about both ends, the infinite barrel, and the space between the ends.
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
            // What comes in between the ends while it leads out has been in the sphere before, or
            // rounding has it there.
            const Mask<W> enters = meets & (planes.enter <= round.middle);
            const Mask<W> exits = meets & (planes.exit >= round.middle);
            // min and max drop a NaN, which is a sphere that is missed.
            const Float<W> enter =
                min(a.enter(), min(b.enter(), select(enters, barrel.enter, infinity)));
            const Float<W> exit =
                max(a.exit(), max(b.exit(), select(exits, barrel.exit, -infinity)));
            // The spheres are in the barrel. Where rounding has a ray in one of them only, it would
            // enter between the ends while it leads out.
            const Mask<W> grazes =
                (enter <= exit) & (planes.enter <= round.middle) & (planes.exit >= round.middle);
            return {select(grazes, min(enter, round.middle), enter),
                    select(grazes, max(exit, round.middle), exit)};
        }
    };
};

} // namespace lanecast::LANECAST_ISA
