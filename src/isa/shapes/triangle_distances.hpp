#pragma once

#include "isa/geometry/nearest.hpp"

namespace lanecast::LANECAST_ISA {

/// A triangle with precomputed values for its distances from points. Decisions are made in double:
/// in slivers and needles, the sides almost coincide, but the feet of a far point on them do not.
template <int W>
class TriangleDistances {
public:
    /// Number of sizes beyond which nearest_from_afar() computes distances, because a mesh may be
    /// far away and finely tessellated. The margins of box tests depend on it: space_of().
    static constexpr float far_sizes = 0x1p8f;

    TriangleDistances(Vec<W> v0, Vec<W> v1, Vec<W> v2, Mask<W> has_area) {
        const Vec<W> a = v1 - v0, b = v2 - v0;
        size_ = size_bits(a, b);
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
        // In a triangle with so small an area, no point is farther than 2^-50 from an edge.
        has_area_ = has_area & (area_to_one < 0x1p100f);
        n_ = area * Double<W>(area_to_one);
        const Vec<W> rounded = narrow(n_);
        inverse_length_ = Float<W>(1.0f) / sqrt(dot(rounded, rounded));
        normal_ = rounded * inverse_length_;
        towards_v1_ = cross(v, n_);
        towards_v2_ = cross(n_, u);
        whole_ = dot(n_, area) * Double<W>(inverse_of_scale(scale_));
    }

    /// Bits of the largest component of two sides.
    static Int<W> size_bits(Vec<W> a, Vec<W> b) {
        return signed_max(largest_magnitude_bits(a), largest_magnitude_bits(b));
    }
    /// Whether a point, relative to v0, is more than far_sizes sizes away.
    static Mask<W> is_far(Vec<W> from, Int<W> size) {
        static_assert(far_sizes == 0x1p8f);
        const Int<W> far_exponent(8u << 23); // exponent of 2^8
        return signed_greater(largest_magnitude_bits(from) - far_exponent, size);
    }
    [[nodiscard]] Mask<W> is_far(Vec<W> from) const { return is_far(from, size_); }

    /// The nearest point to a far point, relative to v0. All lengths of the order of the distance
    /// are in double, so the result is off by the final rounding of the distance and by a few
    /// rounding errors of the triangle's size. Floats hardly resolve where on an edge the nearest
    /// point is, but this changes the distance only in second order.
    [[nodiscard]] LANECAST_APART Nearest<W> nearest_from_afar(Vec<W> place, Vec<W> v0) const {
        const Float<W> zero(0.0f), one(1.0f);
        const Float<W> scale = scale_to_one(signed_max(largest_magnitude_bits(place - v0), size_));
        const Float<W> inverse = inverse_of_scale(scale);
        const DoubleVec<W> q = (DoubleVec<W>(place) - DoubleVec<W>(v0)) * Double<W>(scale);
        const Sides outside(*this, q, scale);

        const Float<W> to_own = to_own_from(scale);
        const Double<W> to_q(own_to(scale));
        // Along the side from v1 to v2, it is the difference of both.
        const Double<W> on_v1 = dot(q, DoubleVec<W>(from_[1])),
                        on_v2 = dot(q, DoubleVec<W>(from_[2]));
        const Float<W> along[3] = {narrow(on_v1),
                                   narrow(on_v2 - on_v1) - dot(from_[1], side_[1]) * own_to(scale),
                                   square_[2] * own_to(scale) - narrow(on_v2)};
        Float<W> share[3];
        for (int i = 0; i < 3; ++i)
            share[i] = min(max(along[i] * inverse_square_[i] * to_own, zero), one);
        const Edge edge(*this, outside, share);
        const Vec<W> point = edge.from + edge.side * edge.share;
        const DoubleVec<W> away = q - DoubleVec<W>(point) * to_q;
        const Double<W> square = dot(away, away);
        const Float<W> length = rounded_root(square);

        // One step of Newton's method makes the inverse length of the normal as precise as doubles.
        const Double<W> rough(inverse_length_), half(Float<W>(0.5f)), more(Float<W>(1.5f));
        const Double<W> exact = rough * (more - half * (dot(n_, n_) * (rough * rough)));
        const Double<W> height = dot(n_, q) * exact;
        const Float<W> up = narrow(height);
        const Vec<W> foot = narrow(q - n_ * (height * exact)) * inverse;

        const Mask<W> in_face = has_area_ & outside.none();
        return {
            select(in_face, abs(up), length) * inverse,
            select(in_face, foot, point * inverse_of_scale(scale_)),
            select(in_face, select(up < zero, -normal_, normal_), narrow(away) * (one / length))};
    }

    /// The nearest point: on the face if p is right above it, otherwise on an edge that p is
    /// outside of.
    [[nodiscard]] Nearest<W> nearest(Vec<W> point) const {
        // Scaled by a power of two, so that no square leaves the range of floats.
        const Float<W> scale = scale_to_one(signed_max(largest_magnitude_bits(point), size_));
        const Float<W> inverse = inverse_of_scale(scale);
        const Vec<W> p = point * scale;

        const DoubleVec<W> q(p);
        const Float<W> zero(0.0f);
        const Sides outside(*this, q, scale);
        const Float<W> height = narrow(dot(n_, q)) * inverse_length_;

        const Vec<W> from_edge = away_from_edges(p, scale, outside);
        const Polar<W> away = polar(from_edge);
        const Mask<W> in_face = has_area_ & (outside.none() | (away.length <= zero));
        return {select(in_face, abs(height), away.length) * inverse,
                (p - select(in_face, normal_ * height, from_edge)) * inverse,
                select(in_face, select(height < zero, -normal_, normal_), away.unit)};
    }

private:
    /// Whether a point is outside of each edge: from vertex 0 to 1, 1 to 2, 2 to 0.
    struct Sides {
        Mask<W> of[3];

        /// @param q  the point relative to v0, scaled by `scale`, a power of two
        Sides(const TriangleDistances& t, const DoubleVec<W>& q, Float<W> scale) {
            const Double<W> of_v1 = dot(t.towards_v1_, q), of_v2 = dot(t.towards_v2_, q);
            const Double<W> of_v0 = t.whole_ * Double<W>(scale) - of_v1 - of_v2;
            const Float<W> zero(0.0f);
            of[0] = narrow(of_v2) < zero;
            of[1] = narrow(of_v0) < zero;
            of[2] = narrow(of_v1) < zero;
        }
        [[nodiscard]] Mask<W> none() const { return ~of[0] & ~of[1] & ~of[2]; }
    };

    /// The edge nearest to p, and the nearest point on it. If p is outside of two edges, it is
    /// nearest to the earlier one, unless it is beyond the end of that edge. A triangle without
    /// area is represented by its longest edge.
    struct Edge {
        Vec<W> from, side;
        Float<W> inverse_square, share;

        Edge(const TriangleDistances& t, const Sides& outside, const Float<W> (&share_of)[3]) {
            const Float<W> zero(0.0f), one(1.0f);
            const Mask<W> first = outside.of[0] & ~(outside.of[1] & (share_of[0] >= one)) &
                                  ~(outside.of[2] & (share_of[2] < one));
            const Mask<W> second = outside.of[1] & ~(outside.of[2] & (share_of[1] >= one));
            const Float<W>* const square = t.square_;
            const Mask<W> first_is_longest = (square[0] >= square[1]) & (square[0] >= square[2]);
            const Mask<W> on_first = (t.has_area_ & first) | (~t.has_area_ & first_is_longest);
            const Mask<W> on_second =
                (t.has_area_ & second) | (~t.has_area_ & (square[1] >= square[2]));
            const auto nearest = [&](const auto* of) {
                return select(on_first, of[0], select(on_second, of[1], of[2]));
            };
            from = nearest(t.from_);
            side = nearest(t.side_);
            inverse_square = nearest(t.inverse_square_);
            share = nearest(share_of);
        }
    };

    /// Vector from the nearest point of the edges to p.
    [[nodiscard]] Vec<W> away_from_edges(Vec<W> p, Float<W> scale, const Sides& outside) const {
        const Float<W> zero(0.0f), one(1.0f);
        const Float<W> to_p = own_to(scale), to_own = to_own_from(scale);
        Float<W> share[3];
        for (int i = 0; i < 3; ++i) {
            const Float<W> along = dot(p - from_[i] * to_p, side_[i]) * inverse_square_[i];
            share[i] = min(max(along * to_own, zero), one);
        }
        const Edge edge(*this, outside, share);
        const Vec<W> away = p - edge.from * to_p - edge.side * (edge.share * to_p);
        // By rounding, it is not quite perpendicular to the edge, which matters near the edge.
        const Vec<W> across = away - edge.side * (dot(away, edge.side) * edge.inverse_square);
        return select((edge.share > zero) & (edge.share < one), across, away);
    }

    /// Square root in float, as if rounded once.
    static Float<W> rounded_root(Double<W> square) {
        const Float<W> root = sqrt(narrow(square));
        const Double<W> near(root), half_inverse(Float<W>(0.5f) / root);
        return narrow(near + (square - near * near) * half_inverse);
    }

    /// Factor from the triangle's lengths to lengths scaled by `scale`, which is not larger than
    /// scale_, and back.
    [[nodiscard]] Float<W> own_to(Float<W> scale) const { return inverse_of_scale(scale_) * scale; }
    [[nodiscard]] Float<W> to_own_from(Float<W> scale) const {
        return scale_ * inverse_of_scale(scale);
    }

    Int<W> size_;    ///< size_bits()
    Float<W> scale_; ///< power of two that scales the size to one; applied to the members below
    Vec<W> from_[3], side_[3]; ///< edge from vertex i to the next one; starts are relative to v0
    Float<W> square_[3], inverse_square_[3];
    Mask<W> has_area_;
    DoubleVec<W> n_; ///< a normal of the front, not of unit length, and 1 / its length
    Float<W> inverse_length_;
    Vec<W> normal_;
    DoubleVec<W> towards_v1_, towards_v2_; ///< perpendicular to the edge opposite the vertex
    Double<W> whole_;
};

} // namespace lanecast::LANECAST_ISA
