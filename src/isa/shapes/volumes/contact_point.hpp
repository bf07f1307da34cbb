#pragma once

#include "isa/shapes/volumes/box_cast.hpp"
#include "isa/shapes/volumes/contact_region.hpp"

/// The point of a shape's boundary at which a volume touches it: if they touch along a segment or
/// on an area, the one nearest to the volume's centre. All lengths are relative to that centre at
/// the start.
namespace lanecast::LANECAST_ISA {

/// A volume that touches a shape.
template <int W>
struct TouchPlace {
    DoubleVec<W> offset; ///< by which the volume has moved
    DoubleVec<W> normal; ///< unit length, from the shape to the volume
    Mask<W> touches;     ///< lanes that count
};

/// The touch of a segment with what is within `radius` of a core.
/// @param favourite(start)  the share of the segment, at `start`, that counts if all are as near
template <int W, class Core, class Favourite>
DoubleVec<W> point_on_segment(const SegmentCore<W>& segment, const Core& core,
                              const TouchPlace<W>& at, Double<W> extent, Favourite favourite,
                              Double<W>& share) {
    const Double<W> zero = real<W>(0.0f), half = real<W>(0.5f);
    const DoubleVec<W> start = segment.start + at.offset;
    const auto distance_at = [&,
                              point = gap_to(DoubleVec<W>{zero, zero, zero}, core)](Double<W> u) {
        return approach_of(point.from(start + segment.way * u)).distance;
    };
    const auto gap = gap_to(segment.way, core).from(start);
    const Approach<W> nearest = approach_of(gap);
    share = gap.share;
    const Double<W> rounding = extent * real<W>(0x1p-40f);
    const Mask<W> lies = at.touches & ~(rounding < absolute(dot(at.normal, segment.way)));
    if (lies.any()) { // on a face, perhaps
        const Double<W> most = nearest.distance + rounding, wanted = favourite(start);
        const Mask<W> at_once = ~(most < distance_at(wanted));
        Double<W> near = share, far = wanted;
        for (int step = 0; step < 44 && !(at_once | ~lies).all(); ++step) {
            const Double<W> middle = (near + far) * half;
            const Mask<W> is_near = ~(most < distance_at(middle));
            near = select(is_near, middle, near);
            far = select(is_near, far, middle);
        }
        share = select(lies, select(at_once, wanted, near), share);
    }
    return start + segment.way * share;
}

template <int W, HasGap<W> Core>
LANECAST_APART DoubleVec<W> contact_point(const CapsuleOnPath<W>& capsule, const Core& core,
                                          Double<W> radius, const TouchPlace<W>& at) {
    const Double<W> zero = real<W>(0.0f), half = real<W>(0.5f);
    Double<W> share;
    const DoubleVec<W> ours = point_on_segment(
        capsule.segment, core, at, capsule.extent() + core.extent() + radius,
        [&](const DoubleVec<W>&) { return half; }, share);
    const Approach<W> nearest =
        approach_of(gap_to(DoubleVec<W>{zero, zero, zero}, core).from(ours));
    const Mask<W> apart = zero < nearest.distance;
    return ours - select(apart, nearest.normal * (nearest.distance - radius),
                         DoubleVec<W>{zero, zero, zero});
}
template <int W>
DoubleVec<W> contact_point(const CapsuleOnPath<W>& capsule, const HalfSpaceCore<W>& core, Double<W>,
                           const TouchPlace<W>& at) {
    const Double<W> zero = real<W>(0.0f), one = real<W>(1.0f), half = real<W>(0.5f);
    const Double<W> rise = dot(core.normal, capsule.segment.way);
    const Mask<W> lies = ~(capsule.extent() * real<W>(0x1p-40f) < absolute(rise));
    const Double<W> share = select(lies, half, select(rise < zero, one, zero));
    const DoubleVec<W> ours = capsule.segment.start + at.offset + capsule.segment.way * share;
    return ours - core.normal * (dot(core.normal, ours) - core.offset);
}

/// The slabs of a box, widened by `spare`.
template <int W>
void cut_by(ContactRegion<W>& region, const CuboidCore<W>& box, const DoubleVec<W>& offset,
            Double<W> spare) {
    for (int i = 0; i < 3; ++i) {
        const Double<W> middle = dot(box.axis[i], box.middle + offset), half = box.half[i] + spare;
        region.cut({box.axis[i], middle - half, middle + half});
    }
}
template <int W>
void cut_by(ContactRegion<W>& region, const TriangleCore<W>& triangle, Double<W> spare) {
    const Double<W> zero = real<W>(0.0f), one = real<W>(1.0f);
    const DoubleVec<W>(&corner)[3] = triangle.corner;
    const DoubleVec<W> front = unit_of(cross(corner[1] - corner[0], corner[2] - corner[0]));
    const Double<W> height = dot(front, corner[0]);
    region.cut({front, height - spare, height + spare});
    for (int i = 0; i < 3; ++i) {
        const DoubleVec<W> inward = unit_of(cross(front, triangle.side(i)));
        region.cut({inward, dot(inward, corner[i]) - spare, one / zero});
    }
}
template <int W>
void cut_by(ContactRegion<W>& region, const CuboidCore<W>& other, Double<W> spare) {
    const Double<W> zero = real<W>(0.0f);
    cut_by(region, other, DoubleVec<W>{zero, zero, zero}, spare);
}

/// The longest side of a triangle, which is all of it if it has no area.
template <int W>
SegmentCore<W> longest_side(const TriangleCore<W>& triangle) {
    SegmentCore<W> longest = {triangle.corner[0], triangle.side(0)};
    for (int i = 1; i < 3; ++i) {
        const DoubleVec<W> side = triangle.side(i);
        const Mask<W> longer = dot(longest.way, longest.way) < dot(side, side);
        longest = {select(longer, triangle.corner[i], longest.start),
                   select(longer, side, longest.way)};
    }
    return longest;
}

/// A sphere or a capsule, at a box.
template <int W>
LANECAST_APART DoubleVec<W> contact_point(const BoxOnPath<W>& box, const SegmentCore<W>& core,
                                          Double<W> radius, const TouchPlace<W>& at) {
    const Double<W> zero = real<W>(0.0f), one = real<W>(1.0f);
    Double<W> share;
    // The segment moves instead of the box, and back.
    const TouchPlace<W> back = {negative(at.offset), negative(at.normal), at.touches};
    const DoubleVec<W> theirs = point_on_segment(
        core, box.box, back, box.extent() + core.extent() + radius,
        [&](const DoubleVec<W>& start) {
            return clamped(zero - dot(start, core.way) * inverse_square_of(core.way), zero, one);
        },
        share);
    return theirs + at.offset + at.normal * radius;
}
/// A line, seen across: the part of the way along the line does not matter.
template <int W, template <int> class Body>
DoubleVec<W> contact_point(const Body<W>& body, const LineCore<W>& core, Double<W> radius,
                           const TouchPlace<W>& at) {
    const SeenAcross<W> seen(core, body.course, body.extent());
    const DoubleVec<W> unit = unit_of(core.direction), along = unit * dot(at.offset, unit);
    return contact_point(body, seen.part, radius, {at.offset - along, at.normal, at.touches}) +
           along;
}
template <int W>
DoubleVec<W> contact_point(const BoxOnPath<W>& box, const HalfSpaceCore<W>& core, Double<W>,
                           const TouchPlace<W>& at) {
    // The lowest corner, or the middle of the lowest edge or face.
    const Double<W> zero = real<W>(0.0f), rounding = box.extent() * real<W>(0x1p-40f);
    DoubleVec<W> lowest = at.offset;
    for (int i = 0; i < 3; ++i) {
        const Double<W> rise = dot(core.normal, box.box.axis[i]), half = box.box.half[i];
        const Mask<W> level = ~(rounding < absolute(rise) * half);
        lowest =
            lowest + box.box.axis[i] * select(level, zero, select(rise < zero, half, zero - half));
    }
    return lowest - core.normal * (dot(core.normal, lowest) - core.offset);
}
/// Whether a core has faces that bound a contact.
template <int W>
Mask<W> has_faces(const CuboidCore<W>&) {
    return all_lanes<W>();
}
template <int W>
Mask<W> has_faces(const TriangleCore<W>& triangle) {
    const DoubleVec<W> a = triangle.side(0), b = triangle.side(1);
    return is_axis(cross(a, b), dot(a, a), dot(b, b));
}
/// A triangle or another box. Where rounding errors leave no region, it is widened by 2 e s.
template <int W, IsPolytope<W> Core>
LANECAST_APART DoubleVec<W> contact_point(const BoxOnPath<W>& box, const Core& core, Double<W>,
                                          const TouchPlace<W>& at) {
    const Double<W> zero = real<W>(0.0f), extent = box.extent() + core.extent();
    const Double<W> height = projected(core, at.normal).high;
    DoubleVec<W> point = at.offset;
    Mask<W> found = ~at.touches;
    for (const float spare : {0x1p-34f, 0x1p-22f}) {
        if (found.all())
            break;
        ContactRegion<W> region(at.normal, height);
        cut_by(region, box.box, at.offset, extent * real<W>(spare));
        cut_by(region, core, extent * real<W>(spare));
        Mask<W> has_region;
        const DoubleVec<W> nearest = region.nearest_to(at.offset, has_region);
        const Mask<W> is_new = ~found & has_region & has_faces(core);
        point = select(is_new, nearest, point);
        found = found | is_new;
    }
    if constexpr (std::is_same_v<Core, TriangleCore<W>>)
        if (!found.all())
            point = select(found, point, contact_point(box, longest_side(core), real<W>(0.0f), at));
    return point - gap_to(DoubleVec<W>{zero, zero, zero}, core).from(point).away;
}

} // namespace lanecast::LANECAST_ISA
