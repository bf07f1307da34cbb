#pragma once

#include "isa/geometry/bounding_sphere.hpp"
#include "isa/geometry/chord.hpp"
#include "isa/geometry/nearest.hpp"
#include "isa/geometry/ray.hpp"
#include "isa/geometry/rules.hpp"
#include "isa/geometry/sweep.hpp"

namespace lanecast::LANECAST_ISA {

/// A sphere, |x - center| <= radius. Rows: center, radius.
struct Sphere : Solid<Sphere> {
    static constexpr Kind kind = Kind::sphere;
    static constexpr int columns = 4;
    static constexpr int rows = 4;
    static constexpr bool stores_columns = true; ///< in the first rows

    struct row {
        enum : int { center = 0, radius = 3 };
    };
    using column = row;

    template <int W, class Report>
    static void check(const Float<W>* c, Report&& report) {
        report(c[column::radius] > 0.0f, column::radius, rule::positive);
    }

    template <int W>
    static Mask<W> is_good_if_fast(const Float<W>* c) {
        return (c[column::radius] > Float<W>(0.0f)) &
               (c[column::radius] <= Float<W>(largest_float));
    }

    template <int W>
    static void prepare(const Float<W>* c, Float<W>* r) {
        copy(c, r, rows);
    }

    template <int W>
    static Extent<W> bounds(const Float<W>* c) {
        const Vec<W> radius = {c[column::radius], c[column::radius], c[column::radius]};
        return {vector_at<W>(c, column::center) - radius, vector_at<W>(c, column::center) + radius};
    }

    template <int W, class Axes, class Rows>
    static Chord<W> chord(const Ray<W, Axes>& ray, const Rows& r) {
        return {origin<W>(r) - ray.origin, ray.direction, ray.inverse_length_squared,
                r[row::radius]};
    }

    /// Whether the line hits the sphere, which is enough to cull most spheres of a leaf. It tests
    /// the same number whose root meet() takes, because a sign that is lost by underflow must be
    /// lost in both.
    template <int W, class Axes, class Rows>
    static Mask<W> prefilter(const Ray<W, Axes>& ray, const Rows& r) {
        return chord(ray, r).half_squared >= Float<W>(0.0f);
    }

    template <int W, class Axes, class Rows>
    static Interval<W> interval(const Ray<W, Axes>& ray, const Rows& r) {
        const Chord<W> c = chord(ray, r);
        return {c.enter(), c.exit()};
    }

    template <int W, class Axes, class Rows>
    static Mask<W> scales_exactly(const Ray<W, Axes>& ray, const Rows& r, const RayMeeting<W>&) {
        return chord(ray, r).scales_exactly(ray.direction);
    }
    template <int W, class Rows>
    static Mask<W> scales_exactly(const Sweep<W>& sweep, const Rows& r, const Touch<W>&) {
        const Chord<W> c = chord(sweep.center - origin<W>(r), sweep, r);
        return c.scales_exactly(sweep.direction) & (Float<W>(r[row::radius]) > Float<W>(0.0f)) &
               (sweep.radius >= Float<W>(0.0f)) & c.is_certain(sweep.inverse_length_squared);
    }

    template <int W, class Axes, class Rows>
    static Vec<W> normal(const Ray<W, Axes>& ray, const Rows& r, Mask<W> leaving) {
        const Chord<W> c = chord(ray, r);
        return normalized(ray.direction * select(leaving, c.half, -c.half) - c.foot);
    }

    template <int W, class Rows>
    static Vec<W> origin(const Rows& r) {
        return vector_at<W>(r, row::center);
    }

    template <int W, class Rows>
    static Float<W> size(const Rows& r) {
        return r[row::radius];
    }

    template <int W, class Rows>
    static Float<W> thickness(const Rows& r) {
        return r[row::radius];
    }

    template <int W, class Rows>
    static BoundingSphere<W> bounding_sphere(const Rows& r) {
        const Float<W> zero(0.0f);
        return {{zero, zero, zero}, r[row::radius]};
    }

    template <int W, class Rows>
    static Nearest<W> nearest(Vec<W> p, const Rows& r) {
        const Polar<W> from_center = polar(p, all_lanes<W>(), r);
        return {from_center.length - r[row::radius], from_center.unit * r[row::radius],
                from_center.unit};
    }

    /// A test that knows at once whether the sphere contains the start, touches the path there or
    /// is grazed. Members as in TouchTest.
    template <int W>
    struct ChordTest {
        Float<W> s;
        Mask<W> contains_start, certain;

        [[nodiscard]] RoughOverlap<W> overlap() const {
            return {contains_start & certain, contains_start | ~certain};
        }
        [[nodiscard]] Mask<W> starts() const { return contains_start; }
        [[nodiscard]] Mask<W> approaches(const Sweep<W>&, const TouchTime<W>&) const {
            return certain;
        }
        [[nodiscard]] Mask<W> is_certain(const Sweep<W>&, const TouchTime<W>&) const {
            return certain;
        }
    };
    template <int W, class Rows>
    static ChordTest<W> touch(Vec<W> from, const Sweep<W>& sweep, const Rows& r) {
        const Chord<W> c = chord(from, sweep, r);
        return {c.enter(), c.middle * c.middle < c.half_squared,
                c.is_certain(sweep.inverse_length_squared)};
    }
    /// Parameter of the touch where the test is not certain.
    template <int W, class Rows>
    static Float<W> touch_in_doubt(const Sweep<W>& sweep, const Rows& r) {
        const Chord<W> c = chord(sweep.center - origin<W>(r), sweep, r);
        return c.touch(c.enter());
    }

private:
    template <int W, class Rows>
    static Chord<W> chord(Vec<W> from, const Sweep<W>& sweep, const Rows& r) {
        return {-from, sweep.direction, sweep.inverse_length_squared,
                r[row::radius] + sweep.radius};
    }
};

} // namespace lanecast::LANECAST_ISA
