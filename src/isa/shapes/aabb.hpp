#pragma once

#include "isa/exact/box.hpp"
#include "isa/geometry/bounding_sphere.hpp"
#include "isa/geometry/cuboid.hpp"
#include "isa/geometry/rules.hpp"

namespace lanecast::LANECAST_ISA {

/// An axis-parallel box, lo <= x <= hi. Rows: lo, hi.
struct Aabb : Cuboid<Aabb> {
    static constexpr Kind kind = Kind::aabb;
    static constexpr int columns = 6;
    static constexpr int rows = 6;
    static constexpr bool stores_columns = true; ///< in the first rows

    struct row {
        enum : int { lo = 0, hi = 3 };
    };
    using column = row;

    template <int W, class Report>
    static void check(const Float<W>* c, Report&& report) {
        for (int axis = 0; axis < 3; ++axis)
            report(c[axis + 3] >= c[axis], axis + 3, rule::not_below_lo);
    }

    template <int W>
    static void prepare(const Float<W>* c, Float<W>* r) {
        copy(c, r, rows);
    }

    template <int W>
    static Extent<W> bounds(const Float<W>* c) {
        return {vector_at<W>(c, column::lo), vector_at<W>(c, column::hi)};
    }

    template <int W, class Axes, class Rows>
    static Vec<W> normal(const Ray<W, Axes>& ray, const Rows& r, Mask<W> leaving) {
        return slabs_of(ray, r).normal(ray.direction, leaving);
    }

    template <int W, class Rows>
    static Vec<W> origin(const Rows& r) {
        return vector_at<W>(r, row::lo);
    }

    template <int W, class Rows>
    static Float<W> size(const Rows& r) {
        return largest_component(extent<W>(r));
    }

    template <int W, class Rows>
    static Float<W> thickness(const Rows& r) {
        return min(min(r[row::hi] - r[row::lo], r[row::hi + 1] - r[row::lo + 1]),
                   r[row::hi + 2] - r[row::lo + 2]);
    }

    template <int W, class Rows>
    static BoundingSphere<W> bounding_sphere(const Rows& r) {
        const Vec<W> half = extent<W>(r) * Float<W>(0.5f);
        return {half, root_of_sum(dot(half, half))};
    }

    template <int W, class Rows>
    static Nearest<W> nearest(Vec<W> p, const Rows& r) {
        const Float<W> zero(0.0f);
        return nearest_of_box(p, Vec<W>{zero, zero, zero}, extent<W>(r), r);
    }

    template <int W, class Rows>
    static ExactBox<W> exact(const Rows& r) {
        return exact_aabb(vector_at<W>(r, row::lo), vector_at<W>(r, row::hi));
    }

private:
    friend Cuboid<Aabb>;

    template <int W, class Rows>
    static Vec<W> to_world(Vec<W> a, const Rows&) {
        return a;
    }

    template <int W, class Rows>
    static RoundedBox<W> rounded(Vec<W> from, const Sweep<W>& sweep, const Rows& r) {
        const Float<W> zero(0.0f);
        const Vec<W> hi = extent<W>(r), half = hi * Float<W>(0.5f);
        // Computed as in nearest(): relative to the middle of the box, a centre just outside a face
        // could be rounded onto it.
        const Vec<W> away = from - clamped(from, Vec<W>{zero, zero, zero}, hi);
        return {from - half, away,        sweep.direction, sweep.inverse_length_squared,
                half,        sweep.radius};
    }

    template <int W, class Rows>
    static Vec<W> extent(const Rows& r) {
        return vector_at<W>(r, row::hi) - vector_at<W>(r, row::lo);
    }

    template <int W, class Axes, class Rows>
    static Slabs<W> slabs_of(const Ray<W, Axes>& ray, const Rows& r) {
        return {vector_at<W>(r, row::lo), vector_at<W>(r, row::hi), ray.origin, ray.inverse};
    }
};

} // namespace lanecast::LANECAST_ISA
