#pragma once

#include "isa/shapes/volumes/cores.hpp"

/// Where two polytopes touch: a point, a segment or a polygon in the plane that separates them.
namespace lanecast::LANECAST_ISA {

/// Points x with low <= normal x <= high; the normal has unit length.
template <int W>
struct Slab {
    DoubleVec<W> normal;
    Double<W> low, high;
};

/// The region of a plane that lies in up to eight slabs.
template <int W>
class ContactRegion {
public:
    /// @param plane      unit normal of the plane
    /// @param height     of the plane along its normal
    ContactRegion(const DoubleVec<W>& plane, Double<W> height) : plane_(plane), height_(height) {}

    void cut(const Slab<W>& slab) { slab_[count_++] = slab; }

    /// The point of the region that is nearest to a point.
    /// @param found  lanes that have a region
    [[nodiscard]] DoubleVec<W> nearest_to(const DoubleVec<W>& from, Mask<W>& found) const {
        const Double<W> zero = real<W>(0.0f), infinity = real<W>(1.0f) / zero;
        const DoubleVec<W> foot = from + plane_ * (height_ - dot(plane_, from));
        DoubleVec<W> best = foot;
        Double<W> best_square = infinity;
        Mask<W> is_inside = all_lanes<W>();
        for (int k = 0; k < count_; ++k)
            is_inside = is_inside & has(slab_[k], dot(slab_[k].normal, foot));
        for (int k = 0; k < count_; ++k) {
            const DoubleVec<W> across = slab_[k].normal - plane_ * dot(plane_, slab_[k].normal);
            const Double<W> square = dot(across, across);
            const Mask<W> is_line = real<W>(0x1p-48f) < square; // else it is parallel to the plane
            const Double<W> at_foot = dot(slab_[k].normal, foot), inverse = real<W>(1.0f) / square;
            for (const bool upper : {false, true}) {
                const Double<W> bound = upper ? slab_[k].high : slab_[k].low;
                const DoubleVec<W> nearest = foot + across * ((bound - at_foot) * inverse);
                Double<W> first = zero - infinity, last = infinity;
                const DoubleVec<W> along = cross(plane_, across);
                for (int m = 0; m < count_; ++m)
                    if (m != k)
                        clip(slab_[m], nearest, along, first, last);
                const Mask<W> exists = is_line & ~(last < first);
                const DoubleVec<W> point = nearest + along * clamped(zero, first, last);
                const DoubleVec<W> way = point - foot;
                const Double<W> own = dot(way, way);
                const Mask<W> nearer = exists & (own < best_square);
                best = select(nearer, point, best);
                best_square = select(nearer, own, best_square);
            }
        }
        found = is_inside | (best_square < infinity);
        return select(is_inside, foot, best);
    }

private:
    static Mask<W> has(const Slab<W>& slab, Double<W> at) {
        return ~(at < slab.low) & ~(slab.high < at);
    }
    /// Cuts the part of a line that lies in a slab.
    static void clip(const Slab<W>& slab, const DoubleVec<W>& point, const DoubleVec<W>& along,
                     Double<W>& first, Double<W>& last) {
        const Double<W> zero = real<W>(0.0f), infinity = real<W>(1.0f) / zero;
        const Double<W> at = dot(slab.normal, point), rate = dot(slab.normal, along);
        const Double<W> inverse = real<W>(1.0f) / rate;
        const Double<W> to_low = (slab.low - at) * inverse, to_high = (slab.high - at) * inverse;
        const Mask<W> back = rate < zero;
        const Mask<W> parallel = ~(dot(along, along) * real<W>(0x1p-48f) < rate * rate);
        const Mask<W> in = has(slab, at);
        first = maximum(first, select(parallel, select(in, zero - infinity, infinity),
                                      select(back, to_high, to_low)));
        last = minimum(last, select(parallel, select(in, infinity, zero - infinity),
                                    select(back, to_low, to_high)));
    }

    DoubleVec<W> plane_;
    Double<W> height_;
    Slab<W> slab_[8];
    int count_ = 0;
};

} // namespace lanecast::LANECAST_ISA
