#pragma once

#include "isa/shapes/chord.hpp"
#include "isa/shapes/nearest.hpp"
#include "isa/shapes/ray.hpp"
#include "isa/shapes/rules.hpp"
#include "isa/shapes/sweep.hpp"

namespace lanecast::LANECAST_ISA {

/// The line through a point, without an end and without an inside; rays never meet it. Rows: the
/// point, the unit direction.
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
    static void prepare(const Float<W>* c, Float<W>* r) {
        copy(c, r, 3);
        const Vec<W> unit = normalized(Vec<W>{c[3], c[4], c[5]});
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

    /// The direction is rounded, so p - (its share along) is not quite across: that matters where
    /// the line is near and its point far, and a second turn mends it.
    template <int W, class Rows>
    static Nearest<W> nearest(Vec<W> p, const Rows& r) {
        const Vec<W> unit = unit_of<W>(r);
        const Vec<W> across = without(without(p, unit), unit);
        const Polar<W> away = polar(across);
        return {away.length, p - across,
                select(away.length > 0.0f, away.unit, perpendicular(unit))};
    }

    /// Seen along the line, it is a point to which the centre comes within the radius. What moves
    /// along the line never does.
    template <int W, class Rows>
    static Float<W> touch(Vec<W> from, const Sweep<W>& sweep, const Rows& r) {
        const Vec<W> unit = unit_of<W>(r);
        const Vec<W> across = without(without(from, unit), unit);
        const Vec<W> aside = without(sweep.direction, unit);
        // In lengths by which squares stay in the range of floats. The line has no end, so that
        // even the slowest drift leads to it.
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

    /// A vector less its share along a unit vector, all but a rounding of its length.
    template <int W>
    static Vec<W> without(Vec<W> p, Vec<W> unit) {
        return p - unit * dot(p, unit);
    }
};

} // namespace lanecast::LANECAST_ISA
