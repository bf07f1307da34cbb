#pragma once

#include "isa/exact/separation.hpp"

namespace lanecast::LANECAST_ISA {

/// Distances from a half-space in double, in world coordinates.
template <int W>
class ExactPlane {
public:
    ExactPlane(Vec<W> normal, Float<W> offset) {
        const DoubleVec<W> n(normal);
        const Double<W> inverse = Double<W>(Float<W>(1.0f)) / sqrt(dot(n, n));
        normal_ = n * inverse;
        offset_ = Double<W>(offset) * inverse;
    }

    [[nodiscard]] DoubleVec<W> place(Vec<W> center) const { return DoubleVec<W>(center); }
    [[nodiscard]] DoubleVec<W> course(Vec<W> direction) const { return DoubleVec<W>(direction); }
    [[nodiscard]] Vec<W> out(const DoubleVec<W>& direction) const { return narrow(direction); }
    [[nodiscard]] Vec<W> point_out(const DoubleVec<W>& point) const { return narrow(point); }

    [[nodiscard]] Separation<W> nearest(const DoubleVec<W>& p) const {
        return {dot(normal_, p) - offset_, normal_};
    }
    [[nodiscard]] Separation<W> nearest_at_start(const DoubleVec<W>& p, Double<W>) const {
        return nearest(p);
    }
    /// No face: nearest() already returns the plane itself.
    [[nodiscard]] HoldingFace<W> face_above(const DoubleVec<W>& p, Double<W>,
                                            const DoubleVec<W>&) const {
        const Mask<W> none = no_lanes<W>();
        return {none, none, nearest(p)};
    }

private:
    DoubleVec<W> normal_;
    Double<W> offset_;
};

} // namespace lanecast::LANECAST_ISA
