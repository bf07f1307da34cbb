#pragma once

#include "core/build_boxes.hpp"
#include "isa/shapes/rules.hpp"

/// Scenes placed in other scenes.
namespace lanecast::LANECAST_ISA {

/// A placed prototype: the points position + R (scale x) for the prototype's points x. Columns:
/// position, quaternion x y z w, scale, followed by the PrototypeRecord. Rows: position, the
/// columns of R, scale, the address of the prototype.
struct Instance {
    static constexpr Kind kind = Kind::instance;
    static constexpr int columns = 8;
    static constexpr int rows = 15;

    template <int W, class Report>
    static void check(const Float<W>* c, Report&& report) {
        report(is_rotation(c + 3), 3, rule::unit_quaternion);
        report(c[7] >= smallest_normal, 7, rule::positive_normal);
    }

    /// R is computed in double, so that it is the rotation by q / |q| except for the final rounding
    /// of each number. Errors of R displace whatever is far from the prototype's origin.
    template <int W>
    static void prepare(const Float<W>* c, Float<W>* r) {
        copy(c, r, 3);
        const Double<W> x(c[3]), y(c[4]), z(c[5]), w(c[6]);
        const Double<W> one(Float<W>(1.0f)), two(Float<W>(2.0f));
        // 2 / |q|^2 by a step of Newton's method.
        const Double<W> half_square = Double<W>(Float<W>(0.5f)) * (x * x + y * y + z * z + w * w);
        const Double<W> nearly(Float<W>(1.0f) / narrow(half_square));
        const Double<W> s = nearly * (two - half_square * nearly);
        r[3] = narrow(one - s * (y * y + z * z));
        r[4] = narrow(s * (x * y + w * z));
        r[5] = narrow(s * (x * z - w * y));
        r[6] = narrow(s * (x * y - w * z));
        r[7] = narrow(one - s * (x * x + z * z));
        r[8] = narrow(s * (y * z + w * x));
        r[9] = narrow(s * (x * z + w * y));
        r[10] = narrow(s * (y * z - w * x));
        r[11] = narrow(one - s * (x * x + y * y));
        r[12] = c[7];
        r[13] = c[11];
        r[14] = c[15];
    }

    /// Box of the instance, padded for all rounding errors of transforming a query into the
    /// prototype and its answer back. Infinite if the prototype reaches beyond what trees can
    /// contain.
    template <int W>
    static Extent<W> bounds(const Float<W>* c) {
        Float<W> r[rows];
        prepare(c, r);
        const Vec<W> lo = {c[8], c[9], c[10]}, hi = {c[12], c[13], c[14]};
        const Float<W> scale = c[7], half(0.5f);
        const Vec<W> middle = (lo + hi) * half * scale, extent = (hi - lo) * half * scale;
        const Float<W> reach = max(largest_component(lo), largest_component(hi));
        const auto center = [&](int axis) {
            return r[axis] +
                   (r[3 + axis] * middle.x + r[6 + axis] * middle.y + r[9 + axis] * middle.z);
        };
        const Float<W> padding =
            Float<W>(least_padding) + Float<W>(least_padding) * scale +
            Float<W>(instance_padding) * (abs(r[0]) + abs(r[1]) + abs(r[2]) + scale * reach);
        const auto half_extent = [&](int axis) {
            return abs(r[3 + axis]) * extent.x + abs(r[6 + axis]) * extent.y +
                   abs(r[9 + axis]) * extent.z + padding;
        };
        const Vec<W> at = {center(0), center(1), center(2)};
        const Vec<W> out = {half_extent(0), half_extent(1), half_extent(2)};
        const Mask<W> bounded = (reach <= Float<W>(largest_tree_coordinate)) &
                                (scale * reach <= Float<W>(largest_placed));
        const Extent<W> all = everywhere<W>();
        return {select(bounded, at - out, all.lo), select(bounded, at + out, all.hi)};
    }

private:
    static constexpr float smallest_normal = 0x1p-126f;
    static constexpr float largest_placed = 0x1p100f;
};

/// Transforms of instances in lanes, into their prototypes and back. They are computed in double,
/// except for the final rounding and the division by the scale: two roundings per coordinate.
template <int W>
class InstanceTransform {
public:
    /// @param rows  the rows of Instance
    template <class Rows>
    explicit InstanceTransform(const Rows& rows)
        : position_{rows[0], rows[1], rows[2]}, x_{rows[3], rows[4], rows[5]},
          y_{rows[6], rows[7], rows[8]}, z_{rows[9], rows[10], rows[11]}, scale_(rows[12]) {}

    /// Transforms a point of the world into the prototype.
    [[nodiscard]] Vec<W> into(Vec<W> point) const {
        return over(turned_back(DoubleVec<W>(point) - DoubleVec<W>(position_)), scale_);
    }
    [[nodiscard]] Float<W> length_into(Float<W> length) const { return length / scale_; }

    /// A motion by direction / scale per unit of t.
    struct Course {
        Vec<W> direction; ///< largest component in [1, 2), of the longest in [2, 4); or zero
        Float<W> scale;   ///< a power of two; a product of several may be 0, subnormal or infinite

        /// Whether floats can represent the direction without its scale.
        [[nodiscard]] Mask<W> is_normal() const { return is_not_too_small() & is_not_too_large(); }
        // A scale and its inverse must be normal. A large scale belongs to a small direction.
        [[nodiscard]] Mask<W> is_not_too_small() const { return scale <= 0x1p126f; }
        [[nodiscard]] Mask<W> is_not_too_large() const { return scale >= 0x1p-126f; }
    };
    /// Transforms a course of the world, whose scale is a power of two, into the prototype. The
    /// power of two in the instance's scale is moved to the scale of the course, so that nothing
    /// underflows.
    [[nodiscard]] Course into(const Course& course) const {
        const Float<W> power = as_float(as_int(scale_) & Int<W>(0x7F800000));
        const Vec<W> direction = over(turned_back(DoubleVec<W>(course.direction)), scale_ / power);
        const Float<W> up = scale_to_one(largest_magnitude_bits(direction));
        const Float<W> scale = narrow(Double<W>(course.scale) * Double<W>(power) * Double<W>(up));
        // As in scale_to_one(), whose smallest result this is: the longest directions are scaled
        // into [2, 4).
        const Float<W> smallest(0x1p-126f), two(2.0f), one(1.0f);
        const Mask<W> is_half = scale * two == smallest;
        return {direction * (up * select(is_half, two, one)), select(is_half, smallest, scale)};
    }

    /// Transforms a point of the prototype into the world.
    [[nodiscard]] Vec<W> out(Vec<W> point) const {
        return narrow(DoubleVec<W>(position_) + turned(DoubleVec<W>(point) * Double<W>(scale_)));
    }
    [[nodiscard]] Vec<W> direction_out(Vec<W> direction) const {
        return narrow(turned(DoubleVec<W>(direction)));
    }
    [[nodiscard]] Float<W> length_out(Float<W> length) const { return length * scale_; }
    /// The largest coordinate of a point of the world, and its distance from the instance's
    /// position.
    [[nodiscard]] Float<W> largest_length(Vec<W> point) const {
        const Vec<W> from = point - position_;
        return largest_component(point) + sqrt(dot(from, from));
    }

private:
    static Vec<W> over(Vec<W> a, Float<W> divisor) {
        return {a.x / divisor, a.y / divisor, a.z / divisor};
    }
    [[nodiscard]] Vec<W> turned_back(const DoubleVec<W>& a) const {
        return {narrow(dot(a, DoubleVec<W>(x_))), narrow(dot(a, DoubleVec<W>(y_))),
                narrow(dot(a, DoubleVec<W>(z_)))};
    }
    [[nodiscard]] DoubleVec<W> turned(const DoubleVec<W>& a) const {
        return DoubleVec<W>(x_) * a.x + DoubleVec<W>(y_) * a.y + DoubleVec<W>(z_) * a.z;
    }

    Vec<W> position_;
    Vec<W> x_, y_, z_; ///< the columns of R
    Float<W> scale_;
};

} // namespace lanecast::LANECAST_ISA
