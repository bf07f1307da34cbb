#pragma once

#include "isa/shapes/volumes/axes.hpp"
#include "isa/shapes/volumes/gaps.hpp"

/// First touches of moving volumes: what casts find, and Newton's method on the distance.
namespace lanecast::LANECAST_ISA {

/// The first touch of a moving volume with a shape.
template <int W>
struct VolumeTouch {
    Mask<W> hit;         ///< after the start
    Mask<W> starts;      ///< they overlap at the start
    Double<W> s;         ///< the parameter of the course; 0 unless `hit`
    DoubleVec<W> normal; ///< unit length, from the shape to the volume; set where `hit`
};

template <int W>
VolumeTouch<W> reversed(const VolumeTouch<W>& touch) {
    return {touch.hit, touch.starts, touch.s, negative(touch.normal)};
}

/// The path of a volume, with the errors that count as rounding: docs/semantics.md allows 16 e s,
/// and `extent` is at most s.
/// @param last  parameter at which the path ends
template <int W>
CoursePath<W> course_path(const DoubleVec<W>& course, Double<W> last, Double<W> extent) {
    // After this way, the bodies have passed each other.
    const Double<W> passed = real<W>(8.0f) * extent / size_of(course);
    return {course, minimum(passed, last), tolerance_of(extent)};
}
/// Distance up to which a volume without inside touches another one.
template <int W>
Double<W> least_reach(Double<W> extent) {
    return extent * real<W>(0x1p-21f); // 4 e
}

/// Whether bodies at this distance overlap. Those without inside cross at a distance that is
/// nothing but the rounding error of doubles.
template <int W>
Mask<W> overlaps_within(Double<W> reach, Double<W> distance, Double<W> extent) {
    return ~(maximum(reach, extent * real<W>(0x1p-44f)) < distance);
}

/// Signed distance along the path, and its direction.
template <int W>
struct Approach {
    Double<W> distance;
    DoubleVec<W> normal; ///< of unit length if the distance is positive
};
template <int W>
Approach<W> approach_of(const Gap<W>& gap) {
    const Double<W> distance = sqrt(gap.square);
    return {distance, gap.away * (real<W>(1.0f) / distance)};
}
template <int W>
Approach<W> approach_of(const RoundGap<W>& gap) {
    return {gap.point.distance, gap.point.normal};
}

/// Newton's method, as approach() in geometry/sweep.hpp, in double: the distance between convex
/// bodies is convex along a straight path, so no step leads too far.
/// @param first  parameters before the first touch, or 0
/// @param reach  distance at which they touch
/// @param at     at(s) is the Approach there
template <int W, class At>
VolumeTouch<W> first_within(Double<W> reach, Double<W> first, const CoursePath<W>& path,
                            Double<W> extent, Mask<W> open, At at) {
    constexpr int most_approaches = 48;
    const Double<W> zero = real<W>(0.0f), rounding = extent * real<W>(0x1p-42f);
    VolumeTouch<W> touch = {no_lanes<W>(), no_lanes<W>(), first, {zero, zero, zero}};
    Double<W> gap = zero;
    for (int step = 0; open.any() && step < most_approaches; ++step) {
        const Approach<W> now = at(touch.s);
        const Double<W> speed = zero - dot(now.normal, path.course);
        gap = select(open, now.distance - reach, gap);
        touch.normal = select(open, now.normal, touch.normal);
        const Mask<W> nears = zero < speed, arrives = open & nears & ~(rounding < gap);
        touch.hit = touch.hit | arrives;
        const Double<W> next = touch.s + gap / speed;
        open = open & nears & ~arrives & ~(path.last < next);
        touch.s = select(open, next, touch.s);
    }
    // Almost parallel segments have distances that are known less well, so no step may arrive.
    touch.hit = touch.hit | (open & ~(path.tolerance < gap));
    return touch;
}

/// The first touch after the start of a volume that does not overlap at the start. A touch where
/// the path only grazes counts if the path leads deeper than rounding errors.
/// @param open  lanes that may touch
template <int W, class At>
VolumeTouch<W> first_touch(Double<W> reach, Double<W> first, const CoursePath<W>& path,
                           Double<W> extent, Mask<W> open, At at) {
    const Double<W> least = least_reach(extent), within = maximum(reach, least);
    VolumeTouch<W> touch = first_within(within, first, path, extent, open, at);
    const Double<W> zero = real<W>(0.0f);
    // The distance falls by more than the tolerance if it falls at this speed for a while.
    const Double<W> speed = zero - dot(touch.normal, path.course);
    const Mask<W> grazes = touch.hit & ~(real<W>(0x1p-6f) * size_of(path.course) < speed);
    if (grazes.any()) {
        const Double<W> deep = at(touch.s).distance - path.tolerance;
        const VolumeTouch<W> deeper = first_within(deep, touch.s, path, extent, grazes, at);
        // No distance is less than 0.
        const Mask<W> is_near = ~(path.tolerance < deep),
                      leads_in = path.tolerance < speed * (path.last - touch.s);
        touch.hit = touch.hit & (~grazes | deeper.hit | (is_near & leads_in));
    }
    return touch;
}

} // namespace lanecast::LANECAST_ISA
