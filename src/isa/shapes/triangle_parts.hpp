#pragma once

#include "core/bvh_layout.hpp"
#include "isa/geometry/chord.hpp"
#include "isa/geometry/sweep.hpp"

namespace lanecast::LANECAST_ISA {

/// A triangle with precomputed values for a sphere at a position or on its path: a face, three
/// edges and three corners. All values are floats, relative to v0, scaled so that squares stay in
/// the range of floats.
///
/// The sphere touches the triangle where its centre first enters one of these: a plate about the
/// face that is as thick as the sphere, a barrel about each edge and a sphere about each corner.
/// Schroeder, Collision Detection Using Ray Casting, Game Developer (August 2001); Ericson,
/// Real-Time Collision Detection (2005), 5.5.6.
template <int W>
class TriangleParts {
public:
    /// @param from  the sphere's centre relative to v0
    TriangleParts(Vec<W> from, Vec<W> v0, Vec<W> v1, Vec<W> v2, Mask<W> has_area)
        : v0_(v0), v1_(v1), v2_(v2) {
        const Vec<W> u = v1 - v0, v = v2 - v0;
        const Int<W> size = signed_max(largest_magnitude_bits(u), largest_magnitude_bits(v));
        scale_ = scale_to_one(signed_max(largest_magnitude_bits(from), size));
        from_ = from * scale_;
        const Float<W> own_size = as_float(size) * scale_;
        size_ = largest_component(from_) + own_size;
        // Squares of a smaller triangle vanish, but then the spheres about its corners are larger
        // than the triangle.
        has_area_ = has_area & (own_size > Float<W>(0x1p-40f));
        corner_[0] = u - u;
        corner_[1] = u * scale_;
        corner_[2] = v * scale_;
        side_[0] = corner_[1];
        side_[1] = (v2 - v1) * scale_;
        side_[2] = -corner_[2];
        for (int i = 0; i < 3; ++i) {
            square_[i] = dot(side_[i], side_[i]);
            inverse_square_[i] = Float<W>(1.0f) / square_[i];
            const Vec<W> f = from_ - corner_[i];
            along_[i] = dot(f, side_[i]) * inverse_square_[i];
            across_[i] = side_[i] * along_[i] - f;
        }
        own_scale_ = scale_to_one(size);
        const Vec<W> a = u * own_scale_, b = v * own_scale_;
        const Vec<W> n = {difference_of_products(a.y, b.z, a.z, b.y),
                          difference_of_products(a.z, b.x, a.x, b.z),
                          difference_of_products(a.x, b.y, a.y, b.x)};
        const Float<W> square = dot(n, n);
        normal_ = n * (Float<W>(1.0f) / sqrt(square));
        is_no_sliver_ = square > Float<W>(0x1p-24f);
    }

    /// Whether a sphere about the centre overlaps the triangle, as far as floats can decide:
    /// certainly or possibly. A triangle without area is always possible, because for the distance
    /// it is a single edge, and because floats cannot tell whether there is an area where squares
    /// underflow.
    [[nodiscard]] RoughOverlap<W> overlap(Float<W> unscaled_radius) const {
        const Float<W> zero(0.0f), one(1.0f), infinity(__builtin_inff());
        const Float<W> radius = unscaled_radius * scale_, height = dot(normal_, from_);
        Float<W> square = infinity; // square of the distance
        for (int i = 0; i < 3; ++i) {
            const Vec<W> f = from_ - corner_[i];
            const Mask<W> beside = (along_[i] >= zero) & (along_[i] <= one);
            square =
                min(square, min(dot(f, f), select(beside, dot(across_[i], across_[i]), infinity)));
        }
        square = select(is_above(from_, zero), height * height, square);
        const RoughOverlap<W> rough = rough_overlap(square, radius, size_ + radius, scale_);
        return {has_area_ & rough.sure, ~has_area_ | rough.possible};
    }

    /// Parameter of the first touch; < 0, infinite or NaN if there is none.
    ///
    /// Rounding errors move a part by a few e of the largest length. Therefore barrels and spheres
    /// are enlarged by this much and the face is slightly wider, so that nothing slips through
    /// between two parts. A touch that is too early by this much is exact for a triangle that moved
    /// slightly; a touch that is too late is not.
    [[nodiscard]] TouchTest<W> touch(const Sweep<W>& sweep) const {
        const Float<W> radius = sweep.radius * scale_, extent = size_ + radius;
        const Float<W> grown = radius + Float<W>(2.0f * e) * extent;
        const RoughOverlap<W> at_start = overlap(sweep.radius);
        // The least approach of all parts, touched or not.
        const PartTouch face = at_face(sweep.direction, radius, extent);
        Float<W> s = face.s, approach = face.approach;
        for (int i = 0; i < 3; ++i) {
            const PartTouch corner = at_corner(i, sweep, grown), edge = at_edge(i, sweep, grown);
            s = min(s, min(corner.s, edge.s));
            approach = min(corner.approach, min(edge.approach, approach));
        }
        const Float<W> back = inverse_of_scale(scale_);
        return {at_start, s * back, approach * back, face.point_approaches};
    }

    /// Whether the path leads against the normal of a touch, whatever rounding errors make of this
    /// normal: away from all edges that may be nearest, and into the plane if the face may be.
    [[nodiscard]] Mask<W> approaches(const Sweep<W>& sweep, Float<W> s,
                                     Float<W> unscaled_doubt) const {
        const Float<W> zero(0.0f), one(1.0f), half(0.5f);
        const Float<W> doubt = unscaled_doubt * scale_, radius = sweep.radius * scale_;
        const Vec<W> way = sweep.direction * (s * scale_), at = from_ + way;
        const Float<W> reach = radius + doubt * half;
        const Float<W> climb = dot(normal_, sweep.direction), height = dot(normal_, at);
        const Mask<W> falls = (climb * height < zero) & (climb * climb * radius > doubt);
        Mask<W> approaches = falls | ~has_area_ | (abs(height) < radius - doubt * half);
        for (int i = 0; i < 3; ++i) {
            const Float<W> share = along_[i] + dot(way, side_[i]) * inverse_square_[i];
            const Vec<W> away = at - corner_[i] - side_[i] * min(max(share, zero), one);
            approaches = approaches & ((dot(away, away) > reach * reach) |
                                       (dot(away, sweep.direction) < -doubt));
        }
        return approaches;
    }

private:
    static constexpr float e = 0x1p-23f;

    static Float<W> if_so(Mask<W> so, Float<W> s) {
        return select(so & (s >= Float<W>(0.0f)), s, Float<W>(__builtin_inff()));
    }

    /// See TouchTest.
    struct PartTouch {
        Float<W> s, approach;
        Mask<W> point_approaches;
    };

    [[nodiscard]] PartTouch at_corner(int i, const Sweep<W>& sweep, Float<W> radius) const {
        const Chord<W> sphere(corner_[i] - from_, sweep.direction, sweep.inverse_length_squared,
                              radius);
        return {if_so(all_lanes<W>(), sphere.touch(sphere.enter())), sphere.half, no_lanes<W>()};
    }

    /// Touch of the barrel about an edge. Beyond its ends are the spheres about the corners. If the
    /// edge is far shorter than their radii, it lies in them, and is skipped: its square almost
    /// vanishes, and with it the values computed here.
    [[nodiscard]] PartTouch at_edge(int i, const Sweep<W>& sweep, Float<W> radius) const {
        const Float<W> zero(0.0f), one(1.0f);
        const Vec<W> side = side_[i], d = sweep.direction;
        const Float<W> climb = dot(d, side) * inverse_square_[i];
        const Across<W> aside(d - side * climb, climb * climb * square_[i]);
        const Chord<W> barrel(across_[i], aside.direction, aside.inverse_square, radius);
        const Float<W> s = barrel.touch(barrel.enter()), share = along_[i] + climb * s;
        const Mask<W> is_long = square_[i] > Float<W>(least_drift * least_drift);
        return {if_so(is_long & (share >= zero) & (share <= one), s), barrel.half * aside.square,
                no_lanes<W>()};
    }

    /// Touch of the plate: where the height of the centre is the radius, if the centre is above the
    /// face there. A sphere that starts at this height, within rounding error, touches at the
    /// start, as in Newton's method.
    [[nodiscard]] PartTouch at_face(Vec<W> d, Float<W> radius, Float<W> extent) const {
        const Float<W> zero(0.0f), height = dot(normal_, from_), climb = dot(normal_, d);
        Float<W> side_of_start = height;
        const Mask<W> unclear = abs(height) <= Float<W>(16.0f * e) * extent;
        if (unclear.any())
            side_of_start = select(unclear, exact_height(), height);
        const Float<W> fall = select(side_of_start < zero, climb, -climb);
        const Float<W> gap = abs(height) - radius, slack = Float<W>(4.0f * e) * extent;
        // A centre at this height that is not above the face yet may come down on the face past its
        // edge.
        const Mask<W> there = (gap <= Float<W>(3.0f * e) * extent) & is_above(from_, slack);
        const Float<W> s = select(there, zero, gap / fall);
        // If the path ends up below this height, the face is not the nearest part.
        const Float<W> infinity(__builtin_inff());
        return {if_so((fall > zero) & (there | is_above(from_ + d * s, slack)), s),
                select(gap > -slack, fall * radius, infinity),
                is_no_sliver_ & ~unclear & (fall > Float<W>(0x1p-8f))};
    }

    /// Whether a point is above or below the face, which is wider by `slack` on all sides. At a
    /// sharp corner, this would also make the face much longer. The two sharpest corners are the
    /// ends of the longest edge, so the face does not extend beyond these.
    [[nodiscard]] Mask<W> is_above(Vec<W> p, Float<W> slack) const {
        Mask<W> above = has_area_;
        for (int i = 0; i < 3; ++i) {
            const Vec<W> f = p - corner_[i];
            const Float<W> reach = slack * largest_component(side_[i]), along = dot(f, side_[i]);
            const Mask<W> longest =
                (square_[i] >= square_[(i + 1) % 3]) & (square_[i] >= square_[(i + 2) % 3]);
            const Mask<W> beside = (along >= -reach) & (along <= square_[i] + reach);
            above = above & (dot(cross(normal_, side_[i]), f) >= -reach) & (beside | ~longest);
        }
        return above;
    }

    /// Height of the centre above the plane, times a positive number. Its sign is the side on which
    /// the distance has the centre, even if the centre almost lies on the plane: a sphere that
    /// leaves the triangle must not be mistaken for one that passes through it.
    [[nodiscard]] Float<W> exact_height() const {
        const DoubleVec<W> v0(v0_);
        const Double<W> to_one(own_scale_); // otherwise the product of three lengths may vanish
        return narrow(
            dot(cross((DoubleVec<W>(v1_) - v0) * to_one, (DoubleVec<W>(v2_) - v0) * to_one),
                DoubleVec<W>(from_)));
    }

    Vec<W> v0_, v1_, v2_;
    Mask<W> has_area_;
    Float<W> own_scale_; ///< scales the largest side to one
    Float<W> scale_;     ///< scales the largest length to one; applied to the members below
    Vec<W> from_;
    Float<W> size_;              ///< the largest length except the radius
    Vec<W> corner_[3], side_[3]; ///< edge from corner i to the next one
    Float<W> square_[3], inverse_square_[3];
    Float<W> along_[3];    ///< parameter of the point on the edge's line nearest to the centre
    Vec<W> across_[3];     ///< from the centre to this point
    Vec<W> normal_;        ///< unit normal of the front
    Mask<W> is_no_sliver_; ///< normal_ is off by less than 2^-11
};

} // namespace lanecast::LANECAST_ISA
