#pragma once

#include "isa/geometry/chord.hpp"
#include "isa/geometry/nearest.hpp"
#include "isa/geometry/ray.hpp"
#include "isa/geometry/rules.hpp"
#include "isa/geometry/sweep.hpp"

namespace lanecast::LANECAST_ISA {

/// An infinite line through a point. It has no inside, and rays never hit it. Rows: the point, the
/// direction, and the inverse of its square. A direction of unusual length is scaled by the power
/// of two that brings its largest component into [1, 2).
struct Line {
    static constexpr Kind kind = Kind::line;
    static constexpr int columns = 6;
    static constexpr int rows = 7;

    struct column {
        enum : int { point = 0, direction = 3 };
    };
    struct row {
        enum : int { point = 0, direction = 3, inverse_square = 6 };
    };
    static constexpr bool is_unbounded = true;

    template <int W, class Report>
    static void check(const Float<W>* c, Report&& report) {
        report(largest_component(vector_at<W>(c, column::direction)) > 0.0f, column::direction,
               rule::not_zero);
    }

    template <int W>
    static Mask<W> is_good_if_fast(const Float<W>*) {
        return all_lanes<W>();
    }

    template <int W, class Rows>
    static void prepare(const Float<W>* c, Rows& r) {
        Vec<W> direction = vector_at<W>(c, column::direction);
        const Mask<W> usual = is_usual(dot(direction, direction));
        if (!take_fast_path(r, usual)) [[unlikely]]
            direction = direction * select(usual, Float<W>(1.0f),
                                           scale_to_one(largest_magnitude_bits(direction)));
        r[row::point] = c[column::point];
        r[row::point + 1] = c[column::point + 1];
        r[row::point + 2] = c[column::point + 2];
        r[row::direction] = direction.x;
        r[row::direction + 1] = direction.y;
        r[row::direction + 2] = direction.z;
        r[row::inverse_square] = Float<W>(1.0f) / dot(direction, direction);
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
        return vector_at<W>(r, row::point);
    }

    template <int W, class Rows>
    static Float<W> size(const Rows&) {
        return 0.0f;
    }

    template <int W, class Rows>
    static Mask<W> scales_exactly(const Sweep<W>& sweep, const Rows& r, const Touch<W>& answer) {
        const TouchTest<W> test = touch(sweep.center - origin<W>(r), sweep, r);
        const Float<W> one(1.0f), length = largest_component(sweep.direction);
        const Float<W> doubt = answer.tolerance * Float<W>(64.0f) * max(length, one);
        const Mask<W> approaches =
            test.approach * test.approach > length * length * (doubt * (sweep.radius + doubt));
        return is_usual_direction(sweep.direction) & (sweep.radius >= Float<W>(0.0f)) &
               test.at_start.is_certain() &
               (~answer.hit | answer.starts |
                ((test.s * pace(sweep) > answer.tolerance * Float<W>(4.0f)) & approaches));
    }

    template <int W, class Rows>
    static Nearest<W> nearest(Vec<W> p, const Rows& r) {
        const Vec<W> across = across_twice(p, r);
        const Polar<W> away = polar(across, all_lanes<W>(), r);
        const Mask<W> is_off = away.length > Float<W>(0.0f);
        Vec<W> normal = away.unit;
        if (!is_off.all()) [[unlikely]]
            normal = select(is_off, normal, perpendicular(normalized(direction<W>(r))));
        return {away.length, p - across, normal};
    }

    /// Viewed along the line, the line is a point, and the sphere touches it where the centre comes
    /// within the radius of that point. A sphere that moves along the line never touches it.
    template <int W, class Rows>
    static TouchTest<W> touch(Vec<W> from, const Sweep<W>& sweep, const Rows& r) {
        const Vec<W> over = across_twice(from, r), aside = across(sweep.direction, r);
        const Float<W> square = dot(aside, aside);
        const Chord<W> c(-over, aside, Float<W>(1.0f) / square, sweep.radius);
        // Chord::touch() compares numbers that depend on the scale where a path starts in the
        // chord. Elsewhere, it changes nothing but entries before the start, which are no hits.
        const Float<W> zero(0.0f);
        const Mask<W> starts_in = (c.enter() <= zero) & (c.middle > zero);
        if (!take_fast_path(r, c.scales_exactly(aside) & ~starts_in)) [[unlikely]]
            return touch_of_any(from, over, aside, sweep.radius);
        return {overlap(from, over, sweep.radius), c.enter(), c.half * square};
    }

private:
    template <int W>
    static RoughOverlap<W> overlap(Vec<W> from, Vec<W> over, Float<W> radius) {
        return rough_overlap(dot(over, over), radius, largest_component(from) + radius,
                             Float<W>(1.0f));
    }

    /// Scaled so that squares stay in the range of floats. The line is infinite, so even the
    /// slowest drift leads to it.
    template <int W>
    LANECAST_RARE static TouchTest<W> touch_of_any(Vec<W> from, Vec<W> over, Vec<W> aside,
                                                   Float<W> radius) {
        const Float<W> scale = scale_to_one(largest_magnitude_bits(over));
        const Float<W> speed = scale_to_one(largest_magnitude_bits(aside));
        const Vec<W> d = aside * speed;
        const Float<W> square = dot(d, d), back = inverse_of_scale(scale);
        const Chord<W> c(-(over * scale), d, Float<W>(1.0f) / square, radius * scale);
        return {overlap(from, over, radius), c.touch(c.enter()) * back * speed,
                c.half * square * back * inverse_of_scale(speed)};
    }

    template <int W, class Rows>
    static Vec<W> direction(const Rows& r) {
        return vector_at<W>(r, row::direction);
    }

    /// A vector minus its component along the line, up to a rounding error of its length.
    template <int W, class Rows>
    static Vec<W> across(Vec<W> p, const Rows& r) {
        const Vec<W> along = direction<W>(r);
        return p - along * (dot(p, along) * r[row::inverse_square]);
    }
    /// Rounding error leaves a part along the line, which matters if the line is near but its point
    /// far away. Subtracting the component once more corrects it.
    template <int W, class Rows>
    static Vec<W> across_twice(Vec<W> p, const Rows& r) {
        return across(across(p, r), r);
    }
};

} // namespace lanecast::LANECAST_ISA
