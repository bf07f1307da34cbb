#pragma once

#include "isa/geometry/axial.hpp"

namespace lanecast::LANECAST_ISA {

/// A right circular cylinder with flat caps. Columns: the caps' centres a and b, radius. Rows: see
/// axial.hpp.
struct Cylinder : Axial<Cylinder> {
    static constexpr Kind kind = Kind::cylinder;

    struct column {
        enum : int { a = 0, b = 3, radius = 6 };
    };

    template <int W, class Report>
    static void check(const Float<W>* c, Report&& report) {
        report(differ(vector_at<W>(c, column::a), vector_at<W>(c, column::b)), column::b,
               rule::not_a);
        report(c[column::radius] > 0.0f, column::radius, rule::positive);
    }

    template <int W, class Rows>
    static void prepare(const Float<W>* c, Rows& r) {
        prepare_axial(vector_at<W>(c, column::a), vector_at<W>(c, column::b), c[column::radius], r);
    }

    template <int W>
    static Extent<W> bounds(const Float<W>* c) {
        const Vec<W> a = vector_at<W>(c, column::a), b = vector_at<W>(c, column::b);
        const Vec<W> reach = reach_of_disc(normalized(b - a), c[column::radius]);
        return joined(a, reach, b, reach);
    }

    /// Intersection of the slab between the caps with the barrel, so that the rim has no crack.
    template <int W, class Axes, class Rows>
    static Interval<W> interval(const Ray<W, Axes>& ray, const Rows& r) {
        const AxialRay<W> seen = axial(ray, r);
        const Chord<W> barrel = seen.in_barrel(seen.across());
        return seen.on_ray(intersected(between_caps(seen), {barrel.enter(), barrel.exit()}));
    }

    template <int W, class Axes, class Rows>
    static Vec<W> normal(const Ray<W, Axes>& ray, const Rows& r, Mask<W> leaving) {
        const AxialRay<W> seen = axial(ray, r);
        const Interval<W> caps = between_caps(seen);
        const Chord<W> chord = seen.in_barrel(seen.across());
        const Interval<W> barrel = {chord.enter(), chord.exit()};
        const Vec<W> axis = axis_of<W>(r);
        const Mask<W> by_cap =
            (leaving & (caps.exit <= barrel.exit)) | (~leaving & (caps.enter >= barrel.enter));
        const Mask<W> up = seen.climb > Float<W>(0.0f);
        const Mask<W> at_b = (leaving & up) | ~(leaving | up);
        const AxialPoint<W> hit(seen.at(select(leaving, barrel.exit, barrel.enter)), r);
        return select(by_cap, select(at_b, axis, -axis), hit.outward);
    }

    /// In the half-plane of the axis and p, the cylinder is a rectangle.
    template <int W, class Rows>
    static Nearest<W> nearest(Vec<W> p, const Rows& r) {
        const Float<W> zero(0.0f);
        const Vec<W> axis = axis_of<W>(r);
        const AxialPoint<W> at(p, r);
        const Float<W> below = -at.along, above = at.along - r[row::height];
        const Mask<W> at_b = above > below;
        const Float<W> off_cap = select(at_b, above, below), off_side = at.aside - r[row::radius];
        const Vec<W> cap_normal = select(at_b, axis, -axis);

        const Mask<W> rim = (off_cap > zero) & (off_side > zero);
        const Mask<W> cap = off_cap > off_side;
        const Polar<W> off_rim = polar(Vec<W>{off_side, off_cap, zero}, rim, r);
        const Vec<W> rim_normal = at.outward * off_rim.unit.x + cap_normal * off_rim.unit.y;
        const Float<W> along = select(rim | cap, select(at_b, r[row::height], zero), at.along);
        const Float<W> aside = select(rim | ~cap, r[row::radius], at.aside);
        return {select(rim, off_rim.length, max(off_cap, off_side)), at.at(along, aside, axis),
                select(rim, rim_normal, select(cap, cap_normal, at.outward))};
    }
};

} // namespace lanecast::LANECAST_ISA
