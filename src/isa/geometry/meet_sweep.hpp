#pragma once

#include "isa/exact/separation.hpp"
#include "isa/geometry/sweep.hpp"

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

/// Shapes with an exact distance decide in double about paths that graze.
template <class Shape>
concept HasExactDistance = requires(const Float<4>* rows) {
    Shape::template exact<4>(rows);
};

/// Whether a path touches a shape, by Newton's method in double: see approach(). A sphere that
/// overlaps at the start in double, though not in float, touches if its path leads in.
template <class Shape, int W, class Rows>
LANECAST_RARE Mask<W> touches_exactly(Sweep<W> sweep, const Rows& rows) {
    constexpr int most_exact_steps = 60;
    const Double<W> none(Float<W>(0.0f)), rounding(Float<W>(0x1p-44f)), radius(sweep.radius);
    const auto shape = Shape::template exact<W>(rows);
    const DoubleVec<W> from = shape.place(sweep.center), course = shape.course(sweep.direction);
    const auto largest = [](Vec<W> v) { return Double<W>(largest_component(v)); };
    const Double<W> extent = largest(sweep.center) + largest(Shape::template origin<W>(rows)) +
                             Double<W>(Shape::template size<W>(rows)) + radius;
    Double<W> s = none;
    Mask<W> touches = no_lanes<W>(), open = all_lanes<W>();
    for (int step = 0; step < most_exact_steps; ++step) {
        const Separation<W> nearest = shape.nearest(from + course * s);
        const Double<W> gap = nearest.distance - radius;
        const Double<W> speed = none - dot(nearest.normal, course);
        const Mask<W> nears = none < speed, arrives = open & ~((extent + s) * rounding < gap);
        // After the start, only rounding error can make a path recede where it arrives.
        touches = touches | (step == 0 ? arrives & nears : arrives);
        open = open & ~arrives & nears;
        if (!open.any())
            break;
        s = select(open, s + gap / speed, s);
    }
    return touches;
}

/// The touch by the shape's own test.
template <class Shape, int W, class Rows>
auto test_touch(const Sweep<W>& sweep, const Rows& rows) {
    if constexpr (HasParts<Shape>)
        return test_parts<Shape>(sweep, rows);
    else
        return Shape::touch(sweep.center - Shape::template origin<W>(rows), sweep, rows);
}

/// Sets what follows from `starts`, and the parameter of a touch that is < 0 or NaN if there is
/// none.
template <class Shape, int W, class Rows>
void set_touch(TouchTime<W>& touch, Float<W> s, const Sweep<W>& sweep, const Rows& rows) {
    const Float<W> zero(0.0f);
    const Vec<W> from = sweep.center - Shape::template origin<W>(rows);
    touch.hit = ~touch.starts & (s >= zero) & (s * sweep.scale <= sweep.t_max);
    touch.s = select(touch.hit, s, zero);
    touch.t = without_minus_zero(touch.s * sweep.scale);
    touch.tolerance =
        tolerance_at(touch.s * pace(sweep), extent_at_start<Shape>(from, sweep, rows));
    touch.grazes = no_lanes<W>();
}

/// Drops touches among `grazes` from which the path recedes, judged by the reported normal. The
/// distance from a convex shape is convex along the path, so where it begins to grow at the first
/// touch, the sphere only touches by rounding error and never comes deeper.
template <class Shape, int W, class Rows>
void refuse_receding(const Sweep<W>& sweep, const Rows& rows, Touch<W>& touch) {
    const Vec<W> normal = surface_sweep<Shape>(sweep, rows, touch).normal;
    Mask<W> counts = leads_into(normal, sweep.direction);
    if constexpr (HasExactDistance<Shape>)
        counts = counts & touches_exactly<Shape, W, Rows>(sweep, rows);
    touch.hit = touch.hit & (~touch.grazes | counts);
}

/// The touch if the shape's own test is not certain in some lanes. All arguments are passed by
/// value: otherwise all values of a sweep would be kept in memory, even if this function is not
/// called.
/// @param s        of the test
/// @param overlap  of the test
/// @param doubts   lanes whose path may not lead against the normal
template <class Shape, int W, class Rows>
LANECAST_RARE TouchTime<W> doubtful_touch(Sweep<W> sweep, const Rows& rows, Float<W> s,
                                          RoughOverlap<W> overlap, Mask<W> doubts) {
    Touch<W> touch;
    touch.starts = overlaps<Shape>(overlap, sweep.center, sweep.radius, rows);
    if constexpr (requires { Shape::touch_in_doubt(sweep, rows); })
        s = Shape::touch_in_doubt(sweep, rows);
    set_touch<Shape>(touch, s, sweep, rows);
    Mask<W> grazes = doubts & touch.hit;
    if constexpr (requires { Shape::approaches(sweep, s, s, rows); }) {
        if (!grazes.any())
            return touch;
        const Mask<W> at_start = touch.s <= touch.tolerance;
        grazes = grazes & (at_start | ~Shape::approaches(sweep, touch.s, touch.doubt(), rows));
    }
    if (!grazes.any())
        return touch;
    touch.grazes = grazes;
    refuse_receding<Shape>(sweep, rows, touch);
    return touch;
}

/// The touch of a shape with a test of its own.
template <class Shape, int W, class Rows>
Touch<W> tested_touch(const Sweep<W>& sweep, const Rows& rows) {
    const auto test = test_touch<Shape>(sweep, rows);
    Touch<W> touch;
    touch.starts = test.starts();
    set_touch<Shape>(touch, test.s, sweep, rows);
    // In the loop for plain pairs, shapes that know when paths scale exactly know this, too.
    if constexpr (!notes_slow_lanes<Rows> || !ScalesExactly<Shape, Sweep<W>, Rows, Touch<W>>) {
        if (!take_fast_path(rows, test.is_certain(sweep, touch))) [[unlikely]]
            static_cast<TouchTime<W>&>(touch) = doubtful_touch<Shape, W, Rows>(
                sweep, rows, test.s, test.overlap(), ~test.approaches(sweep, touch));
    }
    return touch;
}

template <class Shape, int W, class Rows>
LANECAST_RARE Mask<W> hits_ahead(Sweep<W> sweep, const Rows& rows, Touch<W> touch) {
    refuse_receding<Shape>(sweep, rows, touch);
    return touch.hit;
}

/// The touch by Newton's method, whose normal is known.
template <class Shape, int W, class Rows>
Touch<W> approached_touch(const Sweep<W>& sweep, const Rows& rows) {
    Touch<W> touch = approach<Shape>(sweep, rows);
    touch.t = without_minus_zero(touch.s * sweep.scale);
    const Mask<W> approaches = dot(touch.nearest.normal, sweep.direction) < Float<W>(-0x1p-18f);
    touch.grazes = touch.hit & ~((touch.s > touch.tolerance) & approaches);
    if (!take_fast_path(rows, ~touch.grazes)) [[unlikely]]
        touch.hit = hits_ahead<Shape, W, Rows>(sweep, rows, touch);
    return touch;
}

template <class Shape, int W, class Rows>
Touch<W> meet_sweep(const Sweep<W>& sweep, const Rows& rows, Settings settings) {
    Touch<W> answer;
    if constexpr (knows_touch<Shape, W, Rows>)
        answer = tested_touch<Shape>(sweep, rows);
    else
        answer = approached_touch<Shape>(sweep, rows);
    if (settings.start_overlap == StartOverlap::report)
        answer.hit = answer.hit | answer.starts;
    else if (settings.start_overlap == StartOverlap::leaving && answer.starts.any())
        answer.hit = answer.hit | (answer.starts & leads_in<Shape>(sweep, rows, answer));
    return answer;
}

/// Normal of a touch that grazes, where rounding errors of floats may turn it. If the shape has an
/// exact distance, it is computed in double. Otherwise, if the path seems to recede, it is the
/// normal of the face ahead, whose inner side the path soon reaches.
template <class Shape, int W, class Rows>
LANECAST_RARE Vec<W> normal_of_graze(Sweep<W> sweep, const Rows& rows, TouchTime<W> found,
                                     Vec<W> normal) {
    if constexpr (HasExactDistance<Shape>) {
        const auto shape = Shape::template exact<W>(rows);
        const auto course = shape.course(sweep.direction);
        const auto place = shape.place(sweep.center) + course * Double<W>(found.s);
        const Separation<W> nearest = shape.nearest(place);
        const Mask<W> is_point = found.is_of_point(sweep);
        const Vec<W> by_distance = shape.out(nearest.normal);
        if constexpr (is_solid<Shape>) { // after the start, a moving point has a normal already
            return select(is_point & (found.s > found.tolerance), normal, by_distance);
        } else { // for a moving point, the normal of the face, against the path
            const Double<W> zero(Float<W>(0.0f));
            const auto face = shape.face_above(place, zero, course);
            const Vec<W> flat = shape.out(face.plane.normal);
            const Mask<W> behind = dot(flat, sweep.direction) > Float<W>(0.0f);
            return select(face.exists & is_point, select(behind, -flat, flat), by_distance);
        }
    } else {
        const Vec<W> from = sweep.center - Shape::template origin<W>(rows);
        const Float<W> farther = found.tolerance * Float<W>(64.0f);
        const Vec<W> ahead = from + sweep.direction * (found.s + farther);
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
        if constexpr (requires { Shape::entry_normal(sweep, rows); }) {
            const Mask<W> is_point = ~found.starts & found.is_of_point(sweep);
            if (is_point.any())
                normal = select(is_point, Shape::entry_normal(sweep, rows), normal);
        }
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
            const Mask<W> is_point = ~found.starts & found.is_of_point(sweep);
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
    if (found.grazes.any()) [[unlikely]]
        normal = select(found.grazes, normal_of_graze<Shape, W, Rows>(sweep, rows, found, normal),
                        normal);
    // An overlap by rounding error, which possibly only nearest_to() detects, has depth 0.
    const Float<W> depth = max(sweep.radius - nearest.distance, zero);
    return {nearest.point + origin, normal, select(found.starts, depth, zero), found.starts};
}

} // namespace lanecast::LANECAST_ISA
