#pragma once

#include "isa/geometry/chord.hpp"

namespace lanecast::LANECAST_ISA {

/// A bound on a touch, which is cheaper than the touch itself.
template <int W>
struct TouchBound {
    Float<W> least;   ///< lower bound on the parameter of a touch, to the bit; never -0
    Mask<W> is_touch; ///< true only if there is a touch after the start, with parameter `least`
};

/// A box about 0 and a sphere that moves towards it, in the box's frame. They touch where the
/// sphere's centre enters the box inflated by the sphere: three boxes, each thicker along one axis,
/// a barrel about each edge and a sphere about each corner.
///
/// Viewed along an axis, the inflated box is a rectangle with round corners, and each of its points
/// is in all three of these rectangles. The path enters the last of the three at a face or an edge
/// of the inflated box, unless it is beyond an end of that edge. Then it is next to a corner, and
/// may enter the sphere about it.
template <int W>
class RoundedBox {
public:
    /// @param from  the sphere's centre
    /// @param away  from the box's nearest point to the centre; 0 only if they overlap, whatever
    ///              the rounding error of `from`
    /// @param half  extents of the box
    /// @param d     the direction, whose largest component is about 1
    RoundedBox(Vec<W> from, Vec<W> away, Vec<W> d, Float<W> inverse_length_squared, Vec<W> half,
               Float<W> radius)
        : inverse_length_squared_(inverse_length_squared) {
        const Float<W> least = largest_component(d) * Float<W>(least_drift);
        direction_ = {unless_less(d.x, least), unless_less(d.y, least), unless_less(d.z, least)};
        least_square_ = least * least;
        // Scaled so that squares stay in the range of floats.
        const Int<W> farthest_bits = largest_magnitude_bits(from),
                     longest_bits = largest_magnitude_bits(half);
        scale_ = scale_to_one(signed_max(farthest_bits, longest_bits));
        from_ = from * scale_;
        away_ = away * scale_; // may vanish
        contains_start_ = largest_component(away) == Float<W>(0.0f);
        half_ = half * scale_;
        radius_ = radius * scale_;
        // The radius is enlarged by the rounding error of a position. A touch that is too early by
        // this much is exact for a box that moved slightly; a touch that is too late is not. Faces
        // and edges are extended by twice as much, so that nothing slips through between them and
        // the parts at their ends: the barrel of a moving point is no thicker than rounding error,
        // and a path into the box may miss it by one.
        const Float<W> extent =
            as_float(farthest_bits) * scale_ + as_float(longest_bits) * scale_ + radius_;
        radius_ = radius_ + Float<W>(2.0f * e) * extent;
        end_ = Float<W>(4.0f * e) * extent;
        const Float<W> farthest = radius_ + end_;
        farthest_squared_ = farthest * farthest;
    }

    /// Parameter of the first touch; < 0, infinite or NaN if there is none. A sphere that overlaps
    /// at t = 0 within rounding error touches at t = 0 if it still comes nearer.
    [[nodiscard]] TouchTest<W> touch() const {
        const Float<W> zero(0.0f), one(1.0f);
        const Crossing x = crossing(from_.x, direction_.x, half_.x),
                       y = crossing(from_.y, direction_.y, half_.y),
                       z = crossing(from_.z, direction_.z, half_.z);
        const Float<W> last = max(enter(x, y), max(enter(y, z), enter(z, x)));
        const Vec<W> at = from_ + direction_ * last;
        const Mask<W> at_corner =
            is_beyond(at.x, half_.x) & is_beyond(at.y, half_.y) & is_beyond(at.z, half_.z);
        const Vec<W> corner = {toward(at.x, half_.x), toward(at.y, half_.y), toward(at.z, half_.z)};
        const Chord<W> sphere(corner - from_, direction_, inverse_length_squared_, radius_);
        const Entry entry(x, y, z);
        const Above above = what_is_below(entry);
        Float<W> into_sphere =
            sphere.middle - half_chord(dot(sphere.foot, sphere.foot), inverse_length_squared_);
        into_sphere = select(above.is_bound & (into_sphere < entry.in), entry.in, into_sphere);
        // At that point the path may already have left another of the three rectangles.
        const Vec<W> off = beyond(at);
        const Mask<W> in_all = dot(off, off) <= farthest_squared_;
        const Float<W> elsewhere = select(at_corner, into_sphere, select(in_all, last, -one));
        const Float<W> s = select(entry.is_met, select(above.is_face, entry.in, elsewhere), -one);

        const Float<W> approach =
            select(at_corner & ~above.is_face, sphere.half, -dot(off, direction_));
        // Scaled up, so that none of the products vanishes.
        const Mask<W> nears = dot(away_ * Float<W>(0x1p64f), direction_) < zero;
        const Float<W> back = inverse_of_scale(scale_);
        RoughOverlap<W> overlap =
            rough_overlap(dot(away_, away_), radius_, end_ * Float<W>(0.25f / e), scale_);
        overlap.sure = overlap.sure | contains_start_;
        return {overlap, select(is_there(), select(nears, zero, -one), s) * back, approach * back,
                all_lanes<W>()};
    }
    /// Normal of the face through whose plane a point comes between all planes.
    [[nodiscard]] Vec<W> entry_normal() const {
        const Crossing x = crossing(from_.x, direction_.x, half_.x),
                       y = crossing(from_.y, direction_.y, half_.y),
                       z = crossing(from_.z, direction_.z, half_.z);
        const Float<W> zero(0.0f), in = Entry(x, y, z).in;
        const Mask<W> by_x = x.near == in, by_y = ~by_x & (y.near == in), by_z = ~by_x & ~by_y;
        const auto against = [&](Mask<W> is_this, Float<W> d) {
            return select(is_this, select_by_sign(d, Float<W>(1.0f), Float<W>(-1.0f)), zero);
        };
        return {against(by_x, direction_.x), against(by_y, direction_.y),
                against(by_z, direction_.z)};
    }
    /// Whether the path leads against the normal of a touch, whatever rounding errors make of this
    /// normal: against the direction from the nearest point, or into the only face that can be
    /// nearest.
    [[nodiscard]] Mask<W> approaches(Float<W> s, Float<W> unscaled_doubt) const {
        const Float<W> doubt = unscaled_doubt * scale_, half(0.5f);
        const Vec<W> at = from_ + direction_ * (s * scale_);
        const auto falls = [&](Float<W> x, Float<W> d) {
            return select_by_sign(x, -d, d) < Float<W>(-0x1p-18f);
        };
        const auto is_inside = [&](Float<W> x, Float<W> half_extent) {
            return abs(x) < half_extent - half * doubt;
        };
        const Mask<W> x = is_inside(at.x, half_.x), y = is_inside(at.y, half_.y),
                      z = is_inside(at.z, half_.z);
        return (dot(beyond(at), direction_) < -doubt) | (falls(at.x, direction_.x) & y & z) |
               (falls(at.y, direction_.y) & z & x) | (falls(at.z, direction_.z) & x & y);
    }

    /// Bound on touch(), from the point where the path is between all planes of the inflated box.
    /// Above a face, this point is the touch. Above an edge whose planes are not crossed too
    /// slowly, no touch is before it. Both hold to the bit. An infinite bound means that there is
    /// no touch.
    [[nodiscard]] TouchBound<W> touch_bound() const {
        const Float<W> zero(0.0f), infinity(__builtin_inff());
        const Crossing x = crossing(from_.x, direction_.x, half_.x),
                       y = crossing(from_.y, direction_.y, half_.y),
                       z = crossing(from_.z, direction_.z, half_.z);
        const Entry entry(x, y, z);
        const Above above = what_is_below(entry);
        // A touch is within 16 e s of the box, and s is less than four times the extent. The planes
        // that the path enters or leaves may therefore give a touch too early or too late by this
        // much.
        const Float<W> rounding = Float<W>(16.0f) * end_;
        const Float<W> first =
            select(above.is_bound, entry.in, entry.in - rounding * abs(entry.inverse));
        const Mask<W> is_behind = entry.out + rounding * abs(entry.out_inverse) < zero;
        const Mask<W> there = is_there();
        // touch() must be certain: see TouchTest::is_certain(), with twice the error bound, because
        // the box may be turned.
        const Float<W> error =
            Float<W>(1.5f) * end_ + Float<W>(8.0f * e) * abs(first) + Float<W>(0x1p-70f) * scale_;
        const Float<W> doubt = Float<W>(16.0f) * error;
        const Mask<W> is_point = radius_ < Float<W>(0.75f) * end_;
        const Mask<W> approaches =
            (abs(entry.inverse) * sqrt(doubt * (radius_ + doubt)) < radius_) | is_point;
        const Float<W> least = select(entry.is_met & ~is_behind, max(first, zero), infinity);
        return {select(there, zero, least) * inverse_of_scale(scale_),
                above.is_face & entry.is_met & (first > error) & ~there & approaches};
    }

private:
    static constexpr float e = 0x1p-23f;

    /// Whether the sphere touches at the start, within rounding error.
    [[nodiscard]] Mask<W> is_there() const { return dot(away_, away_) <= farthest_squared_; }

    /// The path between two parallel planes. Slabs explains how min and max treat a path along
    /// them.
    struct Crossing {
        Float<W> from, direction, half, inverse, near, far;
    };

    /// Where the path comes between all planes of the inflated box, if it ever does, and where it
    /// leaves the first pair of them.
    struct Entry {
        Float<W> in, out;
        Float<W> inverse, out_inverse; ///< 1 / direction across the planes of `in` and of `out`
        Mask<W> is_met;

        Entry(const Crossing& x, const Crossing& y, const Crossing& z)
            : in(max(x.near, max(y.near, z.near))), out(min(x.far, min(y.far, z.far))),
              inverse(select(x.near == in, x.inverse, select(y.near == in, y.inverse, z.inverse))),
              out_inverse(
                  select(x.far == out, x.inverse, select(y.far == out, y.inverse, z.inverse))),
              is_met(in <= out) {}
    };

    /// The feature of the box that is nearest to the path at its entry.
    struct Above {
        Mask<W> is_face;
        /// A face, or an edge whose planes are crossed so fast that a rounding error along the path
        /// is no more than a rounding error in space.
        Mask<W> is_bound;
    };

    [[nodiscard]] Above what_is_below(const Entry& entry) const {
        const Vec<W> at = from_ + direction_ * max(entry.in, Float<W>(-largest_float));
        const Mask<W> x = is_beyond(at.x, half_.x), y = is_beyond(at.y, half_.y),
                      z = is_beyond(at.z, half_.z);
        const Mask<W> is_face = ~((x & y) | (z & (x | y)));
        return {is_face, is_face | (~(x & y & z) & (abs(entry.inverse) <= Float<W>(16.0f)))};
    }

    [[nodiscard]] Crossing crossing(Float<W> from, Float<W> direction, Float<W> half) const {
        const Float<W> infinity(__builtin_inff());
        const Float<W> inverse = Float<W>(1.0f) / direction, reach = half + radius_;
        return {from,
                direction,
                half,
                inverse,
                max((select_by_sign(inverse, reach, -reach) - from) * inverse, -infinity),
                min((select_by_sign(inverse, -reach, reach) - from) * inverse, infinity)};
    }

    /// Where the path enters the rectangle with round corners, viewed along the third axis. A path
    /// along that axis does not move in this view: it is always inside or never.
    [[nodiscard]] Float<W> enter(const Crossing& a, const Crossing& b) const {
        const Float<W> infinity(__builtin_inff());
        const Float<W> in = max(a.near, b.near), out = min(a.far, b.far);
        // A path along both pairs of planes stays where it is.
        const Float<W> finite = max(in, Float<W>(-largest_float));
        const Float<W> at_a = a.from + a.direction * finite, at_b = b.from + b.direction * finite;
        const Mask<W> at_corner = is_beyond(at_a, a.half) & is_beyond(at_b, b.half);
        const Float<W> to_a = toward(at_a, a.half) - a.from, to_b = toward(at_b, b.half) - b.from;
        const Float<W> square = a.direction * a.direction + b.direction * b.direction;
        const Float<W> inverse = Float<W>(1.0f) / max(square, least_square_);
        const Float<W> middle = (to_a * a.direction + to_b * b.direction) * inverse;
        const Float<W> foot_a = to_a - a.direction * middle, foot_b = to_b - b.direction * middle;
        const Float<W> into_barrel =
            middle - half_chord(foot_a * foot_a + foot_b * foot_b, inverse);
        const Float<W> first = select(at_corner, into_barrel, in);
        return select((in <= out) & (first <= infinity), first, infinity);
    }

    /// Half the chord length in a sphere or barrel, from the squared distance of the path to its
    /// centre or axis; NaN if the path misses. A path that misses by a rounding error touches where
    /// it is nearest, because it may come down on the face or edge behind, along which it almost
    /// leads.
    [[nodiscard]] Float<W> half_chord(Float<W> foot_squared, Float<W> inverse_square) const {
        const Float<W> zero(0.0f), nothing(__builtin_nanf(""));
        const Float<W> half = sqrt(max(radius_ * radius_ - foot_squared, zero) * inverse_square);
        return select(foot_squared <= farthest_squared_, half, nothing);
    }

    static Float<W> unless_less(Float<W> component, Float<W> least) {
        return select(abs(component) < least, Float<W>(0.0f), component);
    }
    [[nodiscard]] Mask<W> is_beyond(Float<W> x, Float<W> half) const {
        return abs(x) > half + end_;
    }
    static Float<W> toward(Float<W> side, Float<W> half) {
        return select_by_sign(side, -half, half);
    }
    [[nodiscard]] Vec<W> beyond(Vec<W> p) const { return p - clamped(p, -half_, half_); }

    Vec<W> direction_;      ///< components below least_drift are 0
    Float<W> least_square_; ///< least square of two components that are not both 0
    Float<W> inverse_length_squared_;
    Float<W> scale_; ///< scales the largest length to one; applied to the members below
    Vec<W> from_, away_, half_;
    Float<W> radius_;
    Mask<W> contains_start_;
    Float<W> end_;              ///< extension of faces and edges
    Float<W> farthest_squared_; ///< (radius + end)^2: square of the largest distance of a touch
};

} // namespace lanecast::LANECAST_ISA
