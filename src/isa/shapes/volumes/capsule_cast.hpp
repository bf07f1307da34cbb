#pragma once

#include "isa/shapes/volumes/round_gap.hpp"
#include "isa/shapes/volumes/volume_touch.hpp"

/// Moving capsules against the cores of shapes: one overload of `cast` and one of `way_out` for
/// each core.
namespace lanecast::LANECAST_ISA {

/// A capsule on its way, relative to its centre at the start.
template <int W>
struct CapsuleOnPath {
    SegmentCore<W> segment;
    DoubleVec<W> course;
    Double<W> radius;
    Double<W> last;

    [[nodiscard]] DoubleVec<W> start_at(Double<W> s) const { return segment.start + course * s; }
    [[nodiscard]] Double<W> extent() const { return segment.extent() + radius; }
};

/// The object that measures distances of segments from a core.
template <int W>
GapToSegment<W> gap_to(const DoubleVec<W>& way, const SegmentCore<W>& core) {
    return {way, core};
}
template <int W>
GapToTriangle<W> gap_to(const DoubleVec<W>& way, const TriangleCore<W>& core) {
    return {way, core};
}
template <int W>
GapToCuboid<W> gap_to(const DoubleVec<W>& way, const CuboidCore<W>& core) {
    return {way, core};
}
template <int W>
GapToRound<W> gap_to(const DoubleVec<W>& way, const RoundCore<W>& core) {
    return {way, core};
}

/// Cores whose distance from a segment is measured.
template <class Core, int W>
concept HasGap = requires(const DoubleVec<W>& way, const Core& core) {
    gap_to(way, core);
};

/// The part of a path between the first and the last touch of a capsule's segment with what is
/// within `reach` of a polytope, or more.
/// @param body  the core
template <int W, class Core>
MovingAxes<W> bounded_by_axes(const CapsuleOnPath<W>& capsule, const Core& body, Double<W> reach,
                              const CoursePath<W>& path) {
    MovingAxes<W> bound(path);
    visit_axes(capsule.segment, body, [&](const AxisSpan<W>& span) {
        const Double<W> wide = reach * length_of(span.axis);
        bound(AxisSpan<W>{span.axis, span.begin - wide, span.end + wide, span.counts});
    });
    return bound;
}

/// The first touch of a capsule with what is within `radius` of a polytope.
/// @param extent  the scale s of docs/semantics.md, or less
template <int W, class Core>
LANECAST_APART VolumeTouch<W> cast_at_core(const CapsuleOnPath<W>& capsule, const Core& core,
                                           Double<W> radius, Double<W> extent) {
    const Double<W> zero = real<W>(0.0f), reach = capsule.radius + radius;
    const CoursePath<W> path = course_path(capsule.course, capsule.last, extent);
    // Wider than the reach of Newton's method, which decides.
    const MovingAxes<W> bound =
        bounded_by_axes(capsule, core, maximum(reach, least_reach(extent)) + path.tolerance, path);
    const Mask<W> maybe = ~bound.apart | bound.may_touch();
    if (!maybe.any())
        return {no_lanes<W>(), no_lanes<W>(), zero, {zero, zero, zero}};
    const auto gap = gap_to(capsule.segment.way, core);
    const auto at = [&](Double<W> s) { return approach_of(gap.from(capsule.start_at(s))); };
    Mask<W> starts = no_lanes<W>();
    if (!bound.apart.all())
        starts = ~bound.apart & overlaps_within(reach, at(zero).distance, extent);
    VolumeTouch<W> touch = first_touch(reach, select(bound.apart, maximum(bound.enter, zero), zero),
                                       path, extent, maybe & ~starts, at);
    touch.starts = starts;
    return touch;
}

template <int W, class Core>
VolumeTouch<W> cast(const CapsuleOnPath<W>& capsule, const Core& core, Double<W> radius) {
    return cast_at_core(capsule, core, radius, capsule.extent() + core.extent() + radius);
}
template <int W>
LANECAST_APART VolumeTouch<W> cast(const CapsuleOnPath<W>& capsule, const RoundCore<W>& core,
                                   Double<W>) {
    const Double<W> zero = real<W>(0.0f), extent = capsule.extent() + core.extent();
    const CoursePath<W> path = course_path(capsule.course, capsule.last, extent);
    const GapToRound<W> gap = gap_to(capsule.segment.way, core);
    const auto at = [&](Double<W> s) { return approach_of(gap.from(capsule.start_at(s))); };
    const Mask<W> starts = overlaps_within(capsule.radius, at(zero).distance, extent);
    VolumeTouch<W> touch = first_touch(capsule.radius, zero, path, extent, ~starts, at);
    touch.starts = starts;
    return touch;
}

/// A line and a path seen across the line, where the part of the line that is near the volume stays
/// the same on the whole path.
template <int W>
struct SeenAcross {
    DoubleVec<W> course;
    SegmentCore<W> part;
    Double<W> distance; ///< of the line from 0

    /// @param half  no part of the volume is farther from its centre
    SeenAcross(const LineCore<W>& line, const DoubleVec<W>& along, Double<W> half) {
        const Double<W> two = real<W>(2.0f);
        const DoubleVec<W> unit = unit_of(line.direction);
        const DoubleVec<W> foot = line.point - unit * dot(line.point, unit);
        course = along - unit * dot(along, unit);
        part = {foot - unit * half, unit * (half * two)};
        distance = length_of(foot);
    }
};
template <int W>
VolumeTouch<W> cast(const CapsuleOnPath<W>& capsule, const LineCore<W>& core, Double<W> radius) {
    const SeenAcross<W> seen(core, capsule.course, capsule.extent());
    return cast_at_core(
        CapsuleOnPath<W>{capsule.segment, seen.course, capsule.radius, capsule.last}, seen.part,
        radius, capsule.extent() + seen.distance);
}

/// The lower end of a volume decides about a half-space.
/// @param lowest  least height of the volume above the plane at the start
template <int W>
VolumeTouch<W> cast_at_plane(Double<W> lowest, const DoubleVec<W>& course, Double<W> last,
                             const HalfSpaceCore<W>& core, Double<W> extent) {
    const Double<W> zero = real<W>(0.0f), tolerance = tolerance_of(extent);
    const Double<W> speed = zero - dot(core.normal, course);
    const Mask<W> starts = ~(zero < lowest);
    const Double<W> s = lowest / speed;
    // The path leads into the half-space, by more than rounding errors.
    const Mask<W> hit =
        ~starts & (zero < speed) & ~(last < s) & (tolerance < speed * last - lowest);
    return {hit, starts, select(hit, s, zero), core.normal};
}
template <int W>
VolumeTouch<W> cast(const CapsuleOnPath<W>& capsule, const HalfSpaceCore<W>& core, Double<W>) {
    const Double<W> start = dot(core.normal, capsule.segment.start),
                    end = start + dot(core.normal, capsule.segment.way);
    return cast_at_plane(minimum(start, end) - capsule.radius - core.offset, capsule.course,
                         capsule.last, core, capsule.extent() + absolute(core.offset));
}

/// The shortest way out of a core that the capsule's segment crosses.
template <int W, class Core>
WayOut<W> way_out_of(const CapsuleOnPath<W>& capsule, const Core& core, Double<W> tolerance) {
    LeastDepth<W> least(tolerance);
    visit_axes(capsule.segment, core, least);
    // Parallel segments that cross have no axis.
    const Double<W> zero = real<W>(0.0f);
    const Mask<W> none = dot(least.way.normal, least.way.normal) < real<W>(0.5f);
    return {select(none, zero, least.way.depth),
            select(none, perpendicular_to(capsule.segment.way), least.way.normal),
            none | least.way.has_two};
}

/// The shortest way out of a shape that the capsule overlaps at the start.
template <int W, IsPolytope<W> Core>
LANECAST_APART WayOut<W> way_out(const CapsuleOnPath<W>& capsule, const Core& core,
                                 Double<W> radius) {
    const Double<W> extent = capsule.extent() + core.extent() + radius;
    const auto gap = gap_to(capsule.segment.way, core).from(capsule.segment.start);
    const Approach<W> apart = approach_of(gap);
    const Double<W> tolerance = tolerance_of(extent), reach = capsule.radius + radius;
    const Mask<W> crosses = ~(extent * real<W>(0x1p-40f) < apart.distance);
    WayOut<W> out = {maximum(reach - apart.distance, real<W>(0.0f)), apart.normal, no_lanes<W>()};
    if (!crosses.any())
        return out;
    const WayOut<W> inner = way_out_of(capsule, core, tolerance);
    return {select(crosses, inner.depth + reach, out.depth),
            select(crosses, inner.normal, out.normal), crosses & inner.has_two};
}
template <int W>
LANECAST_APART WayOut<W> way_out(const CapsuleOnPath<W>& capsule, const RoundCore<W>& core,
                                 Double<W>) {
    const GapToRound<W> gap = gap_to(capsule.segment.way, core);
    const RoundGap<W> nearest = gap.from(capsule.segment.start);
    const Double<W> zero = real<W>(0.0f);
    const Mask<W> crosses = ~(zero < nearest.point.distance);
    WayOut<W> out = {maximum(capsule.radius - nearest.point.distance, zero), nearest.point.normal,
                     no_lanes<W>()};
    if (!crosses.any())
        return out;
    const WayOut<W> inner = gap.way_out(capsule.segment.start);
    return {select(crosses, inner.depth + capsule.radius, out.depth),
            select(crosses, inner.normal, out.normal), no_lanes<W>()};
}
template <int W, template <int> class Body>
WayOut<W> way_out(const Body<W>& body, const LineCore<W>& core, Double<W> radius) {
    return way_out(body, SeenAcross<W>(core, body.course, body.extent()).part, radius);
}
template <int W>
WayOut<W> way_out(const CapsuleOnPath<W>& capsule, const HalfSpaceCore<W>& core, Double<W>) {
    const Double<W> start = dot(core.normal, capsule.segment.start),
                    end = start + dot(core.normal, capsule.segment.way);
    return {maximum(core.offset + capsule.radius - minimum(start, end), real<W>(0.0f)), core.normal,
            no_lanes<W>()};
}

} // namespace lanecast::LANECAST_ISA
