#pragma once

#include "isa/shapes/chord.hpp"
#include "isa/shapes/nearest.hpp"
#include "isa/shapes/ray.hpp"
#include "isa/shapes/rules.hpp"
#include "isa/shapes/sweep.hpp"

namespace lanecast::LANECAST_ISA {

/// An infinite line through a point. It has no inside, and rays never hit it. Rows: the point, the
/// unit direction.
struct Line {
    static constexpr Kind kind = Kind::line;
    static constexpr int columns = 6;
    static constexpr int rows = 6;
    static constexpr bool is_unbounded = true;

    template <int W, class Report>
    static void check(const Float<W>* c, Report&& report) {
        report(largest_component(Vec<W>{c[3], c[4], c[5]}) > 0.0f, 3, rule::not_zero);
    }

    template <int W>
    static Mask<W> is_good_if_usual(const Float<W>*) {
        return all_lanes<W>();
    }

    template <int W, class Rows>
    static void prepare(const Float<W>* c, Rows& r) {
        const Vec<W> unit = polar(Vec<W>{c[3], c[4], c[5]}, all_lanes<W>(), r).unit;
        r[0] = c[0];
        r[1] = c[1];
        r[2] = c[2];
        r[3] = unit.x;
        r[4] = unit.y;
        r[5] = unit.z;
    }

    template <int W>
    static Extent<W> bounds(const Float<W>*) {
        return everywhere<W>();
    }

    template <int W, class Axes, class Rows>
    static RayMeeting<W> meet(const Ray<W, Axes>&, const Rows&, Settings) {
        const Mask<W> none = no_lanes<W>();
        return {none, Float<W>(0.0f), none, none};
    }

    template <int W, class Axes, class Rows>
    static RaySurface<W> surface(const Ray<W, Axes>&, const Rows&, Settings) {
        const Float<W> zero(0.0f);
        return {{zero, zero, zero}, zero, zero, no_lanes<W>(), no_lanes<W>()};
    }

    template <int W, class Rows>
    static Vec<W> origin(const Rows& r) {
        return {r[0], r[1], r[2]};
    }

    template <int W, class Rows>
    static Float<W> size(const Rows&) {
        return 0.0f;
    }

    /// The direction is rounded, so p minus its component along the line is not quite perpendicular
    /// to the line. This matters if the line is near but its point far away. Subtracting the
    /// component once more corrects it.
    template <int W, class Rows>
    static Nearest<W> nearest(Vec<W> p, const Rows& r) {
        const Vec<W> unit = unit_of<W>(r);
        const Vec<W> across = without(without(p, unit), unit);
        const Polar<W> away = polar(across, all_lanes<W>(), r);
        return {away.length, p - across,
                select(away.length > 0.0f, away.unit, perpendicular(unit))};
    }

    /// Viewed along the line, the line is a point, and the sphere touches it where the centre comes
    /// within the radius of that point. A sphere that moves along the line never touches it.
    template <int W, class Rows>
    static Float<W> touch(Vec<W> from, const Sweep<W>& sweep, const Rows& r) {
        const Vec<W> unit = unit_of<W>(r);
        const Vec<W> across = without(without(from, unit), unit);
        const Vec<W> aside = without(sweep.direction, unit);
        // Scaled so that squares stay in the range of floats. The line is infinite, so even the
        // slowest drift leads to it.
        const Float<W> scale = scale_to_one(largest_magnitude_bits(across));
        const Float<W> speed = scale_to_one(largest_magnitude_bits(aside));
        const Vec<W> d = aside * speed;
        const Chord<W> c(-(across * scale), d, Float<W>(1.0f) / dot(d, d), sweep.radius * scale);
        return c.touch(c.enter()) * inverse_of_scale(scale) * speed;
    }

private:
    template <int W, class Rows>
    static Vec<W> unit_of(const Rows& r) {
        return {r[3], r[4], r[5]};
    }

    /// A vector minus its component along a unit vector, up to a rounding error of its length.
    template <int W>
    static Vec<W> without(Vec<W> p, Vec<W> unit) {
        return p - unit * dot(p, unit);
    }
};

} // namespace lanecast::LANECAST_ISA
