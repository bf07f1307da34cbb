#pragma once

#include "isa/shapes/volumes/axes.hpp"
#include "isa/shapes/volumes/gaps.hpp"

/// Distances of segments from cylinders and cones. No closed form is known where the middle of a
/// segment is nearest to a rim, so the slope of the distance, which is convex along the segment, is
/// searched for its zero.
namespace lanecast::LANECAST_ISA {

/// Signed distance of a point, and the outward normal there.
template <int W>
struct RoundPoint {
    Double<W> distance;
    DoubleVec<W> normal;
};

/// In the half-plane of the axis and a point, a cylinder is a rectangle and a cone a triangle.
template <int W>
class RoundProfile {
public:
    explicit RoundProfile(const RoundCore<W>& core) : core_(core) {
        const Double<W> inverse =
            real<W>(1.0f) / sqrt(core.height * core.height + core.radius * core.radius);
        cosine_ = core.height * inverse;
        sine_ = core.radius * inverse;
        side_ = core.height * cosine_ + core.radius * sine_;
        spare_ = perpendicular_to(core.axis); // for points on the axis
    }

    [[nodiscard]] RoundPoint<W> at(const DoubleVec<W>& p) const {
        const Double<W> zero = real<W>(0.0f), one = real<W>(1.0f);
        const DoubleVec<W> from = p - core_.start;
        const Double<W> along = dot(from, core_.axis);
        const DoubleVec<W> across = from - core_.axis * along;
        const Double<W> aside = length_of(across);
        const DoubleVec<W> outward = select(zero < aside, across * (one / aside), spare_);
        const Flat flat = core_.is_cone ? in_triangle(along, aside) : in_rectangle(along, aside);
        return {flat.distance, core_.axis * flat.along + outward * flat.aside};
    }

    /// Calls visit() with the normals of all faces as they are nearest to a point.
    template <class Visit>
    void visit_normals(const DoubleVec<W>& p, Visit visit) const {
        const Double<W> zero = real<W>(0.0f), one = real<W>(1.0f);
        visit(at(p).normal);
        visit(core_.axis); // of the base or of a cap
        const DoubleVec<W> outward = outward_at(p);
        visit(core_.is_cone ? outward * cosine_ - core_.axis * sine_ : outward);
        visit(core_.is_cone ? core_.axis : core_.axis * (zero - one));
    }

    /// The largest projection on a unit vector.
    [[nodiscard]] Double<W> support(const DoubleVec<W>& n) const {
        const Double<W> zero = real<W>(0.0f), one = real<W>(1.0f);
        const Double<W> along = dot(n, core_.axis);
        const Double<W> rim = core_.radius * sqrt(maximum(one - along * along, zero));
        const Double<W> at_start = core_.is_cone ? zero : rim;
        return dot(n, core_.start) + maximum(at_start, along * core_.height + rim);
    }
    [[nodiscard]] const DoubleVec<W>& axis() const { return core_.axis; }

private:
    /// The direction from the axis to a point.
    [[nodiscard]] DoubleVec<W> outward_at(const DoubleVec<W>& p) const {
        const DoubleVec<W> from = p - core_.start,
                           across = from - core_.axis * dot(from, core_.axis);
        return select(real<W>(0.0f) < dot(across, across), unit_of(across), spare_);
    }

    struct Flat {
        Double<W> distance, along, aside; ///< and the normal
    };
    [[nodiscard]] Flat in_rectangle(Double<W> along, Double<W> aside) const {
        const Double<W> zero = real<W>(0.0f), one = real<W>(1.0f);
        const Double<W> past_rim = aside - core_.radius, above = along - core_.height;
        const Mask<W> is_low = above < zero - along;
        const Double<W> past_cap = select(is_low, zero - along, above);
        const Double<W> out = select(is_low, zero - one, one);
        const Double<W> x = maximum(past_cap, zero), y = maximum(past_rim, zero);
        const Double<W> distance = sqrt(x * x + y * y), inverse = one / distance;
        const Mask<W> is_outside = zero < distance, by_cap = past_rim < past_cap;
        return {select(is_outside, distance, maximum(past_cap, past_rim)),
                out * select(is_outside, x * inverse, select(by_cap, one, zero)),
                select(is_outside, y * inverse, select(by_cap, zero, one))};
    }
    [[nodiscard]] Flat in_triangle(Double<W> along, Double<W> aside) const {
        const Double<W> zero = real<W>(0.0f), one = real<W>(1.0f);
        const Double<W> past_side = aside * cosine_ - along * sine_,
                        past_base = along - core_.height;
        const Mask<W> is_inside = ~(zero < past_side) & ~(zero < past_base);
        const Mask<W> by_base = past_side < past_base;
        // From the nearest points of the side and of the base.
        const Double<W> down = clamped(along * cosine_ + aside * sine_, zero, side_);
        const Double<W> side_along = along - down * cosine_, side_aside = aside - down * sine_,
                        base_aside = aside - minimum(aside, core_.radius);
        const Double<W> side_square = side_along * side_along + side_aside * side_aside,
                        base_square = past_base * past_base + base_aside * base_aside;
        const Mask<W> base_nearer = base_square < side_square;
        const Double<W> distance = sqrt(select(base_nearer, base_square, side_square)),
                        inverse = one / distance;
        // On the boundary within rounding error, the normal is that of a face.
        const Mask<W> by_face = is_inside | ~(zero < distance);
        return {select(is_inside, maximum(past_side, past_base), distance),
                select(by_face, select(by_base, one, zero - sine_),
                       inverse * select(base_nearer, past_base, side_along)),
                select(by_face, select(by_base, zero, cosine_),
                       inverse * select(base_nearer, base_aside, side_aside))};
    }

    RoundCore<W> core_;
    DoubleVec<W> spare_;
    Double<W> cosine_, sine_, side_;
};

/// The nearest point of a segment, by its share, with the signed distance there.
template <int W>
struct RoundGap {
    RoundPoint<W> point;
    Double<W> share;
};

/// A turn in a plane: the cosine and the sine of its angle.
template <int W>
struct Turn {
    Double<W> c, s;
    [[nodiscard]] Turn by(Double<W> other_c, Double<W> other_s) const {
        return {c * other_c - s * other_s, c * other_s + s * other_c};
    }
};

template <int W>
class GapToRound {
public:
    GapToRound(const DoubleVec<W>& way, const RoundCore<W>& core)
        : profile_(core), way_(way), rounding_((core.extent() + size_of(way)) * real<W>(0x1p-44f)) {
    }

    /// By false position after Illinois (Dowell and Jarratt, 1971), with a bisection every other
    /// step: near a rim the slope is almost a step.
    [[nodiscard]] RoundGap<W> from(const DoubleVec<W>& start) const {
        constexpr int most_slopes = 100;
        const Double<W> zero = real<W>(0.0f), one = real<W>(1.0f), half = real<W>(0.5f);
        const auto at = [&](Double<W> share) { return profile_.at(start + way_ * share); };
        const auto slope = [&](const RoundPoint<W>& p) { return dot(way_, p.normal); };
        Double<W> low = zero, high = one;
        RoundGap<W> answer = {at(low), low};
        const RoundPoint<W> end = at(high);
        Double<W> low_slope = slope(answer.point), high_slope = slope(end);
        const Mask<W> rises = ~(low_slope < zero), falls = ~rises & ~(zero < high_slope);
        answer.point.distance = select(falls, end.distance, answer.point.distance);
        answer.point.normal = select(falls, end.normal, answer.point.normal);
        answer.share = select(falls, high, answer.share);
        Mask<W> open = ~rises & ~falls;
        const Double<W> length = size_of(way_);
        for (int step = 0; step < most_slopes && open.any(); ++step) {
            const Double<W> secant = low + (high - low) * (low_slope / (low_slope - high_slope));
            const Double<W> share =
                step % 2 == 1 ? (low + high) * half : clamped(secant, low, high);
            const RoundPoint<W> here = at(share);
            const Double<W> now = slope(here);
            const Mask<W> down = open & (now < zero), up = open & (zero < now);
            answer.point.distance = select(open, here.distance, answer.point.distance);
            answer.point.normal = select(open, here.normal, answer.point.normal);
            answer.share = select(open, share, answer.share);
            low = select(down, share, low);
            high_slope = select(down, high_slope * half, high_slope);
            low_slope = select(down, now, select(up, low_slope * half, low_slope));
            high = select(up, share, high);
            high_slope = select(up, now, high_slope);
            open = (down | up) & (rounding_ < (high - low) * length);
        }
        return answer;
    }

    /// The shortest way out of a cylinder or cone that the segment crosses. Either one end
    /// determines it, or the direction is perpendicular to the segment: among these, it is
    /// searched.
    [[nodiscard]] WayOut<W> way_out(const DoubleVec<W>& start) const {
        constexpr int directions = 32, refinements = 40;
        const Double<W> zero = real<W>(0.0f), one = real<W>(1.0f), half = real<W>(0.5f);
        const DoubleVec<W> end = start + way_;
        WayOut<W> out = {one / zero, {zero, zero, zero}, no_lanes<W>()};
        const auto depth = [&](const DoubleVec<W>& n) {
            return profile_.support(n) - minimum(dot(n, start), dot(n, end));
        };
        const auto offer = [&](const DoubleVec<W>& n, Mask<W> may = all_lanes<W>()) {
            const Double<W> own = depth(n);
            const Mask<W> is_less = may & (own < out.depth);
            out.depth = select(is_less, own, out.depth);
            out.normal = select(is_less, n, out.normal);
        };
        for (const DoubleVec<W>& place : {start, end})
            profile_.visit_normals(place, offer);
        // Two unit vectors perpendicular to the segment, the first one also to the axis.
        const DoubleVec<W> unit = unit_of(way_), across = cross(unit, profile_.axis());
        const Mask<W> parallel = dot(across, across) < real<W>(least_axis * least_axis);
        const DoubleVec<W> first = select(parallel, perpendicular_to(unit), unit_of(across));
        const DoubleVec<W> second = cross(unit, first);
        const auto along = [&](const Turn<W>& turn) { return first * turn.c + second * turn.s; };
        Turn<W> turn[directions];
        Double<W> sample[directions];
        turn[0] = {one, zero};
        const Double<W> sine = real<W>(0.19509032f), cosine = sqrt(one - sine * sine); // a 32nd
        for (int i = 0; i < directions; ++i) {
            if (i != 0)
                turn[i] = turn[i - 1].by(cosine, sine);
            sample[i] = depth(along(turn[i]));
        }
        // There are several local minima: two of a cap, and some at each rim.
        for (int i = 0; i < directions; ++i) {
            const Mask<W> is_least = ~(sample[(i + 1) % directions] < sample[i]) &
                                     ~(sample[(i + directions - 1) % directions] < sample[i]);
            if (!is_least.any())
                continue;
            Turn<W> best = turn[i];
            Double<W> least = sample[i], step = sine;
            for (int k = 0; k < refinements; ++k, step = step * half)
                for (const bool backward : {false, true}) {
                    const Turn<W> other =
                        best.by(sqrt(one - step * step), backward ? zero - step : step);
                    const Double<W> own = depth(along(other));
                    const Mask<W> is_less = own < least;
                    least = select(is_less, own, least);
                    best = {select(is_less, other.c, best.c), select(is_less, other.s, best.s)};
                }
            offer(unit_of(along(best)), is_least);
        }
        out.depth = maximum(out.depth, zero);
        return out;
    }

private:
    RoundProfile<W> profile_;
    DoubleVec<W> way_;
    Double<W> rounding_;
};

} // namespace lanecast::LANECAST_ISA
