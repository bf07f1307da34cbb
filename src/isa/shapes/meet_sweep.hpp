#pragma once

#include "isa/shapes/separation.hpp"
#include "isa/shapes/sweep.hpp"

/// Where moving spheres touch shapes, and what is reported of it.
namespace lanecast::LANECAST_ISA {

/// Whether a path leads against a normal, to the sign of the exact product.
template <int W>
Mask<W> leads_into(Vec<W> normal, Vec<W> direction) {
    return dot(DoubleVec<W>(normal), DoubleVec<W>(direction)) < Double<W>(Float<W>(0.0f));
}

/// StartOverlap::leaving, only for lanes that start with an overlap: whether the path leads into
/// the shape. A centre that is a rounding away from a shape without inside, or from a solid that is
/// no thicker than a rounding, has no known side.
template <class Shape, int W, class Rows>
Mask<W> leads_in(const Sweep<W>& sweep, const Rows& rows, const Touch<W>& found) {
    const Vec<W> from = sweep.center - Shape::template origin<W>(rows);
    Nearest<W> nearest = found.nearest;
    if constexpr (knows_touch<Shape, W, Rows>)
        nearest = Shape::nearest(from, rows);
    const Mask<W> nears = leads_into(nearest.normal, sweep.direction);
    Mask<W> has_no_side = abs(nearest.distance) <= found.tolerance;
    if constexpr (is_solid<Shape>)
        has_no_side = has_no_side & (Shape::template thickness<W>(rows) <= found.tolerance);
    return nears | has_no_side;
}

template <class Shape, int W, class Rows>
SweepSurface<W> surface_sweep(const Sweep<W>& sweep, const Rows& rows, const Touch<W>& found);

/// Whether a path leads into what it touches at the start without overlapping it, judged by the
/// normal that is reported. Rounding lets a sphere touch what it is clear of; if it recedes from
/// there, it has left a convex shape and never meets it. By value: else all of it would stand in
/// memory even where nobody asks.
template <class Shape, int W, class Rows>
[[gnu::noinline, gnu::cold]] Mask<W> leads_into_at_start(Sweep<W> sweep, const Rows& rows,
                                                         Touch<W> found) {
    return leads_into(surface_sweep<Shape>(sweep, rows, found).normal, sweep.direction);
}

/// Drops touches at the start, or within rounding of it, from which the path recedes.
template <class Shape, int W, class Rows>
[[gnu::always_inline]] inline void refuse_receding(const Sweep<W>& sweep, const Rows& rows,
                                                   Touch<W>& answer) {
    const Mask<W> at_start = answer.hit & ~answer.starts & (answer.s <= answer.tolerance);
    if (at_start.any()) [[unlikely]]
        answer.hit =
            answer.hit & (~at_start | leads_into_at_start<Shape, W, Rows>(sweep, rows, answer));
}

template <class Shape, int W, class Rows>
Touch<W> meet_sweep(const Sweep<W>& sweep, const Rows& rows, Settings settings) {
    Touch<W> answer;
    if constexpr (knows_touch<Shape, W, Rows>) {
        const Float<W> zero(0.0f);
        const Vec<W> from = sweep.center - Shape::template origin<W>(rows);
        Float<W> s;
        if constexpr (HasParts<Shape>) {
            const NearStart<W> start = near_start<Shape>(sweep, rows);
            const Contact<W> contact = contact_from<Shape>(start, sweep, rows);
            answer.starts = overlaps<Shape>(contact.overlap, sweep.center, sweep.radius, rows);
            s = contact.s;
        } else {
            s = Shape::touch(from, sweep, rows);
            answer.starts = overlaps<Shape>(sweep.center, sweep.radius, rows);
        }
        answer.hit = ~answer.starts & (s >= zero) & (s * sweep.scale <= sweep.t_max);
        answer.s = select(answer.hit, s, zero);
        answer.tolerance =
            tolerance_at(answer.s * pace(sweep), extent_at_start<Shape>(from, sweep, rows));
    } else {
        answer = approach<Shape>(sweep, rows);
    }
    answer.t = without_minus_zero(answer.s * sweep.scale);
    if constexpr (!requires { Shape::touches_ahead; })
        refuse_receding<Shape>(sweep, rows, answer);
    if (settings.start_overlap == StartOverlap::report)
        answer.hit = answer.hit | answer.starts;
    else if (settings.start_overlap == StartOverlap::leaving && answer.starts.any())
        answer.hit = answer.hit | (answer.starts & leads_in<Shape>(sweep, rows, answer));
    return answer;
}

/// The normal of what is touched at the start without an overlap, where roundings of floats may
/// turn it: in double, of a shape that has one; else, if the path seems to recede, that of the face
/// ahead of it, by which it is on the inner side soon.
template <class Shape, int W, class Rows>
[[gnu::noinline, gnu::cold]] Vec<W> normal_at_start(Sweep<W> sweep, const Rows& rows, Vec<W> normal,
                                                    Float<W> tolerance) {
    if constexpr (requires { Shape::template exact<W>(rows); }) {
        const auto shape = Shape::template exact<W>(rows);
        const auto place = shape.place(sweep.center);
        Separation<W> nearest = shape.nearest(place);
        if constexpr (!is_solid<Shape>) { // of a moving point that of the face
            const Double<W> zero(Float<W>(0.0f));
            const auto face = shape.face_above(place, zero, shape.course(sweep.direction));
            nearest = select(face.exists & (sweep.radius <= tolerance), face.plane, nearest);
        }
        return shape.out(nearest.normal);
    } else {
        const Vec<W> from = sweep.center - Shape::template origin<W>(rows);
        const Vec<W> ahead = from + sweep.direction * (tolerance * Float<W>(64.0f));
        const Vec<W> other = Shape::nearest(ahead, rows).normal;
        return select(~leads_into(normal, sweep.direction) & leads_into(other, sweep.direction),
                      other, normal);
    }
}

/// Only for lanes that hit.
template <class Shape, int W, class Rows>
SweepSurface<W> surface_sweep(const Sweep<W>& sweep, const Rows& rows, const Touch<W>& found) {
    const Vec<W> origin = Shape::template origin<W>(rows), from = sweep.center - origin;
    const Float<W> zero(0.0f);
    Nearest<W> nearest = found.nearest;
    if constexpr (knows_touch<Shape, W, Rows>)
        nearest = Shape::nearest(from + sweep.direction * found.s, rows);
    Vec<W> normal = nearest.normal;
    // A point comes so close that only its path tells on which side it is: of a shape without
    // inside, or of a solid that is as thin as a rounding, where the far face is as near. Of such a
    // solid the other face is seen from a rounding further against the normal.
    const Mask<W> close = ~found.starts & (abs(nearest.distance) <= found.tolerance);
    if constexpr (is_solid<Shape>) {
        const Mask<W> behind = close & (dot(normal, sweep.direction) > zero);
        if (behind.any()) {
            const Vec<W> at = from + sweep.direction * found.s - normal * found.tolerance;
            const Vec<W> other = Shape::nearest(at, rows).normal;
            normal = select(behind & (dot(other, sweep.direction) < zero), other, normal);
        }
    } else {
        // From a centre that stops a few roundings early the way to an edge leads anywhere.
        if constexpr (requires { Shape::template flat_normal<W>(rows); }) {
            const Mask<W> is_point = ~found.starts & (sweep.radius <= found.tolerance);
            if (is_point.any()) {
                const Vec<W> flat = Shape::template flat_normal<W>(rows);
                const Mask<W> known = is_point & (dot(flat, flat) > zero);
                const Mask<W> front = dot(flat, from - nearest.point) >= zero;
                normal = select(known, select(front, flat, -flat), normal);
            }
        }
        // Where it starts as close as a rounding the start is on either side, or on none.
        const Float<W> side = dot(normal, from - nearest.point);
        const Mask<W> starts_close = abs(side) <= found.tolerance;
        const Mask<W> behind = close & ((starts_close & (dot(normal, sweep.direction) > zero)) |
                                        (~starts_close & (side < zero)));
        normal = select(behind, -normal, normal);
    }
    if constexpr (!requires { Shape::touches_ahead; }) {
        const Mask<W> at_start = found.hit & ~found.starts & (found.s <= found.tolerance);
        if (at_start.any()) [[unlikely]]
            normal = select(at_start,
                            normal_at_start<Shape, W, Rows>(sweep, rows, normal, found.tolerance),
                            normal);
    }
    // An overlap by rounding error, which only nearest_to() may see, is 0 deep.
    const Float<W> depth = max(sweep.radius - nearest.distance, zero);
    return {nearest.point + origin, normal, select(found.starts, depth, zero), found.starts};
}

} // namespace lanecast::LANECAST_ISA
