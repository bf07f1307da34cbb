#pragma once

#include "core/build_boxes.hpp"
#include "isa/geometry/rules.hpp"

/// Scenes placed in other scenes.
namespace lanecast::LANECAST_ISA {

/// A placed prototype: the points position + R (scale x) for the prototype's points x. Columns:
/// position, quaternion x y z w, scale, followed by the PrototypeRecord and by the target and the
/// index of the InstanceMotion. Rows: position, the columns of R, scale, the address of the
/// prototype, the index of the motion.
struct Instance {
    static constexpr Kind kind = Kind::instance;
    static constexpr int columns = 8;
    static constexpr int rows = 16;

    struct column {
        enum : int {
            position = 0,
            rotation = 3,
            scale = 7,
            prototype_lo = 8,
            prototype_hi = 12,
            target = 16,
            motion = 23,
            count
        };
    };
    struct row {
        enum : int {
            position = 0,
            x_axis = 3,
            y_axis = 6,
            z_axis = 9,
            scale = 12,
            prototype = 13,
            motion = 15
        };
    };

    template <int W, class Report>
    static void check(const Float<W>* c, Report&& report) {
        report(is_rotation(c + 3), column::rotation, rule::unit_quaternion);
        report(c[column::scale] >= smallest_normal, column::scale, rule::positive_normal);
    }

    /// R is computed in double, so that it is the rotation by q / |q| except for the final rounding
    /// of each number. Errors of R displace whatever is far from the prototype's origin.
    template <int W>
    static void prepare(const Float<W>* c, Float<W>* r) {
        place(c, r);
        r[row::prototype] = c[column::prototype_lo + 3];
        r[row::prototype + 1] = c[column::prototype_hi + 3];
        r[row::motion] = c[column::motion];
    }

    /// The rows of a pose alone: all before those of the prototype.
    template <int W>
    static void place(const Float<W>* c, Float<W>* r) {
        copy(c, r, 3);
        const Double<W> x(c[column::rotation]), y(c[column::rotation + 1]),
            z(c[column::rotation + 2]), w(c[column::rotation + 3]);
        const Double<W> one(Float<W>(1.0f)), two(Float<W>(2.0f));
        // 2 / |q|^2 by a step of Newton's method.
        const Double<W> half_square = Double<W>(Float<W>(0.5f)) * (x * x + y * y + z * z + w * w);
        const Double<W> nearly(Float<W>(1.0f) / narrow(half_square));
        const Double<W> s = nearly * (two - half_square * nearly);
        r[row::x_axis] = narrow(one - s * (y * y + z * z));
        r[row::x_axis + 1] = narrow(s * (x * y + w * z));
        r[row::x_axis + 2] = narrow(s * (x * z - w * y));
        r[row::y_axis] = narrow(s * (x * y - w * z));
        r[row::y_axis + 1] = narrow(one - s * (x * x + z * z));
        r[row::y_axis + 2] = narrow(s * (y * z + w * x));
        r[row::z_axis] = narrow(s * (x * z + w * y));
        r[row::z_axis + 1] = narrow(s * (y * z - w * x));
        r[row::z_axis + 2] = narrow(one - s * (x * x + y * y));
        r[row::scale] = c[column::scale];
    }

    /// Box of the instance; of one that moves, around all that particles touch of it on its way.
    template <int W>
    static Extent<W> bounds(const Float<W>* c) {
        const Extent<W> start = bounds_at_start(c);
        const Mask<W> moves = ~(as_int(c[column::motion]) == Int<W>(no_motion));
        if (!moves.any())
            return start;
        Float<W> there[column::target];
        copy(c, there, column::target);
        copy(c + column::target, there, column::scale);
        const Extent<W> end = bounds_at_start(there);
        const Float<W> off = off_the_way(c);
        const Vec<W> around = {off, off, off};
        const Vec<W> lo = {min(start.lo.x, end.lo.x), min(start.lo.y, end.lo.y),
                           min(start.lo.z, end.lo.z)};
        const Vec<W> hi = {max(start.hi.x, end.hi.x), max(start.hi.y, end.hi.y),
                           max(start.hi.z, end.hi.z)};
        return {select(moves, lo - around, start.lo), select(moves, hi + around, start.hi)};
    }

private:
    /// Box of the instance at the start of its way, padded for all rounding errors of transforming
    /// a query into the prototype and its answer back. Infinite if the prototype reaches beyond
    /// what trees can contain.
    template <int W>
    static Extent<W> bounds_at_start(const Float<W>* c) {
        Float<W> r[rows];
        place(c, r);
        const Vec<W> lo = vector_at<W>(c, column::prototype_lo),
                     hi = vector_at<W>(c, column::prototype_hi);
        const Float<W> scale = c[column::scale], half(0.5f);
        const Vec<W> middle = (lo + hi) * half * scale, extent = (hi - lo) * half * scale;
        const Float<W> reach = max(largest_component(lo), largest_component(hi));
        const auto center = [&](int axis) {
            return r[axis] + (r[row::x_axis + axis] * middle.x + r[row::y_axis + axis] * middle.y +
                              r[row::z_axis + axis] * middle.z);
        };
        const Float<W> padding =
            Float<W>(least_padding) + Float<W>(least_padding) * scale +
            Float<W>(instance_padding) * (abs(r[row::position]) + abs(r[row::position + 1]) +
                                          abs(r[row::position + 2]) + scale * reach);
        const auto half_extent = [&](int axis) {
            return abs(r[row::x_axis + axis]) * extent.x + abs(r[row::y_axis + axis]) * extent.y +
                   abs(r[row::z_axis + axis]) * extent.z + padding;
        };
        const Vec<W> at = {center(0), center(1), center(2)};
        const Vec<W> out = {half_extent(0), half_extent(1), half_extent(2)};
        const Mask<W> bounded = (reach <= Float<W>(largest_tree_coordinate)) &
                                (scale * reach <= Float<W>(largest_placed));
        const Extent<W> all = everywhere<W>();
        return {select(bounded, at - out, all.lo), select(bounded, at + out, all.hi)};
    }

    /// How far beyond the boxes of both poses a particle may touch an instance that turns by theta:
    /// its points are r (1 - cos(theta / 2)) off the straight way at most, and the path of a
    /// particle in its frame is off by r (5/8 theta + 5/32 theta^2), where r is its reach:
    /// docs/numerics.md.
    template <int W>
    static Float<W> off_the_way(const Float<W>* c) {
        const Float<W>*a = c + column::rotation, *b = c + column::target + column::rotation;
        const Double<W> zero(Float<W>(0.0f)), one(Float<W>(1.0f));
        const auto product = [](const Float<W>* p, const Float<W>* q) {
            return Double<W>(p[0]) * Double<W>(q[0]) + Double<W>(p[1]) * Double<W>(q[1]) +
                   Double<W>(p[2]) * Double<W>(q[2]) + Double<W>(p[3]) * Double<W>(q[3]);
        };
        const Double<W> cosine =
            product(a, b) / sqrt(product(a, a) * product(b, b)); // of theta / 2
        const Double<W> square = one - cosine * cosine,
                        nothing_less = select(zero < square, square, zero);
        const Float<W> sine = narrow(sqrt(nothing_less));
        // Up to a quarter turn, theta / 2 is at most s (1 + 0.2215 s^2), with its sine s.
        const Float<W> theta =
            Float<W>(2.0f) * sine * (Float<W>(1.0f) + Float<W>(0.2215f) * sine * sine);
        const Float<W> share =
            narrow(one - cosine) + theta * (Float<W>(0.625f) + theta * Float<W>(0.15625f));
        const Vec<W> lo = vector_at<W>(c, column::prototype_lo),
                     hi = vector_at<W>(c, column::prototype_hi);
        const Vec<W> corner = {max(abs(lo.x), abs(hi.x)), max(abs(lo.y), abs(hi.y)),
                               max(abs(lo.z), abs(hi.z))};
        const Float<W> reach = c[column::scale] * sqrt(dot(corner, corner));
        return select(share > Float<W>(0.0f), reach * (share * Float<W>(1.00001f)), Float<W>(0.0f));
    }

    static constexpr float smallest_normal = 0x1p-126f;
    static constexpr float largest_placed = 0x1p100f;
};

/// Transforms of instances in lanes, into their prototypes and back. They are computed in double,
/// except for the final rounding and the division by the scale: two roundings per coordinate.
template <int W>
class InstanceTransform {
public:
    InstanceTransform() = default;
    /// @param rows  the rows of Instance
    template <class Rows>
    explicit InstanceTransform(const Rows& rows)
        : position_(vector_at<W>(rows, Instance::row::position)),
          x_(vector_at<W>(rows, Instance::row::x_axis)),
          y_(vector_at<W>(rows, Instance::row::y_axis)),
          z_(vector_at<W>(rows, Instance::row::z_axis)), scale_(rows[Instance::row::scale]) {}

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

    /// The same as into(point), in double.
    [[nodiscard]] DoubleVec<W> place_of(const DoubleVec<W>& point) const {
        const DoubleVec<W> from = point - DoubleVec<W>(position_);
        const Double<W> scale(scale_);
        return {dot(from, DoubleVec<W>(x_)) / scale, dot(from, DoubleVec<W>(y_)) / scale,
                dot(from, DoubleVec<W>(z_)) / scale};
    }
    /// The same as out(point), in double.
    [[nodiscard]] DoubleVec<W> point_of(const DoubleVec<W>& place) const {
        return DoubleVec<W>(position_) + turned(place * Double<W>(scale_));
    }
    /// Turns a direction of the world into the prototype.
    [[nodiscard]] Vec<W> direction_into(Vec<W> direction) const {
        return turned_back(DoubleVec<W>(direction));
    }

    /// Transforms a point of the prototype into the world.
    [[nodiscard]] Vec<W> out(Vec<W> point) const {
        return narrow(DoubleVec<W>(position_) + turned(DoubleVec<W>(point) * Double<W>(scale_)));
    }
    [[nodiscard]] Vec<W> direction_out(Vec<W> direction) const {
        return narrow(turned(DoubleVec<W>(direction)));
    }
    /// Transforms a way in the prototype into the world.
    [[nodiscard]] Vec<W> way_out(const DoubleVec<W>& way) const {
        return narrow(turned(way * Double<W>(scale_)));
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
