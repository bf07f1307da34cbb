#pragma once

#include "isa/exact/separation.hpp"

namespace lanecast::LANECAST_ISA {

/// Distances from a box in double, in the box's frame, relative to its middle.
template <int W>
class ExactBox {
public:
    /// @param axes  the columns of its rotation, of unit length
    ExactBox(const DoubleVec<W>& middle, const DoubleVec<W>& half, const DoubleVec<W> (&axes)[3])
        : middle_(middle), half_(half), axes_{axes[0], axes[1], axes[2]} {}

    [[nodiscard]] DoubleVec<W> place(Vec<W> center) const {
        return turned_back(DoubleVec<W>(center) - middle_);
    }
    [[nodiscard]] DoubleVec<W> course(Vec<W> direction) const {
        return turned_back(DoubleVec<W>(direction));
    }
    [[nodiscard]] Vec<W> out(const DoubleVec<W>& direction) const {
        return narrow(turned(direction));
    }
    [[nodiscard]] Vec<W> point_out(const DoubleVec<W>& point) const {
        return narrow(turned(point) + middle_);
    }

    [[nodiscard]] Separation<W> nearest(const DoubleVec<W>& p) const {
        const Double<W> zero(Float<W>(0.0f)), one(Float<W>(1.0f));
        const DoubleVec<W> high = heights(p);
        const auto outside = [&](Double<W> height, Double<W> at) {
            const Double<W> away = maximum(height, zero);
            return select(at < zero, zero - away, away);
        };
        const DoubleVec<W> away = {outside(high.x, p.x), outside(high.y, p.y),
                                   outside(high.z, p.z)};
        const Double<W> distance = sqrt(dot(away, away));
        return select(zero < distance, {distance, away * (one / distance)}, highest(p, high));
    }
    [[nodiscard]] Separation<W> nearest_at_start(const DoubleVec<W>& p, Double<W>) const {
        return nearest(p);
    }

    [[nodiscard]] HoldingFace<W> face_above(const DoubleVec<W>& p, Double<W> least,
                                            const DoubleVec<W>& course) const {
        const Double<W> zero(Float<W>(0.0f));
        const DoubleVec<W> high = heights(p);
        const Separation<W> plane = highest(p, high);
        const auto recedes = [&](Double<W> height, Double<W> at, Double<W> along) {
            const Double<W> outward = select(at < zero, zero - along, along);
            return ~(height < least) & ~(outward < zero);
        };
        return {~(plane.distance < least),
                recedes(high.x, p.x, course.x) | recedes(high.y, p.y, course.y) |
                    recedes(high.z, p.z, course.z),
                plane};
    }

private:
    /// Heights of a point above the planes of the three faces on its side.
    [[nodiscard]] DoubleVec<W> heights(const DoubleVec<W>& p) const {
        return DoubleVec<W>{absolute(p.x), absolute(p.y), absolute(p.z)} - half_;
    }
    /// The one of these faces whose plane is farthest below the point.
    [[nodiscard]] static Separation<W> highest(const DoubleVec<W>& p, const DoubleVec<W>& high) {
        const Double<W> zero(Float<W>(0.0f)), one(Float<W>(1.0f));
        const Mask<W> x = ~(high.x < high.y) & ~(high.x < high.z), y = ~x & ~(high.y < high.z),
                      z = ~x & ~y;
        // If the point is exactly in the middle of a flat box, the lower face is taken.
        const auto axis = [&](Mask<W> is_this, Double<W> at) {
            return select(is_this, select(zero < at, one, zero - one), zero);
        };
        return {maximum(high.x, maximum(high.y, high.z)),
                {axis(x, p.x), axis(y, p.y), axis(z, p.z)}};
    }
    [[nodiscard]] DoubleVec<W> turned_back(const DoubleVec<W>& a) const {
        return {dot(a, axes_[0]), dot(a, axes_[1]), dot(a, axes_[2])};
    }
    [[nodiscard]] DoubleVec<W> turned(const DoubleVec<W>& a) const {
        return axes_[0] * a.x + axes_[1] * a.y + axes_[2] * a.z;
    }

    DoubleVec<W> middle_, half_, axes_[3];
};

/// The box of an aabb, whose axes are those of the world.
template <int W>
ExactBox<W> exact_aabb(Vec<W> lo, Vec<W> hi) {
    const Double<W> zero(Float<W>(0.0f)), one(Float<W>(1.0f)), half(Float<W>(0.5f));
    const DoubleVec<W> axes[3] = {{one, zero, zero}, {zero, one, zero}, {zero, zero, one}};
    const DoubleVec<W> low(lo), high(hi);
    return {(low + high) * half, (high - low) * half, axes};
}

} // namespace lanecast::LANECAST_ISA
