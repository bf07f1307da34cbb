#pragma once

#include "isa/geometry/axial.hpp"
#include "isa/geometry/chord.hpp"

namespace lanecast::LANECAST_ISA {

/// A right circular cone with a flat base. Columns: the base's centre, the apex, the base's radius.
/// Rows: see axial.hpp; the axis leads from the apex to the base.
struct Cone : Axial<Cone> {
    static constexpr Kind kind = Kind::cone;

    struct column {
        enum : int { base = 0, apex = 3, radius = 6 };
    };

    template <int W, class Report>
    static void check(const Float<W>* c, Report&& report) {
        report(differ(vector_at<W>(c, column::base), vector_at<W>(c, column::apex)), column::apex,
               rule::not_base);
        report(c[column::radius] > 0.0f, column::radius, rule::positive);
    }

    template <int W, class Rows>
    static void prepare(const Float<W>* c, Rows& r) {
        prepare_axial(vector_at<W>(c, column::apex), vector_at<W>(c, column::base),
                      c[column::radius], r);
        // Flatter cones are indistinguishable from a disc, and their discriminant, which is of the
        // order of the fourth power of the height, would leave the range of floats.
        r[row::height] = max(r[row::height], c[column::radius] * 0x1p-25f);
        // Thinner cones are indistinguishable from a segment.
        r[row::radius] = max(r[row::radius], r[row::height] * 0x1p-24f);
    }

    template <int W>
    static Extent<W> bounds(const Float<W>* c) {
        const Float<W> zero(0.0f);
        const Vec<W> base = vector_at<W>(c, column::base), apex = vector_at<W>(c, column::apex);
        return joined(base, reach_of_disc(normalized(base - apex), c[column::radius]), apex,
                      Vec<W>{zero, zero, zero});
    }

    template <int W, class Axes, class Rows>
    static Interval<W> interval(const Ray<W, Axes>& ray, const Rows& r) {
        const AxialRay<W> seen = axial(ray, r);
        return seen.on_ray(in_cone(seen, between_caps(seen)));
    }

    template <int W, class Axes, class Rows>
    static Vec<W> normal(const Ray<W, Axes>& ray, const Rows& r, Mask<W> leaving) {
        const AxialRay<W> seen = axial(ray, r);
        const Interval<W> caps = between_caps(seen), inside = in_cone(seen, caps);
        const Vec<W> axis = axis_of<W>(r);
        const Mask<W> down = seen.climb > Float<W>(0.0f);
        // Only the plane of the base is a face; the plane through the apex is not.
        const Mask<W> by_base = (leaving & down & (caps.exit == inside.exit)) |
                                (~leaving & ~down & (caps.enter == inside.enter));
        const AxialPoint<W> hit(seen.at(select(leaving, inside.exit, inside.enter)), r);
        return select(by_base, axis, Slope<W>(r).normal(hit, axis));
    }

    /// In the half-plane of the axis and p, the cone is a triangle.
    template <int W, class Rows>
    static Nearest<W> nearest(Vec<W> p, const Rows& r) {
        const Float<W> zero(0.0f), height = r[row::height], radius = r[row::radius];
        const Vec<W> axis = axis_of<W>(r);
        const AxialPoint<W> at(p, r);
        const Slope<W> slope(r);
        const Float<W> off_base = at.along - height;
        const Float<W> off_side = at.aside * slope.cosine - at.along * slope.sine;
        const Float<W> down_side = at.aside * slope.sine + at.along * slope.cosine;
        // Measured from the rim instead of the apex: near the rim, the number is small and its sign
        // right.
        const Float<W> past_rim = (at.aside - radius) * slope.sine + off_base * slope.cosine;

        const Mask<W> inside = (off_base <= zero) & (off_side <= zero);
        const Mask<W> wide = at.aside > radius;
        const Mask<W> by_base = (inside & (off_base >= off_side)) |
                                (~inside & ((off_base > zero) | (wide & (past_rim >= zero))));
        const Mask<W> rim = by_base & ~inside & wide;
        const Mask<W> apex = ~by_base & ~inside & (down_side <= zero);
        const Mask<W> edge = rim | apex;
        const Polar<W> off_edge = polar(
            Vec<W>{select(rim, at.aside - radius, at.aside), select(rim, off_base, at.along), zero},
            edge, r);
        const Vec<W> edge_normal = at.outward * off_edge.unit.x + axis * off_edge.unit.y;
        const Float<W> down = max(min(down_side, slope.length), zero);
        return {select(edge, off_edge.length, select(by_base, off_base, off_side)),
                at.at(select(by_base, height, down * slope.cosine),
                      select(by_base, min(at.aside, radius), down * slope.sine), axis),
                select(edge, edge_normal, select(by_base, axis, slope.normal(at, axis)))};
    }

private:
    /// The slanted side from apex to rim: its length, and cosine and sine of its angle to the axis.
    template <int W>
    struct Slope {
        Float<W> length, cosine, sine;

        template <class Rows>
        explicit Slope(const Rows& r) {
            const Polar<W> side =
                polar(Vec<W>{r[row::height], r[row::radius], Float<W>(0.0f)}, all_lanes<W>(), r);
            length = side.length;
            cosine = side.unit.x;
            sine = side.unit.y;
        }
        [[nodiscard]] Vec<W> normal(const AxialPoint<W>& p, Vec<W> axis) const {
            return p.outward * cosine - axis * sine;
        }
    };

    /// The interval in which the ray is in the cone. The cone is what lies between two planes and
    /// in the infinite cone of the apex: q(x) = h^2 |across|^2 - r^2 along^2 <= 0 and along >= 0.
    /// Along a ray, q is a x^2 + 2 b x + c. If a > 0, the ray is in the infinite cone or in its
    /// mirror image between the roots. If a < 0, that is for a steep ray, it is in both, outside of
    /// the roots.
    ///
    /// x is measured from the point where the ray passes the axis, for a steep ray from where it
    /// passes the plane of the apex. One part of b is 0 there, and the discriminant loses no digits
    /// that count.
    ///
    /// Whether the ray hits the cone is not decided by intervals: at the rim of a flat cone, base
    /// and side are almost parallel, and a rounding error of x would move the rim by r / h times as
    /// much. Instead, the ray must pass through the base, or its whole part in the infinite cone
    /// must lie between the planes.
    template <int W>
    static Interval<W> in_cone(const AxialRay<W>& ray, Interval<W> caps) {
        const Float<W> zero(0.0f), infinity(__builtin_inff());
        const Float<W> hh = ray.height * ray.height, rr = ray.radius * ray.radius;
        const Float<W> drift_squared = dot(ray.drift, ray.drift);
        const Float<W> a = hh * drift_squared - rr * (ray.climb * ray.climb);
        const Mask<W> steep = a < zero;
        const Float<W> start = -(select(steep, ray.along, dot(ray.aside, ray.drift)) /
                                 select(steep, ray.climb, drift_squared));
        const Vec<W> aside = ray.aside + ray.drift * start;
        const Float<W> along = ray.along + ray.climb * start;
        const Float<W> aside_squared = dot(aside, aside);
        const Float<W> turn = ray.height * dot(aside, ray.drift);
        const Float<W> b = select(steep, ray.height * turn, -(rr * (along * ray.climb)));
        const Float<W> c =
            select(steep, hh * aside_squared, hh * aside_squared - rr * (along * along));
        // The discriminant divided by h^2.
        const Float<W> discriminant =
            select(steep, turn * turn, rr * (along * along) * drift_squared) - a * aside_squared;

        const Float<W> to_base = ray.height - ray.along;
        const Vec<W> in_base = ray.aside * ray.climb + ray.drift * to_base;
        const Mask<W> through_base = dot(in_base, in_base) <= rr * (ray.climb * ray.climb);
        // If a > 0, the midpoint between the roots is along h^2 drift^2 / a away from the apex,
        // measured along the axis. If a = 0, the ray is parallel to a generator: what it has in the
        // infinite cone has no end, unless q is c everywhere.
        const Mask<W> between = (along >= zero) & (along * (ray.height * drift_squared) <= a) &
                                ((a > zero) | (c <= zero));
        const Mask<W> down = ray.climb > zero;
        const Mask<W> meets =
            (steep & through_base) | (~steep & (discriminant >= zero) & (through_base | between));

        // Both roots without cancellation: one from a sum of two numbers of the same sign, the
        // other from c divided by that sum.
        const Float<W> root = ray.height * sqrt(max(discriminant, zero));
        const Float<W> sum = select_by_sign(b, root - b, -root - b);
        const Float<W> one_root = select(sum == zero, zero, sum / a);
        const Float<W> other_root = select(discriminant > zero, c / sum, one_root);
        const Float<W> low = min(one_root, other_root) + start;
        const Float<W> high = max(one_root, other_root) + start;
        const Float<W> first = select(steep & ~down, -infinity, select(steep, high, low));
        const Float<W> last = select(steep & down, infinity, select(steep, low, high));
        // A root that the base does not cut must not be clamped to it, because a ray in the plane
        // of the base crosses that plane anywhere. Along a generator, however, the roots may be
        // anywhere, too, so only roots between the planes are left as they are.
        const Float<W> half = ray.height * Float<W>(0.5f);
        const Float<W> most = half + Float<W>(0x1p-21f); // 4 e
        const auto is_uncut = [&](Float<W> x) {
            return ~steep & ~through_base & (abs(ray.along + ray.climb * x - half) <= most);
        };
        const Float<W> enter = min(max(first, caps.enter), caps.exit);
        return {select(meets, select(is_uncut(first), first, enter), infinity),
                select(is_uncut(last), last, max(min(last, caps.exit), caps.enter))};
    }
};

} // namespace lanecast::LANECAST_ISA
