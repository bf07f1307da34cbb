#pragma once

#include "isa/shapes/volumes/capsule_cast.hpp"

/// Moving boxes against the cores of shapes: one overload of `cast` and one of `way_out` for each
/// core. Cylinders and cones are not supported.
namespace lanecast::LANECAST_ISA {

/// A box on its way, relative to its centre at the start.
template <int W>
struct BoxOnPath {
    CuboidCore<W> box; ///< its middle is 0
    DoubleVec<W> course;
    Double<W> last;

    /// The distance of the corners from the centre.
    [[nodiscard]] Double<W> extent() const {
        return length_of(DoubleVec<W>{box.half[0], box.half[1], box.half[2]});
    }
};

/// The first touch of a box with another one or with a triangle: where they begin to overlap on the
/// last of all axes. No rounding errors add up, because nothing is iterated.
template <int W, class Core>
LANECAST_APART VolumeTouch<W> cast(const BoxOnPath<W>& box, const Core& core, Double<W>) {
    const Double<W> zero = real<W>(0.0f);
    const CoursePath<W> path = course_path(box.course, box.last, box.extent() + core.extent());
    MovingAxes<W> axes(path);
    visit_axes(box.box, core, axes);
    const Mask<W> starts = ~axes.apart, hit = axes.apart & axes.may_touch();
    return {hit, starts, select(hit, maximum(axes.enter, zero), zero), unit_of(axes.normal)};
}

/// A sphere or a capsule, with the roles exchanged: it moves towards the box.
template <int W>
CapsuleOnPath<W> towards(const BoxOnPath<W>& box, const SegmentCore<W>& core, Double<W> radius) {
    return {core, negative(box.course), radius, box.last};
}
template <int W>
VolumeTouch<W> cast(const BoxOnPath<W>& box, const SegmentCore<W>& core, Double<W> radius) {
    return reversed(cast(towards(box, core, radius), box.box, real<W>(0.0f)));
}
template <int W>
VolumeTouch<W> cast(const BoxOnPath<W>& box, const LineCore<W>& core, Double<W> radius) {
    const SeenAcross<W> seen(core, box.course, box.extent());
    return reversed(
        cast_at_core(towards(BoxOnPath<W>{box.box, seen.course, box.last}, seen.part, radius),
                     box.box, real<W>(0.0f), box.extent() + seen.distance));
}
template <int W>
VolumeTouch<W> cast(const BoxOnPath<W>& box, const HalfSpaceCore<W>& core, Double<W>) {
    return cast_at_plane(projected(box.box, core.normal).low - core.offset, box.course, box.last,
                         core, box.extent() + absolute(core.offset));
}

/// The shortest way out of a shape that the box overlaps at the start.
template <int W, IsPolytope<W> Core>
LANECAST_APART WayOut<W> way_out(const BoxOnPath<W>& box, const Core& core, Double<W>) {
    LeastDepth<W> least(tolerance_of(box.extent() + core.extent()));
    visit_axes(box.box, core, least);
    return least.way;
}
template <int W>
WayOut<W> way_out(const BoxOnPath<W>& box, const SegmentCore<W>& core, Double<W> radius) {
    const WayOut<W> theirs = way_out(towards(box, core, radius), box.box, real<W>(0.0f));
    return {theirs.depth, negative(theirs.normal), theirs.has_two};
}
template <int W>
WayOut<W> way_out(const BoxOnPath<W>& box, const HalfSpaceCore<W>& core, Double<W>) {
    return {maximum(core.offset - projected(box.box, core.normal).low, real<W>(0.0f)), core.normal,
            no_lanes<W>()};
}

} // namespace lanecast::LANECAST_ISA
