#pragma once

#include "isa/shapes/nearest.hpp"

namespace lanecast::LANECAST_ISA {

/// A triangle as it is asked for its distance from points. What decides is in double: in
/// slivers and needles the sides all but coincide, the feet of a far point on them do not.
template <int W>
class TriangleDistances {
public:
    TriangleDistances(Vec<W> v0, Vec<W> v1, Vec<W> v2, Mask<W> has_area) {
        const Vec<W> a = v1 - v0, b = v2 - v0;
        size_ = signed_max(largest_magnitude_bits(a), largest_magnitude_bits(b));
        scale_ = scale_to_one(size_);
        from_[0] = a - a;
        from_[1] = a * scale_;
        from_[2] = b * scale_;
        side_[0] = from_[1];
        side_[1] = (v2 - v1) * scale_;
        side_[2] = -from_[2];
        for (int i = 0; i < 3; ++i) {
            square_[i] = dot(side_[i], side_[i]);
            inverse_square_[i] = Float<W>(1.0f) / square_[i];
        }

        const Double<W> to_one(scale_);
        const DoubleVec<W> exact_v0(v0);
        const DoubleVec<W> u = (DoubleVec<W>(v1) - exact_v0) * to_one;
        const DoubleVec<W> v = (DoubleVec<W>(v2) - exact_v0) * to_one;
        const DoubleVec<W> area = cross(u, v);
        const Float<W> area_to_one = scale_to_one(largest_magnitude_bits(narrow(area)));
        // In what is so small no point is farther than 2^-50 from an edge.
        has_area_ = has_area & (area_to_one < 1.2676506e+30f); // 2^100
        n_ = area * Double<W>(area_to_one);
        const Vec<W> rounded = narrow(n_);
        inverse_length_ = Float<W>(1.0f) / sqrt(dot(rounded, rounded));
        normal_ = rounded * inverse_length_;
        towards_v1_ = cross(v, n_);
        towards_v2_ = cross(n_, u);
        whole_ = dot(n_, area) * Double<W>(inverse_of_scale(scale_));
    }

    /// On the face if p is right above it, otherwise on an edge that p is outside of.
    [[nodiscard]] Nearest<W> nearest(Vec<W> point) const {
        // By a power of two, so that no square leaves the range of floats.
        const Float<W> scale = scale_to_one(signed_max(largest_magnitude_bits(point), size_));
        const Float<W> inverse = inverse_of_scale(scale);
        const Vec<W> p = point * scale;

        const DoubleVec<W> q(p);
        const Double<W> of_v1 = dot(towards_v1_, q), of_v2 = dot(towards_v2_, q);
        const Double<W> of_v0 = whole_ * Double<W>(scale) - of_v1 - of_v2;
        const Float<W> zero(0.0f);
        const Mask<W> outside[3] = {narrow(of_v2) < zero, narrow(of_v0) < zero,
                                    narrow(of_v1) < zero};
        const Mask<W> below = ~outside[0] & ~outside[1] & ~outside[2];
        const Float<W> height = narrow(dot(n_, q)) * inverse_length_;

        const Vec<W> from_edge = away_from_edges(p, scale, outside);
        const Polar<W> away = polar(from_edge);
        const Mask<W> in_face = has_area_ & (below | (away.length <= zero));
        return {select(in_face, abs(height), away.length) * inverse,
                (p - select(in_face, normal_ * height, from_edge)) * inverse,
                select(in_face, select(height < zero, -normal_, normal_), away.unit)};
    }

private:
    /// From the nearest point of the edges to p. Outside of two edges p is nearest to the
    /// earlier one, unless it is beyond its end. A triangle without area is its longest edge.
    [[nodiscard]] Vec<W> away_from_edges(Vec<W> p, Float<W> scale,
                                         const Mask<W> (&outside)[3]) const {
        const Float<W> zero(0.0f), one(1.0f);
        // From the triangle's scale to that of p, which is not larger, and back.
        const Float<W> to_p = inverse_of_scale(scale_) * scale,
                       to_own = scale_ * inverse_of_scale(scale);
        Float<W> share[3];
        for (int i = 0; i < 3; ++i) {
            const Float<W> along = dot(p - from_[i] * to_p, side_[i]) * inverse_square_[i];
            share[i] = min(max(along * to_own, zero), one);
        }
        const Mask<W> first =
            outside[0] & ~(outside[1] & (share[0] >= one)) & ~(outside[2] & (share[2] < one));
        const Mask<W> second = outside[1] & ~(outside[2] & (share[1] >= one));
        const Mask<W> first_is_longest = (square_[0] >= square_[1]) & (square_[0] >= square_[2]);
        const Mask<W> on_first = (has_area_ & first) | (~has_area_ & first_is_longest);
        const Mask<W> on_second = (has_area_ & second) | (~has_area_ & (square_[1] >= square_[2]));
        const auto nearest = [&](const auto* of) {
            return select(on_first, of[0], select(on_second, of[1], of[2]));
        };
        const Vec<W> along = nearest(side_);
        const Float<W> at = nearest(share);
        const Vec<W> away = p - nearest(from_) * to_p - along * (at * to_p);
        // Rounded, it is not quite at right angles to the edge: near the edge that matters.
        const Vec<W> across = away - along * (dot(away, along) * nearest(inverse_square_));
        return select((at > zero) & (at < one), across, away);
    }

    Int<W> size_;              ///< the bits of the largest component of two sides
    Float<W> scale_;           ///< a power of two: brings it to one, and what follows with it
    Vec<W> from_[3], side_[3]; ///< the edge from vertex i to the next one, from v0
    Float<W> square_[3], inverse_square_[3];
    Mask<W> has_area_;
    DoubleVec<W> n_; ///< a normal of the front, and the inverse of its length
    Float<W> inverse_length_;
    Vec<W> normal_;
    DoubleVec<W> towards_v1_, towards_v2_; ///< across the edge opposite the vertex
    Double<W> whole_;
};

} // namespace lanecast::LANECAST_ISA
