#pragma once

#include "isa/shapes/volumes/cores.hpp"

/// Distances of segments from the cores of shapes, in double.
namespace lanecast::LANECAST_ISA {

/// The points of a segment and of a core that are nearest to each other.
template <int W>
struct Gap {
    DoubleVec<W> away; ///< from the core's point to the segment's; 0 if they cross
    Double<W> share;   ///< of the segment, from 0 to 1
    Double<W> square;  ///< squared length of `away`

    Gap() = default;
    Gap(const DoubleVec<W>& way, Double<W> at) : away(way), share(at), square(dot(way, way)) {}

    void take(const Gap& other, Mask<W> may) {
        const Mask<W> nearer = may & (other.square < square);
        away = select(nearer, other.away, away);
        share = select(nearer, other.share, share);
        square = select(nearer, other.square, square);
    }
};

/// Two segments. Ericson, Real-Time Collision Detection, 5.1.9. If they are almost parallel, the
/// share is arbitrary where they are equally near within 2^-26 of their lengths.
/// @param inverse_square  1 / ours.way^2; infinite if it is a point
template <int W>
LANECAST_INLINE inline Gap<W> gap_of(const SegmentCore<W>& ours, Double<W> inverse_square,
                                     const SegmentCore<W>& other, Double<W> other_inverse_square) {
    const Double<W> zero = real<W>(0.0f), one = real<W>(1.0f);
    const DoubleVec<W> from = ours.start - other.start;
    const Double<W> together = dot(ours.way, other.way), ours_along = dot(ours.way, from),
                    other_along = dot(other.way, from);
    // Quotients by 0 are NaN or infinite, and clamped to a share.
    const Double<W> by_other = together * other_inverse_square;
    const Double<W> across = dot(ours.way, ours.way) - together * by_other;
    const Double<W> free = clamped((by_other * other_along - ours_along) / across, zero, one);
    const Double<W> at_other =
        clamped((together * free + other_along) * other_inverse_square, zero, one);
    const Double<W> share = clamped((together * at_other - ours_along) * inverse_square, zero, one);
    const Double<W> other_share =
        clamped((together * share + other_along) * other_inverse_square, zero, one);
    return {from + ours.way * share - other.way * other_share, share};
}

template <int W>
Double<W> inverse_square_of(const DoubleVec<W>& a) {
    return real<W>(1.0f) / dot(a, a);
}

/// A segment, measured from places along a path.
template <int W>
class GapToSegment {
public:
    GapToSegment(const DoubleVec<W>& way, const SegmentCore<W>& core)
        : core_(core), way_(way), inverse_square_(inverse_square_of(way)),
          core_inverse_square_(inverse_square_of(core.way)) {}

    [[nodiscard]] Gap<W> from(const DoubleVec<W>& start) const {
        return gap_of({start, way_}, inverse_square_, core_, core_inverse_square_);
    }

private:
    SegmentCore<W> core_;
    DoubleVec<W> way_;
    Double<W> inverse_square_, core_inverse_square_;
};

template <int W>
class GapToTriangle {
public:
    GapToTriangle(const DoubleVec<W>& way, const TriangleCore<W>& core)
        : core_(core), way_(way), inverse_square_(inverse_square_of(way)) {
        for (int i = 0; i < 3; ++i) {
            side_[i] = core.side(i);
            side_inverse_square_[i] = inverse_square_of(side_[i]);
        }
        const DoubleVec<W> area = cross(side_[0], side_[1]);
        has_area_ = real<W>(0.0f) < dot(area, area);
        front_ = select(has_area_, unit_of(area), area);
        for (int i = 0; i < 3; ++i)
            inward_[i] = cross(front_, side_[i]);
    }

    [[nodiscard]] Gap<W> from(const DoubleVec<W>& start) const {
        const Double<W> zero = real<W>(0.0f), one = real<W>(1.0f);
        const SegmentCore<W> ours = {start, way_};
        Gap<W> gap = of_side(ours, 0);
        gap.take(of_side(ours, 1), all_lanes<W>());
        gap.take(of_side(ours, 2), all_lanes<W>());
        const DoubleVec<W> end = start + way_;
        const Double<W> start_height = dot(start - core_.corner[0], front_),
                        end_height = dot(end - core_.corner[0], front_);
        gap.take({front_ * start_height, zero}, is_above(start));
        gap.take({front_ * end_height, one}, is_above(end));
        // Crossing: the ends are on different sides.
        const Mask<W> across = start_height * end_height < zero;
        const Double<W> share = start_height / (start_height - end_height);
        gap.take({{zero, zero, zero}, share}, across & is_above(start + way_ * share));
        return gap;
    }

private:
    [[nodiscard]] Gap<W> of_side(const SegmentCore<W>& ours, int i) const {
        return gap_of(ours, inverse_square_, {core_.corner[i], side_[i]}, side_inverse_square_[i]);
    }
    /// Whether the nearest point of the triangle's plane is in the triangle.
    [[nodiscard]] Mask<W> is_above(const DoubleVec<W>& p) const {
        const Double<W> zero = real<W>(0.0f);
        Mask<W> above = has_area_;
        for (int i = 0; i < 3; ++i)
            above = above & ~(dot(inward_[i], p - core_.corner[i]) < zero);
        return above;
    }

    TriangleCore<W> core_;
    DoubleVec<W> way_, side_[3], front_, inward_[3];
    Double<W> inverse_square_, side_inverse_square_[3];
    Mask<W> has_area_;
};

/// A box. Along the segment, the squared distance from a box is convex, and its slope is linear
/// between the planes of the faces.
template <int W>
class GapToCuboid {
public:
    GapToCuboid(const DoubleVec<W>& way, const CuboidCore<W>& core)
        : core_(core), way_(inward(way)) {}

    [[nodiscard]] Gap<W> from(const DoubleVec<W>& start) const {
        const DoubleVec<W> from = inward(start - core_.middle);
        const Double<W> zero = real<W>(0.0f), one = real<W>(1.0f);
        Double<W> low = zero, high = one, low_slope = slope(from, zero),
                  high_slope = slope(from, one);
        const auto cut = [&](Double<W> at, Double<W> way, Double<W> plane) {
            const Double<W> share = clamped((plane - at) / way, zero, one);
            const Double<W> here = slope(from, share);
            const Mask<W> falls = (here < zero) & (low < share),
                          rises = (zero < here) & (share < high);
            low = select(falls, share, low);
            low_slope = select(falls, here, low_slope);
            high = select(rises, share, high);
            high_slope = select(rises, here, high_slope);
            // Where the slope is 0, the distance is least.
            const Mask<W> is_least = ~(here < zero) & ~(zero < here);
            low = select(is_least, share, low);
            high = select(is_least, share, high);
            low_slope = select(is_least, zero, low_slope);
            high_slope = select(is_least, zero, high_slope);
        };
        for (const bool upper : {false, true}) {
            const auto plane = [&](int i) { return upper ? core_.half[i] : zero - core_.half[i]; };
            cut(from.x, way_.x, plane(0));
            cut(from.y, way_.y, plane(1));
            cut(from.z, way_.z, plane(2));
        }
        const Double<W> between =
            clamped(low + (high - low) * (low_slope / (low_slope - high_slope)), low, high);
        const Double<W> share =
            select(low_slope < zero, select(zero < high_slope, between, high), low);
        const DoubleVec<W> away = outside(from + way_ * share);
        return {core_.axis[0] * away.x + core_.axis[1] * away.y + core_.axis[2] * away.z, share};
    }

private:
    /// In the frame of the box.
    [[nodiscard]] DoubleVec<W> inward(const DoubleVec<W>& a) const {
        return {dot(a, core_.axis[0]), dot(a, core_.axis[1]), dot(a, core_.axis[2])};
    }
    [[nodiscard]] DoubleVec<W> outside(const DoubleVec<W>& p) const {
        const Double<W> zero = real<W>(0.0f);
        const auto past = [&](Double<W> a, Double<W> half) {
            return a - minimum(maximum(a, zero - half), half);
        };
        return {past(p.x, core_.half[0]), past(p.y, core_.half[1]), past(p.z, core_.half[2])};
    }
    [[nodiscard]] Double<W> slope(const DoubleVec<W>& from, Double<W> share) const {
        return dot(way_, outside(from + way_ * share));
    }

    CuboidCore<W> core_;
    DoubleVec<W> way_;
};

} // namespace lanecast::LANECAST_ISA
