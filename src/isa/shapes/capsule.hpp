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
        return seen.on_ray(in_capsule(seen));
    }

    template <int W, class Axes, class Rows>
    static Vec<W> normal(const Ray<W, Axes>& ray, const Rows& r, Mask<W> leaving) {
        const AxialRay<W> seen = axial(ray, r);
        const Interval<W> inside = in_capsule(seen);
        const Vec<W> hit = seen.at(select(leaving, inside.exit, inside.enter));
        return Away<W>(hit, axis_of<W>(r), seen.height).unit;
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
            intersected(between_ends(along, height, climb), {round.enter(), round.exit()});
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

    /// Where the height is between 0 and that of b. What min and max do with a path across the axis
    /// stands at Slabs.
    template <int W>
    static Interval<W> between_ends(Float<W> along, Float<W> height, Float<W> climb) {
        const Float<W> infinity(__builtin_inff());
        const Float<W> low = -along, high = height - along;
        const Float<W> inverse = Float<W>(1.0f) / climb;
        const Mask<W> down = sign_bit(inverse);
        return {max(select(down, high, low) * inverse, -infinity),
                min(select(down, low, high) * inverse, infinity)};
    }

    template <int W>
    static Interval<W> in_capsule(const AxialRay<W>& ray) {
        const Float<W> infinity(__builtin_inff());
        const Interval<W> barrel = intersected(between_caps(ray), in_barrel(ray));
        const Mask<W> meets = barrel.enter <= barrel.exit;
        const Double<W> height(ray.height), along = height * ray.uu - ray.fu;
        const Interval<W> a = in_sphere(ray, ray.fd, ray.ff);
        const Interval<W> b =
            in_sphere(ray, ray.fd - height * ray.du, ray.ff + height * (along - ray.fu));
        // min and max drop a NaN, which is a sphere that is missed.
        const Float<W> enter = min(a.enter, min(b.enter, select(meets, barrel.enter, infinity)));
        const Float<W> exit = max(a.exit, max(b.exit, select(meets, barrel.exit, -infinity)));
        return {select(ray.radius > 0.0f, enter, infinity), exit};
    }

    /// Given g d and g^2 for g from the sphere's centre to f.
    template <int W>
    static Interval<W> in_sphere(const AxialRay<W>& ray, Double<W> gd, Double<W> gg) {
        const Double<W> radius(ray.radius);
        const Double<W> c = gg - radius * radius;
        return between_roots(narrow(ray.dd), narrow(gd), narrow(c), narrow(gd * gd - ray.dd * c));
    }
};

} // namespace lanecast::LANECAST_ISA
