#pragma once

#include "isa/shapes/bounding_sphere.hpp"
#include "isa/shapes/cuboid.hpp"
#include "isa/shapes/exact_box.hpp"
#include "isa/shapes/rules.hpp"

namespace lanecast::LANECAST_ISA {

/// A rotated box, |R^T (x - center)| <= half_extents. Columns: center, half extents, quaternion x y
/// z w. Rows: center, half extents, the columns of R.
struct Box : Cuboid<Box> {
    static constexpr Kind kind = Kind::box;
    static constexpr int columns = 10;
    static constexpr int rows = 15;

    template <int W, class Report>
    static void check(const Float<W>* c, Report&& report) {
        for (int axis = 0; axis < 3; ++axis)
            report(c[axis + 3] >= 0.0f, axis + 3, rule::not_negative);
        report(is_rotation(c + 6), 6, rule::unit_quaternion);
    }

    /// R is the rotation by q / |q|. Dividing the products by |q|^2 avoids the square root.
    template <int W>
    static void prepare(const Float<W>* c, Float<W>* r) {
        copy(c, r, 6);
        const Float<W> x = c[6], y = c[7], z = c[8], w = c[9];
        const Float<W> one(1.0f), s = Float<W>(2.0f) / length_squared(c);
        r[6] = one - s * (y * y + z * z);
        r[7] = s * (x * y + w * z);
        r[8] = s * (x * z - w * y);
        r[9] = s * (x * y - w * z);
        r[10] = one - s * (x * x + z * z);
        r[11] = s * (y * z + w * x);
        r[12] = s * (x * z + w * y);
        r[13] = s * (y * z - w * x);
        r[14] = one - s * (x * x + y * y);
    }

    template <int W>
    static Extent<W> bounds(const Float<W>* c) {
        Float<W> r[rows];
        prepare(c, r);
        const auto reach = [&](int axis) {
            return abs(r[6 + axis]) * r[3] + abs(r[9 + axis]) * r[4] + abs(r[12 + axis]) * r[5];
        };
        const Vec<W> center = {r[0], r[1], r[2]}, half = {reach(0), reach(1), reach(2)};
        return {center - half, center + half};
    }

    template <int W, class Axes, class Rows>
    static Vec<W> normal(const Ray<W, Axes>& ray, const Rows& r, Mask<W> leaving) {
        return from_local(slabs_of(ray, r).normal(to_local(ray.direction, r), leaving), r);
    }

    template <int W, class Rows>
    static Vec<W> origin(const Rows& r) {
        return {r[0], r[1], r[2]};
    }

    template <int W, class Rows>
    static Float<W> size(const Rows& r) {
        return largest_component(Vec<W>{r[3], r[4], r[5]});
    }

    template <int W, class Rows>
    static Float<W> thickness(const Rows& r) {
        return min(min(r[3], r[4]), r[5]);
    }

    template <int W, class Rows>
    static BoundingSphere<W> bounding_sphere(const Rows& r) {
        const Float<W> zero(0.0f);
        const Vec<W> half = {r[3], r[4], r[5]};
        return {{zero, zero, zero}, root_of_sum(dot(half, half))};
    }

    template <int W, class Rows>
    static Nearest<W> nearest(Vec<W> p, const Rows& r) {
        const Vec<W> half = {r[3], r[4], r[5]};
        const Nearest<W> local = nearest_of_box(to_local(p, r), -half, half, r);
        return {local.distance, from_local(local.point, r), from_local(local.normal, r)};
    }

    template <int W, class Rows>
    static ExactBox<W> exact(const Rows& r) {
        const DoubleVec<W> axes[3] = {DoubleVec<W>(Vec<W>{r[6], r[7], r[8]}),
                                      DoubleVec<W>(Vec<W>{r[9], r[10], r[11]}),
                                      DoubleVec<W>(Vec<W>{r[12], r[13], r[14]})};
        return {DoubleVec<W>(Vec<W>{r[0], r[1], r[2]}), DoubleVec<W>(Vec<W>{r[3], r[4], r[5]}),
                axes};
    }

private:
    friend Cuboid<Box>;

    template <int W, class Rows>
    static Vec<W> to_world(Vec<W> a, const Rows& r) {
        return from_local(a, r);
    }

    template <int W, class Rows>
    static RoundedBox<W> rounded(Vec<W> from, const Sweep<W>& sweep, const Rows& r) {
        const Vec<W> half = {r[3], r[4], r[5]}, local = to_local(from, r);
        return {local,
                local - clamped(local, -half, half),
                to_local(sweep.direction, r),
                sweep.inverse_length_squared,
                half,
                sweep.radius};
    }

    template <int W>
    static Float<W> length_squared(const Float<W>* c) {
        return c[6] * c[6] + c[7] * c[7] + c[8] * c[8] + c[9] * c[9];
    }

    template <int W, class Rows>
    static Vec<W> to_local(Vec<W> a, const Rows& r) {
        return {dot(a, Vec<W>{r[6], r[7], r[8]}), dot(a, Vec<W>{r[9], r[10], r[11]}),
                dot(a, Vec<W>{r[12], r[13], r[14]})};
    }

    template <int W, class Rows>
    static Vec<W> from_local(Vec<W> a, const Rows& r) {
        return Vec<W>{r[6], r[7], r[8]} * a.x + Vec<W>{r[9], r[10], r[11]} * a.y +
               Vec<W>{r[12], r[13], r[14]} * a.z;
    }

    /// Slabs in the box's frame. An error of R moves the box's faces, which are near the centre,
    /// and not the ray, whose origin may be far away, because R turns the ray's origin and
    /// direction alike.
    template <int W, class Axes, class Rows>
    static Slabs<W> slabs_of(const Ray<W, Axes>& ray, const Rows& r) {
        const Float<W> one(1.0f);
        const Vec<W> origin = to_local(ray.origin - Vec<W>{r[0], r[1], r[2]}, r);
        const Vec<W> d = to_local(ray.direction, r);
        const Vec<W> half = {r[3], r[4], r[5]};
        return {-half, half, origin, {one / d.x, one / d.y, one / d.z}};
    }
};

} // namespace lanecast::LANECAST_ISA
