#pragma once

#include "isa/exact/separation.hpp"

namespace lanecast::LANECAST_ISA {

/// Distances from a triangle in double, relative to v0. Products of differences of floats stay in
/// the range of doubles, so nothing is scaled. A triangle without area is represented by its edges.
template <int W>
class ExactTriangle {
public:
    ExactTriangle(Vec<W> v0, Vec<W> v1, Vec<W> v2, Mask<W> has_area)
        : v0_(v0), has_area_(has_area) {
        const Double<W> one(Float<W>(1.0f));
        const DoubleVec<W> zero = v0_ - v0_;
        corner_[0] = zero;
        corner_[1] = DoubleVec<W>(v1) - v0_;
        corner_[2] = DoubleVec<W>(v2) - v0_;
        for (int i = 0; i < 3; ++i) {
            side_[i] = corner_[(i + 1) % 3] - corner_[i];
            inverse_square_[i] = one / dot(side_[i], side_[i]);
        }
        const DoubleVec<W> area = cross(corner_[1], corner_[2]);
        const Double<W> none(Float<W>(0.0f));
        front_ =
            select(has_area_, area * (one / sqrt(dot(area, area))), DoubleVec<W>{none, none, one});
    }

    [[nodiscard]] DoubleVec<W> place(Vec<W> center) const { return DoubleVec<W>(center) - v0_; }
    [[nodiscard]] DoubleVec<W> course(Vec<W> direction) const { return DoubleVec<W>(direction); }
    [[nodiscard]] Vec<W> out(const DoubleVec<W>& direction) const { return narrow(direction); }
    [[nodiscard]] Vec<W> point_out(const DoubleVec<W>& point) const { return narrow(point + v0_); }

    [[nodiscard]] Separation<W> nearest(const DoubleVec<W>& p) const {
        const Double<W> zero(Float<W>(0.0f)), one(Float<W>(1.0f));
        Mask<W> in_face = has_area_;
        DoubleVec<W> away;
        Double<W> square = one / zero;
        for (int i = 0; i < 3; ++i) {
            const DoubleVec<W> from_corner = p - corner_[i];
            in_face = in_face & ~(dot(cross(front_, side_[i]), from_corner) < zero);
            // If a side has no length, the share is NaN, which minimum() and maximum() drop.
            const Double<W> share = dot(from_corner, side_[i]) * inverse_square_[i];
            const DoubleVec<W> from_side =
                from_corner - side_[i] * minimum(maximum(share, zero), one);
            const Double<W> own = dot(from_side, from_side);
            const Mask<W> nearer = own < square;
            away = select(nearer, from_side, away);
            square = select(nearer, own, square);
        }
        const Double<W> distance = sqrt(square);
        const Mask<W> touches = ~(zero < distance);
        const Separation<W> from_edge = {distance,
                                         select(touches, front_, away * (one / distance))};
        return select(in_face, above_plane(p), from_edge);
    }

    /// As nearest(), but a point no farther away than `near` counts as in front of the triangle.
    [[nodiscard]] Separation<W> nearest_at_start(const DoubleVec<W>& p, Double<W> near) const {
        const Separation<W> nearest_now = nearest(p);
        const Mask<W> is_front = has_area_ & ~(near < nearest_now.distance);
        return select(is_front, {dot(front_, p), front_}, nearest_now);
    }

    [[nodiscard]] HoldingFace<W> face_above(const DoubleVec<W>& p, Double<W> least,
                                            const DoubleVec<W>& course) const {
        const Double<W> zero(Float<W>(0.0f));
        const Separation<W> plane = above_plane(p);
        const Mask<W> exists = has_area_ & ~(plane.distance < least);
        return {exists, exists & ~(dot(plane.normal, course) < zero), plane};
    }

private:
    [[nodiscard]] Separation<W> above_plane(const DoubleVec<W>& p) const {
        const Double<W> zero(Float<W>(0.0f)), height = dot(front_, p);
        const Mask<W> behind = height < zero;
        const DoubleVec<W> back = (front_ - front_) - front_;
        return {absolute(height), select(behind, back, front_)};
    }

    DoubleVec<W> v0_;
    Mask<W> has_area_;
    DoubleVec<W> corner_[3], side_[3]; ///< the side from corner i to the next one
    Double<W> inverse_square_[3];
    DoubleVec<W> front_; ///< unit normal of the front
};

} // namespace lanecast::LANECAST_ISA
