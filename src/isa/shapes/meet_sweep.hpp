#pragma once

#include "isa/shapes/separation.hpp"
#include "isa/shapes/sweep.hpp"

/// First touches of moving spheres with shapes, and the reported values of a touch.
namespace lanecast::LANECAST_ISA {

/// Whether a path leads against a normal. The products are exact and are summed in double.
template <int W>
Mask<W> leads_into(Vec<W> normal, Vec<W> direction) {
    return dot(DoubleVec<W>(normal), DoubleVec<W>(direction)) < Double<W>(Float<W>(0.0f));
}

/// For StartOverlap::leaving, only for lanes that overlap at the start: whether the path leads into
/// the shape, or the centre has no known side. The side is unknown within rounding error of a shape
/// without inside, or of a solid that is no thicker than rounding error.
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

/// Whether a path leads into a shape that it touches at the start without overlap, judged by the
/// reported normal. By rounding error, a sphere may touch a shape that it is clear of. A sphere
/// that recedes from there has left a convex shape and never hits it. Sweep and touch are passed by
/// value: otherwise all their values would be kept in memory, even if this function is not called.
template <class Shape, int W, class Rows>
[[gnu::noinline, gnu::cold]] Mask<W> leads_into_at_start(Sweep<W> sweep, const Rows& rows,
                                                         Touch<W> found) {
    return leads_into(surface_sweep<Shape>(sweep, rows, found).normal, sweep.direction);
}

/// Drops touches at the start, or within rounding error of it, from which the path recedes.
template <class Shape, int W, class Rows>
[[gnu::always_inline]] inline void refuse_receding(const Sweep<W>& sweep, const Rows& rows,
                                                   Touch<W>& answer) {
    const Mask<W> at_start = answer.hit & ~answer.starts & (answer.s <= answer.tolerance);
    if (!are_usual(rows, ~at_start)) [[unlikely]]
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
    // In the loop for plain pairs, scales_exactly() is false for all touches near the start.
    constexpr bool is_never_near =
        notes_unusual<Rows> && ScalesExactly<Shape, Sweep<W>, Rows, Touch<W>>;
    if constexpr (!requires { Shape::touches_ahead; } && !is_never_near)
        refuse_receding<Shape>(sweep, rows, answer);
    if (settings.start_overlap == StartOverlap::report)
        answer.hit = answer.hit | answer.starts;
    else if (settings.start_overlap == StartOverlap::leaving && answer.starts.any())
        answer.hit = answer.hit | (answer.starts & leads_in<Shape>(sweep, rows, answer));
    return answer;
}

/// Normal of a shape that is touched at the start without overlap, where rounding errors of floats
/// may turn it. If the shape has an exact distance, the normal is computed in double. Otherwise, if
/// the path seems to recede, it is the normal of the face ahead, whose inner side the path soon
/// reaches.
template <class Shape, int W, class Rows>
[[gnu::noinline, gnu::cold]] Vec<W> normal_at_start(Sweep<W> sweep, const Rows& rows, Vec<W> normal,
                                                    Float<W> tolerance) {
    if constexpr (requires { Shape::template exact<W>(rows); }) {
        const auto shape = Shape::template exact<W>(rows);
        const auto place = shape.place(sweep.center);
        Separation<W> nearest = shape.nearest(place);
        if constexpr (!is_solid<Shape>) { // for a moving point, the face's normal
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

/// The reported values of a touch, only for lanes that hit.
template <class Shape, int W, class Rows>
SweepSurface<W> surface_sweep(const Sweep<W>& sweep, const Rows& rows, const Touch<W>& found) {
    const Vec<W> origin = Shape::template origin<W>(rows), from = sweep.center - origin;
    const Float<W> zero(0.0f);
    Nearest<W> nearest = found.nearest;
    if constexpr (knows_touch<Shape, W, Rows>)
        nearest = Shape::nearest(from + sweep.direction * found.s, rows);
    Vec<W> normal = nearest.normal;
    // A moving point comes so close that only its path determines on which side it is. This
    // concerns shapes without inside, and solids as thin as rounding error, where the far face is
    // just as near. The other face of such a solid is found from a point one tolerance farther
    // against the normal.
    const Mask<W> close = ~found.starts & (abs(nearest.distance) <= found.tolerance);
    if constexpr (is_solid<Shape>) {
        const Mask<W> behind = close & (dot(normal, sweep.direction) > zero);
        if (behind.any()) {
            const Vec<W> at = from + sweep.direction * found.s - normal * found.tolerance;
            const Vec<W> other = Shape::nearest(at, rows).normal;
            normal = select(behind & (dot(other, sweep.direction) < zero), other, normal);
        }
    } else {
        // A moving point stops a few rounding errors before the surface, so its direction from an
        // edge is arbitrary.
        if constexpr (requires { Shape::template flat_normal<W>(rows); }) {
            const Mask<W> is_point = ~found.starts & (sweep.radius <= found.tolerance);
            if (is_point.any()) {
                const Vec<W> flat = Shape::template flat_normal<W>(rows);
                const Mask<W> known = is_point & (dot(flat, flat) > zero);
                const Mask<W> front = dot(flat, from - nearest.point) >= zero;
                normal = select(known, select(front, flat, -flat), normal);
            }
        }
        // A start within rounding error of the shape may be on either side, so the path decides.
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
    // An overlap by rounding error, which possibly only nearest_to() detects, has depth 0.
    const Float<W> depth = max(sweep.radius - nearest.distance, zero);
    return {nearest.point + origin, normal, select(found.starts, depth, zero), found.starts};
}

} // namespace lanecast::LANECAST_ISA
