#pragma once

#include "core/bvh_layout.hpp"
#include "isa/shapes/chord.hpp"
#include "isa/shapes/sweep.hpp"

namespace lanecast::LANECAST_ISA {

/// A triangle as a sphere sees it, from its centre or on its path: a face, three edges and three
/// corners. In floats, relative to v0, in lengths by which squares stay in the range of floats.
///
/// What such a sphere can touch is a plate about the face as thick as the sphere, a barrel about
/// each edge and a sphere about each corner; it touches the triangle where it first enters one of
/// them. Schroeder, Collision Detection Using Ray Casting, Game Developer (August 2001); Ericson,
/// Real-Time Collision Detection (2005), 5.5.6.
template <int W>
class TriangleParts {
public:
    /// @param from  the centre relative to v0
    TriangleParts(Vec<W> from, Vec<W> v0, Vec<W> v1, Vec<W> v2, Mask<W> has_area)
        : v0_(v0), v1_(v1), v2_(v2) {
        const Vec<W> u = v1 - v0, v = v2 - v0;
        const Int<W> size = signed_max(largest_magnitude_bits(u), largest_magnitude_bits(v));
        scale_ = scale_to_one(signed_max(largest_magnitude_bits(from), size));
        from_ = from * scale_;
        const Float<W> own_size = as_float(size) * scale_;
        size_ = largest_component(from_) + own_size;
        // From so far away the spheres about the corners are larger than the triangle, whose
        // squares vanish.
        has_area_ = has_area & (own_size > Float<W>(9.094947e-13f)); // 2^-40
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
        normal_ = n * (Float<W>(1.0f) / sqrt(dot(n, n)));
    }

    /// Whether a sphere about the centre overlaps the triangle, as far as floats can tell: beyond
    /// any doubt, or perhaps. What has no area is one edge for the distance, and whether it has one
    /// nobody can tell where squares leave the range of floats.
    [[nodiscard]] RoughOverlap<W> overlap(Float<W> unscaled_radius) const {
        const Float<W> zero(0.0f), one(1.0f), infinity(__builtin_inff());
        const Float<W> radius = unscaled_radius * scale_, height = dot(normal_, from_);
        Float<W> square = infinity; // of the distance
        for (int i = 0; i < 3; ++i) {
            const Vec<W> f = from_ - corner_[i];
            const Mask<W> beside = (along_[i] >= zero) & (along_[i] <= one);
            square =
                min(square, min(dot(f, f), select(beside, dot(across_[i], across_[i]), infinity)));
        }
        square = select(is_above(from_, zero), height * height, square);
        const Float<W> margin =
            Float<W>(128.0f * e) * (size_ + radius) + Float<W>(least_padding) * scale_;
        const Float<W> less = max(radius - margin, zero), more = radius + margin;
        return {has_area_ & (square < less * less), ~has_area_ | ~(square > more * more)};
    }

    /// Where the sphere touches it first: a parameter < 0, infinite or NaN if it does not.
    ///
    /// Roundings move a part by a few e of the largest length. So that nothing slips through
    /// between two of them, barrels and spheres are larger by as much and the face is a little
    /// wider. Too early by that is right for a triangle that moved, too late is not.
    [[nodiscard]] Float<W> touch(const Sweep<W>& sweep) const {
        const Float<W> radius = sweep.radius * scale_, extent = size_ + radius;
        const Float<W> grown = radius + Float<W>(2.0f * e) * extent;
        Float<W> first = at_face(sweep.direction, radius, extent);
        for (int i = 0; i < 3; ++i)
            first = min(first, min(at_corner(i, sweep, grown), at_edge(i, sweep, grown)));
        return first * inverse_of_scale(scale_);
    }

private:
    static constexpr float e = 1.1920929e-7f;

    static Float<W> if_so(Mask<W> so, Float<W> s) {
        return select(so & (s >= Float<W>(0.0f)), s, Float<W>(__builtin_inff()));
    }

    [[nodiscard]] Float<W> at_corner(int i, const Sweep<W>& sweep, Float<W> radius) const {
        const Chord<W> sphere(corner_[i] - from_, sweep.direction, sweep.inverse_length_squared,
                              radius);
        return if_so(all_lanes<W>(), sphere.touch(sphere.enter()));
    }

    /// Beyond its ends are the spheres. What is far shorter than they are thick is in them: its
    /// square all but vanishes, and with it what is computed here.
    [[nodiscard]] Float<W> at_edge(int i, const Sweep<W>& sweep, Float<W> radius) const {
        const Float<W> zero(0.0f), one(1.0f);
        const Vec<W> side = side_[i], d = sweep.direction;
        const Float<W> climb = dot(d, side) * inverse_square_[i];
        const Across<W> aside(d - side * climb, climb * climb * square_[i]);
        const Chord<W> barrel(across_[i], aside.direction, aside.inverse_square, radius);
        const Float<W> s = barrel.touch(barrel.enter()), share = along_[i] + climb * s;
        const Mask<W> is_long = square_[i] > Float<W>(least_drift * least_drift);
        return if_so(is_long & (share >= zero) & (share <= one), s);
    }

    /// At the height of a radius, if that is above the face. What starts there give or take a
    /// rounding touches at once, as by Newton's method.
    [[nodiscard]] Float<W> at_face(Vec<W> d, Float<W> radius, Float<W> extent) const {
        const Float<W> zero(0.0f), height = dot(normal_, from_), climb = dot(normal_, d);
        Float<W> side_of_start = height;
        const Mask<W> unclear = abs(height) <= Float<W>(16.0f * e) * extent;
        if (unclear.any())
            side_of_start = select(unclear, exact_height(), height);
        const Float<W> fall = select(side_of_start < zero, climb, -climb);
        const Float<W> gap = abs(height) - radius, slack = Float<W>(4.0f * e) * extent;
        // What is at that height but not above yet may come down on the face past its edge.
        const Mask<W> there = (gap <= Float<W>(3.0f * e) * extent) & is_above(from_, slack);
        const Float<W> s = select(there, zero, gap / fall);
        return if_so((fall > zero) & (there | is_above(from_ + d * s, slack)), s);
    }

    /// Whether a point is above or below the face, which is wider by `slack` on all sides. Where a
    /// corner is sharp that would make it much longer, too; the two sharpest are the ends of the
    /// longest edge, and beyond these it does not go.
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

    /// Its sign is that of the side on which the nearest point sees the centre, even where that is
    /// all but on the plane: what leaves it must not be taken for what comes through.
    [[nodiscard]] Float<W> exact_height() const {
        const DoubleVec<W> v0(v0_);
        const Double<W> to_one(own_scale_); // or the product of three lengths vanishes
        return narrow(
            dot(cross((DoubleVec<W>(v1_) - v0) * to_one, (DoubleVec<W>(v2_) - v0) * to_one),
                DoubleVec<W>(from_)));
    }

    Vec<W> v0_, v1_, v2_;
    Mask<W> has_area_;
    Float<W> own_scale_; ///< brings the largest side to one
    Float<W> scale_;     ///< brings the largest length to one, and what follows with it
    Vec<W> from_;
    Float<W> size_;              ///< the largest length but the radius
    Vec<W> corner_[3], side_[3]; ///< the edge from corner i to the next one
    Float<W> square_[3], inverse_square_[3];
    Float<W> along_[3]; ///< the share of the edge at which it is nearest to the centre
    Vec<W> across_[3];  ///< from the centre to there
    Vec<W> normal_;     ///< of unit length, of the front
};

} // namespace lanecast::LANECAST_ISA
