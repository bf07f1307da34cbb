#pragma once

#include "isa/exact/plane.hpp"
#include "isa/geometry/nearest.hpp"
#include "isa/geometry/ray.hpp"
#include "isa/geometry/rules.hpp"
#include "isa/geometry/sweep.hpp"

namespace lanecast::LANECAST_ISA {

/// The half-space normal . x <= offset. Rows: normal and offset, and the inverse of the normal's
/// length. A normal of unusual length is scaled, with the offset, by the power of two that brings
/// its largest component into [1, 2).
///
/// Sums are computed in float, and again in double if float is not precise enough: the sign of the
/// slope decides whether a long path hits a plane that is almost parallel to it, so it must be
/// right. Each lane decides for itself.
struct Plane : Solid<Plane> {
    static constexpr Kind kind = Kind::plane;
    static constexpr int columns = 4;
    static constexpr int rows = 5;

    struct column {
        enum : int { normal = 0, offset = 3 };
    };
    struct row {
        enum : int { normal = 0, offset = 3, inverse_length = 4 };
    };
    static constexpr bool is_unbounded = true;

    template <int W, class Report>
    static void check(const Float<W>* c, Report&& report) {
        report(largest_component(vector_at<W>(c, column::normal)) > 0.0f, column::normal,
               rule::not_zero);
    }

    template <int W>
    static Mask<W> is_good_if_fast(const Float<W>*) {
        return all_lanes<W>();
    }

    template <int W, class Rows>
    static void prepare(const Float<W>* c, Rows& r) {
        const Vec<W> normal = vector_at<W>(c, column::normal);
        const Float<W> square = dot(normal, normal);
        const Mask<W> usual =
            (square >= Float<W>(0x1p-20f)) & (square <= Float<W>(0x1p40f)) & is_usual_offset(c);
        if (!take_fast_path(r, usual)) [[unlikely]]
            return prepare_any(c, usual, r);
        for (int i = 0; i < columns; ++i)
            r[i] = c[i];
        r[row::inverse_length] = Float<W>(1.0f) / sqrt(square);
    }

    template <int W>
    static Extent<W> bounds(const Float<W>*) {
        return everywhere<W>();
    }

    template <int W, class Axes, class Rows>
    static Interval<W> interval(const Ray<W, Axes>& ray, const Rows& r) {
        const Float<W> zero(0.0f), infinity(__builtin_inff());
        // Both in units of the normal's length, so that pairs need no square root.
        const Float<W> above = row_height(ray.origin, r);
        const Float<W> slope = row_rise(ray.direction, r);
        const Float<W> crossing = -(above / slope);
        const Mask<W> rises = slope > zero;
        Interval<W> s = {select(rises, -infinity, crossing), select(rises, crossing, infinity)};
        const Mask<W> is_level = slope == zero;
        if (!take_fast_path(r, ~is_level)) [[unlikely]] {
            const Mask<W> is_inside = above <= zero;
            s.enter = select(is_level, select(is_inside, -infinity, infinity), s.enter);
            s.exit = select(is_level, select(is_inside, infinity, -infinity), s.exit);
        }
        return s;
    }

    template <int W, class Axes, class Rows>
    static Mask<W> scales_exactly(const Ray<W, Axes>& ray, const Rows& r, const RayMeeting<W>&) {
        const Rise<W> rise(ray.direction, r);
        const Float<W> above = row_height(ray.origin, r), crossing = abs(above / rise.sum);
        return rise.scales_exactly(ray.direction) & is_usual_height(above, r) &
               (crossing <= Float<W>(0x1p80f)) &
               ((crossing >= Float<W>(0x1p-60f)) | (above == Float<W>(0.0f)));
    }
    /// Whether a touch is near the start depends on the scale, by rounding error.
    template <int W, class Rows>
    static Mask<W> scales_exactly(const Sweep<W>& sweep, const Rows& r, const Touch<W>& answer) {
        const Float<W> s = touch(sweep.center, sweep, r).s, size = abs(s);
        const Float<W> above = row_height(sweep.center, r);
        return Rise<W>(sweep.direction, r).scales_exactly(sweep.direction) &
               is_usual_height(above, r) & (sweep.radius >= Float<W>(0.0f)) &
               (size >= Float<W>(0x1p-60f)) & (size <= Float<W>(0x1p80f)) &
               (~answer.hit | answer.starts |
                (s * pace(sweep) > answer.tolerance * Float<W>(4.0f)));
    }

    template <int W, class Axes, class Rows>
    static Vec<W> normal(const Ray<W, Axes>&, const Rows& r, Mask<W>) {
        return row_normal<W>(r) * r[row::inverse_length];
    }

    template <int W, class Rows>
    static Vec<W> origin(const Rows&) {
        const Float<W> zero(0.0f);
        return {zero, zero, zero};
    }

    template <int W, class Rows>
    static Float<W> size(const Rows& r) {
        return abs(r[row::offset]) * r[row::inverse_length];
    }

    template <int W, class Rows>
    static Float<W> thickness(const Rows&) {
        return Float<W>(__builtin_inff());
    }

    template <int W, class Rows>
    static Nearest<W> nearest(Vec<W> p, const Rows& r) {
        const Vec<W> n = row_normal<W>(r) * r[row::inverse_length];
        const Float<W> distance = height(p, r);
        return {distance, p - n * distance, n};
    }

    template <int W, class Rows>
    static TouchTest<W> touch(Vec<W> from, const Sweep<W>& sweep, const Rows& r) {
        const Float<W> zero(0.0f), infinity(__builtin_inff()), distance = height(from, r);
        const Mask<W> overlaps = distance <= sweep.radius;
        // A plane has one normal, so only the sign of the slope counts.
        const Mask<W> is_certain = Rise<W>(sweep.direction, r).is_certain();
        return {{overlaps, overlaps},
                (sweep.radius - distance) / (row_rise(sweep.direction, r) * r[row::inverse_length]),
                select(is_certain, infinity, zero)};
    }

    /// True only if both ends of the path are farther from the half-space than the radius, by more
    /// than rounding error.
    template <int W, class Rows>
    static Mask<W> stays_away(const Sweep<W>& sweep, const Rows& r) {
        const Float<W> rounding(0x1p-18f); // 32 e
        const auto sum = [](Vec<W> v) { return abs(v.x) + abs(v.y) + abs(v.z); };
        const Vec<W> n = row_normal<W>(r) * r[row::inverse_length];
        const Vec<W> way = sweep.direction * inverse_of_scale(sweep.scale);
        const Float<W> start = dot(n, sweep.center) - r[row::offset] * r[row::inverse_length],
                       end = start + dot(n, way);
        const Float<W> margin = rounding * (sum(sweep.center) + sum(way) + size<W>(r));
        return min(start, end) > sweep.radius + margin;
    }

    template <int W, class Rows>
    static ExactPlane<W> exact(const Rows& r) {
        return {row_normal<W>(r), r[row::offset]};
    }

private:
    /// Whether the offset is so small that prepare() leaves it as it is.
    template <class Rows>
    static auto is_usual_offset(const Rows& r) {
        const auto offset = r[row::offset];
        return abs(offset) <= decltype(abs(offset))(0x1p100f);
    }

    /// Whether a height is the sum of finite numbers. row_height() makes others finite.
    template <int W, class Rows>
    static Mask<W> is_usual_height(Float<W> above, const Rows& r) {
        return (abs(above) <= Float<W>(0x1p100f)) & is_usual_offset(r);
    }

    /// prepare() if some lanes are not usual. Lanes that are get what they get alone.
    template <int W, class Rows>
    LANECAST_RARE static void prepare_any(const Float<W>* c, Mask<W> usual, Rows& r) {
        const Vec<W> normal = vector_at<W>(c, column::normal);
        const Float<W> scale =
            select(usual, Float<W>(1.0f), scale_to_one(largest_magnitude_bits(normal)));
        for (int i = 0; i < 4; ++i)
            r[i] = c[i] * scale;
        // A plane too far away for floats is moved to the largest distance that they allow.
        const Float<W> most(0.25f * largest_float);
        r[row::offset] = min(max(r[row::offset], -most), most);
        const Vec<W> n = row_normal<W>(r); // polar() is not needed after scaling
        r[row::inverse_length] = Float<W>(1.0f) / sqrt(dot(n, n));
    }

    template <int W, class Rows>
    static Vec<W> row_normal(const Rows& r) {
        return vector_at<W>(r, row::normal);
    }

    /// Height of a point above the plane, in units of the length in the rows, which is at least
    /// 2^-10. Where the sum may overflow, it is computed in double, and cut off so that height() is
    /// finite.
    template <int W, class Rows>
    static Float<W> row_height(Vec<W> p, const Rows& r) {
        const Float<W> height = dot(row_normal<W>(r), p) - r[row::offset];
        const Mask<W> is_certain = abs(height) <= Float<W>(0x1p100f);
        if (take_fast_path(r, is_certain)) [[likely]]
            return height;
        const Double<W> exact =
            dot(DoubleVec<W>(row_normal<W>(r)), DoubleVec<W>(p)) - Double<W>(r[row::offset]);
        return select(is_certain, height, within_floats(exact));
    }

    /// Height that a step gains, in the same units, and whether its sign is certain.
    template <int W>
    struct Rise {
        Float<W> sum, of_all;

        template <class Rows>
        Rise(Vec<W> step, const Rows& r) {
            const Vec<W> n = row_normal<W>(r);
            const Float<W> x = n.x * step.x, y = n.y * step.y, z = n.z * step.z;
            sum = x + y + z;
            of_all = abs(x) + abs(y) + abs(z);
        }
        /// The rounding error is less than 2^-22 of the sum of all products.
        [[nodiscard]] Mask<W> is_certain() const {
            return (abs(sum) >= of_all * Float<W>(0x1p-18f)) & (abs(sum) >= Float<W>(0x1p-60f));
        }
        [[nodiscard]] Mask<W> scales_exactly(Vec<W> step) const {
            return is_certain() & (abs(sum) >= Float<W>(0x1p-35f)) & is_usual_direction(step);
        }
    };
    template <int W, class Rows>
    static Float<W> row_rise(Vec<W> step, const Rows& r) {
        const Rise<W> rise(step, r);
        const Mask<W> is_certain = rise.is_certain();
        if (take_fast_path(r, is_certain)) [[likely]]
            return rise.sum;
        const Double<W> exact = dot(DoubleVec<W>(row_normal<W>(r)), DoubleVec<W>(step));
        return select(is_certain, rise.sum, narrow(exact));
    }

    template <int W, class Rows>
    static Float<W> height(Vec<W> p, const Rows& r) {
        return row_height(p, r) * r[row::inverse_length];
    }

    template <int W>
    static Float<W> within_floats(Double<W> a) {
        const Float<W> most(0x1p117f);
        return min(max(narrow(a), -most), most);
    }
};

} // namespace lanecast::LANECAST_ISA
