#pragma once

#include "isa/exact/box.hpp"
#include "isa/geometry/bounding_sphere.hpp"
#include "isa/geometry/cuboid.hpp"
#include "isa/geometry/rules.hpp"

namespace lanecast::LANECAST_ISA {

/// A rotated box, |R^T (x - center)| <= half_extents. Columns: center, half extents, quaternion x y
/// z w. Rows: center, half extents, the columns of R.
struct Box : Cuboid<Box> {
    static constexpr Kind kind = Kind::box;
    static constexpr int columns = 10;
    static constexpr int rows = 15;

    struct column {
        enum : int { center = 0, half_extents = 3, rotation = 6 };
    };
    struct row {
        enum : int { center = 0, half_extents = 3, x_axis = 6, y_axis = 9, z_axis = 12 };
    };

    template <int W, class Report>
    static void check(const Float<W>* c, Report&& report) {
        for (int axis = 0; axis < 3; ++axis)
            report(c[axis + 3] >= 0.0f, axis + 3, rule::not_negative);
        report(is_rotation(c + 6), column::rotation, rule::unit_quaternion);
    }

    /// R is the rotation by q / |q|. Dividing the products by |q|^2 avoids the square root.
    template <int W>
    static void prepare(const Float<W>* c, Float<W>* r) {
        copy(c, r, 6);
        const Float<W> x = c[column::rotation], y = c[column::rotation + 1],
                       z = c[column::rotation + 2], w = c[column::rotation + 3];
        const Float<W> one(1.0f), s = Float<W>(2.0f) / length_squared(c);
        r[row::x_axis] = one - s * (y * y + z * z);
        r[row::x_axis + 1] = s * (x * y + w * z);
        r[row::x_axis + 2] = s * (x * z - w * y);
        r[row::y_axis] = s * (x * y - w * z);
        r[row::y_axis + 1] = one - s * (x * x + z * z);
        r[row::y_axis + 2] = s * (y * z + w * x);
        r[row::z_axis] = s * (x * z + w * y);
        r[row::z_axis + 1] = s * (y * z - w * x);
        r[row::z_axis + 2] = one - s * (x * x + y * y);
    }

    template <int W>
    static Extent<W> bounds(const Float<W>* c) {
        Float<W> r[rows];
        prepare(c, r);
        const auto reach = [&](int axis) {
            return abs(r[row::x_axis + axis]) * r[row::half_extents] +
                   abs(r[row::y_axis + axis]) * r[row::half_extents + 1] +
                   abs(r[row::z_axis + axis]) * r[row::half_extents + 2];
        };
        const Vec<W> center = vector_at<W>(r, row::center), half = {reach(0), reach(1), reach(2)};
        return {center - half, center + half};
    }

    template <int W, class Axes, class Rows>
    static Vec<W> normal(const Ray<W, Axes>& ray, const Rows& r, Mask<W> leaving) {
        return from_local(slabs_of(ray, r).normal(to_local(ray.direction, r), leaving), r);
    }

    template <int W, class Rows>
    static Vec<W> origin(const Rows& r) {
        return vector_at<W>(r, row::center);
    }

    template <int W, class Rows>
    static Float<W> size(const Rows& r) {
        return largest_component(vector_at<W>(r, row::half_extents));
    }

    template <int W, class Rows>
    static Float<W> thickness(const Rows& r) {
        return min(min(r[row::half_extents], r[row::half_extents + 1]), r[row::half_extents + 2]);
    }

    template <int W, class Rows>
    static BoundingSphere<W> bounding_sphere(const Rows& r) {
        const Float<W> zero(0.0f);
        const Vec<W> half = vector_at<W>(r, row::half_extents);
        return {{zero, zero, zero}, root_of_sum(dot(half, half))};
    }

    template <int W, class Rows>
    static Nearest<W> nearest(Vec<W> p, const Rows& r) {
        const Vec<W> half = vector_at<W>(r, row::half_extents);
        const Nearest<W> local = nearest_of_box(to_local(p, r), -half, half, r);
        return {local.distance, from_local(local.point, r), from_local(local.normal, r)};
    }

    template <int W, class Rows>
    static ExactBox<W> exact(const Rows& r) {
        const DoubleVec<W> axes[3] = {DoubleVec<W>(vector_at<W>(r, row::x_axis)),
                                      DoubleVec<W>(vector_at<W>(r, row::y_axis)),
                                      DoubleVec<W>(vector_at<W>(r, row::z_axis))};
        return {DoubleVec<W>(vector_at<W>(r, row::center)),
                DoubleVec<W>(vector_at<W>(r, row::half_extents)), axes};
    }

private:
    friend Cuboid<Box>;

    template <int W, class Rows>
    static Vec<W> to_world(Vec<W> a, const Rows& r) {
        return from_local(a, r);
    }

    template <int W, class Rows>
    static RoundedBox<W> rounded(Vec<W> from, const Sweep<W>& sweep, const Rows& r) {
        const Vec<W> half = vector_at<W>(r, row::half_extents), local = to_local(from, r);
        return {local,
                local - clamped(local, -half, half),
                to_local(sweep.direction, r),
                sweep.inverse_length_squared,
                half,
                sweep.radius};
    }

    template <int W>
    static Float<W> length_squared(const Float<W>* c) {
        return c[column::rotation] * c[column::rotation] +
               c[column::rotation + 1] * c[column::rotation + 1] +
               c[column::rotation + 2] * c[column::rotation + 2] +
               c[column::rotation + 3] * c[column::rotation + 3];
    }

    template <int W, class Rows>
    static Vec<W> to_local(Vec<W> a, const Rows& r) {
        return {dot(a, vector_at<W>(r, row::x_axis)), dot(a, vector_at<W>(r, row::y_axis)),
                dot(a, vector_at<W>(r, row::z_axis))};
    }

    template <int W, class Rows>
    static Vec<W> from_local(Vec<W> a, const Rows& r) {
        return vector_at<W>(r, row::x_axis) * a.x + vector_at<W>(r, row::y_axis) * a.y +
               vector_at<W>(r, row::z_axis) * a.z;
    }

    /// Slabs in the box's frame. An error of R moves the box's faces, which are near the centre,
    /// and not the ray, whose origin may be far away, because R turns the ray's origin and
    /// direction alike.
    template <int W, class Axes, class Rows>
    static Slabs<W> slabs_of(const Ray<W, Axes>& ray, const Rows& r) {
        const Float<W> one(1.0f);
        const Vec<W> origin = to_local(ray.origin - vector_at<W>(r, row::center), r);
        const Vec<W> d = to_local(ray.direction, r);
        const Vec<W> half = vector_at<W>(r, row::half_extents);
        return {-half, half, origin, {one / d.x, one / d.y, one / d.z}};
    }
};

} // namespace lanecast::LANECAST_ISA
