#pragma once

#include "isa/shapes/axial.hpp"
#include "isa/shapes/chord.hpp"

namespace lanecast::LANECAST_ISA {

/// A right circular cone with a flat base. Columns: the base's centre, the apex, the base's radius.
/// Rows: see axial.hpp; the axis leads from the apex to the base.
struct Cone : Axial<Cone> {
    static constexpr Kind kind = Kind::cone;

    template <int W, class Report>
    static void check(const Float<W>* c, Report&& report) {
        report(differ(Vec<W>{c[0], c[1], c[2]}, Vec<W>{c[3], c[4], c[5]}), 3, rule::not_base);
        report(c[6] > 0.0f, 6, rule::positive);
    }

    template <int W>
    static void prepare(const Float<W>* c, Float<W>* r) {
        prepare_axial(Vec<W>{c[3], c[4], c[5]}, Vec<W>{c[0], c[1], c[2]}, c[6], r);
        // Flatter cones are not told from a disc, and the discriminant, which is of the order of
        // the height's fourth power, would leave the range of floats.
        r[6] = max(r[6], c[6] * 2.9802322e-8f); // 2^-25
        // Nor are thinner ones told from a segment: the square of their slope would be lost in
        // doubles, and the cone with it.
        r[7] = max(r[7], r[6] * 5.9604645e-8f); // 2^-24
    }

    template <int W>
    static Extent<W> bounds(const Float<W>* c) {
        const Float<W> zero(0.0f);
        const Vec<W> base = {c[0], c[1], c[2]}, apex = {c[3], c[4], c[5]};
        return joined(base, reach_of_disc(normalized(base - apex), c[6]), apex,
                      Vec<W>{zero, zero, zero});
    }

    template <int W, class Axes, class Rows>
    static Interval<W> interval(const Ray<W, Axes>& ray, const Rows& r) {
        const AxialRay<W> seen = seen_by_cone(ray, r);
        return seen.on_ray(in_cone(seen, between_caps(seen)));
    }

    template <int W, class Axes, class Rows>
    static Vec<W> normal(const Ray<W, Axes>& ray, const Rows& r, Mask<W> leaving) {
        const AxialRay<W> seen = seen_by_cone(ray, r);
        const Interval<W> caps = between_caps(seen), inside = in_cone(seen, caps);
        const Vec<W> axis = axis_of<W>(r);
        const Mask<W> down = narrow(seen.du) > 0.0f;
        // The plane through the apex is no face.
        const Mask<W> by_base = (leaving & down & (caps.exit == inside.exit)) |
                                (~leaving & ~down & (caps.enter == inside.enter));
        const AxialPoint<W> hit(seen.at(select(leaving, inside.exit, inside.enter)), axis);
        return select(by_base, axis, Slope<W>(r).normal(hit, axis));
    }

    /// In the half-plane of the axis and p the cone is a triangle.
    template <int W, class Rows>
    static Nearest<W> nearest(Vec<W> p, const Rows& r) {
        const Float<W> zero(0.0f), height = r[6], radius = r[7];
        const Vec<W> axis = axis_of<W>(r);
        const AxialPoint<W> at(p, axis);
        const Slope<W> slope(r);
        const Float<W> off_base = at.along - height;
        const Float<W> off_side = at.aside * slope.cosine - at.along * slope.sine;
        const Float<W> down_side = at.aside * slope.sine + at.along * slope.cosine;
        // From the rim, not the apex: near the rim that is a small number, and its sign is right.
        const Float<W> past_rim = (at.aside - radius) * slope.sine + off_base * slope.cosine;

        const Mask<W> inside = (off_base <= zero) & (off_side <= zero);
        const Mask<W> wide = at.aside > radius;
        const Mask<W> by_base = (inside & (off_base >= off_side)) |
                                (~inside & ((off_base > zero) | (wide & (past_rim >= zero))));
        const Mask<W> rim = by_base & ~inside & wide;
        const Mask<W> apex = ~by_base & ~inside & (down_side <= zero);
        const Mask<W> edge = rim | apex;
        const Polar<W> off_edge = polar(Vec<W>{select(rim, at.aside - radius, at.aside),
                                               select(rim, off_base, at.along), zero});
        const Vec<W> edge_normal = at.outward * off_edge.unit.x + axis * off_edge.unit.y;
        const Float<W> down = max(min(down_side, slope.length), zero);
        return {select(edge, off_edge.length, select(by_base, off_base, off_side)),
                at.at(select(by_base, height, down * slope.cosine),
                      select(by_base, min(at.aside, radius), down * slope.sine), axis),
                select(edge, edge_normal, select(by_base, axis, slope.normal(at, axis)))};
    }

private:
    /// Without what only drifts along the axis, and without heights that are nothing but rounding:
    /// signs are decided by products of both, which must be in the range of floats.
    template <int W, class Axes, class Rows>
    static AxialRay<W> seen_by_cone(const Ray<W, Axes>& ray, const Rows& r) {
        AxialRay<W> seen = axial(ray, r);
        seen.du = unless_less(seen.du, least_drift);
        seen.fu = unless_less(seen.fu, least_drift * least_drift);
        return seen;
    }
    template <int W>
    static Double<W> unless_less(Double<W> a, float least) {
        const Float<W> zero(0.0f), one(1.0f);
        return a * Double<W>(select(abs(narrow(a)) < Float<W>(least), zero, one));
    }

    /// Of the side from apex to rim, against the axis.
    template <int W>
    struct Slope {
        Float<W> length, cosine, sine;

        template <class Rows>
        explicit Slope(const Rows& r) {
            const Polar<W> side = polar(Vec<W>{r[6], r[7], Float<W>(0.0f)});
            length = side.length;
            cosine = side.unit.x;
            sine = side.unit.y;
        }
        [[nodiscard]] Vec<W> normal(const AxialPoint<W>& p, Vec<W> axis) const {
            return p.outward * cosine - axis * sine;
        }
    };

    /// Where the ray is in the cone, which is between two planes and in the infinite cone of the
    /// apex:
    ///     q(x) = h^2 (u^2 x^2 - (u x)^2) - r^2 (u x)^2 <= 0 and u x >= 0.
    /// Along a ray q is a x^2 + 2 b x + c. Where a > 0 the ray is in the infinite cone or its
    /// mirror image between the roots; where a < 0 it is in both, outside of the roots.
    ///
    /// Whether it meets the cone is decided in double, and not by intervals of the ray: at the rim
    /// of a flat cone base and side are almost parallel, and a rounding of x would move the rim by
    /// r / h times as much. Either the ray goes through the base, or all of it that is in the
    /// infinite cone lies between the planes.
    template <int W>
    static Interval<W> in_cone(const AxialRay<W>& ray, Interval<W> caps) {
        const Float<W> zero(0.0f), infinity(__builtin_inff());
        const Double<W> height(ray.height), radius(ray.radius);
        const Double<W> hh = height * height, hu = hh * ray.uu, slant = hh + radius * radius;
        const Double<W> du_du = ray.du * ray.du;
        const Double<W> a = hu * ray.dd - slant * du_du;
        const Double<W> b = hu * ray.fd - slant * (ray.fu * ray.du);
        const Double<W> c = hu * ray.ff - slant * (ray.fu * ray.fu);
        const Float<W> discriminant = discriminant_of(ray, a * c, b * b, hu, slant);

        // y = du (f + x d) in the plane of the base.
        const Double<W> to_base = height * ray.uu - ray.fu;
        const DoubleVec<W> y = {to_base * ray.d.x + ray.du * ray.f.x,
                                to_base * ray.d.y + ray.du * ray.f.y,
                                to_base * ray.d.z + ray.du * ray.f.z};
        const Mask<W> through_base = narrow(dot(y, y) - du_du * (slant * ray.uu)) <= zero;
        // The middle between the roots is at x = -b / a.
        const Mask<W> between_planes =
            (narrow(a * to_base + b * ray.du) >= zero) & (narrow(a * ray.fu - b * ray.du) >= zero);
        const Mask<W> both = narrow(a) < zero;
        const Mask<W> down = narrow(ray.du) > zero;
        const Mask<W> meets = (both & through_base) |
                              (~both & (discriminant >= zero) & (through_base | between_planes));

        // Without -0, by which a root would be at the wrong infinity.
        const Interval<W> roots =
            between_roots(narrow(a) + zero, narrow(b), narrow(c), max(discriminant, zero));
        const Float<W> first =
            select(both & ~down, -infinity, select(both, roots.exit, roots.enter));
        const Float<W> last = select(both & down, infinity, select(both, roots.enter, roots.exit));
        return {select(meets, min(max(first, caps.enter), caps.exit), infinity),
                max(min(last, caps.exit), caps.enter)};
    }

    /// b^2 - a c, and the same by Lagrange's identity. The former is good where a, b and c are
    /// small, which is along the side; the latter where b^2 and a c are large, which is in flat
    /// cones.
    template <int W>
    static Float<W> discriminant_of(const AxialRay<W>& ray, Double<W> ac, Double<W> bb,
                                    Double<W> hu, Double<W> slant) {
        const Double<W> tilt = ray.ff * (ray.du * ray.du) + ray.dd * (ray.fu * ray.fu) -
                               (ray.fd + ray.fd) * (ray.fu * ray.du);
        const Double<W> twist = ray.ff * ray.dd - ray.fd * ray.fd;
        const Double<W> hu_tilt = hu * (slant * tilt);
        return select(narrow(bb) + abs(narrow(ac)) < narrow(hu_tilt), narrow(bb - ac),
                      narrow(hu_tilt - hu * (hu * twist)));
    }
};

} // namespace lanecast::LANECAST_ISA
