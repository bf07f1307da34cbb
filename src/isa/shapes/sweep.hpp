#pragma once

#include "core/kernel_table.hpp"
#include "isa/shapes/nearest.hpp"
#include "isa/shapes/ray.hpp"
#include "isa/shapes/separation.hpp"

/// Moving spheres in lanes, and where they touch shapes.
namespace lanecast::LANECAST_ISA {

/// Scaled as rays are: the largest component of the direction is in [1, 2), t = s * scale.
template <int W>
struct Sweep {
    Vec<W> center;
    Vec<W> direction;                ///< scaled displacement; zero stays zero
    Float<W> scale;                  ///< a power of two
    Float<W> inverse_length_squared; ///< 1 / direction^2
    Float<W> radius;
    Float<W> t_max; ///< finite
    /// Of what touches at t_max: of others that do only smaller ids are of interest.
    Int<W> id_at_t_max = Int<W>(no_id);
};

/// @param direction the displacement times `scale`
template <int W>
Sweep<W> make_scaled_sweep(Vec<W> center, Vec<W> direction, Float<W> scale, Float<W> radius,
                           Float<W> t_max) {
    return {.center = center,
            .direction = direction,
            .scale = scale,
            .inverse_length_squared = Float<W>(1.0f) / dot(direction, direction),
            .radius = radius,
            .t_max = t_max};
}

template <int W>
Sweep<W> make_sweep(Vec<W> center, Vec<W> displacement, Float<W> radius, Float<W> t_max) {
    const Float<W> scale = scale_to_one(largest_magnitude_bits(displacement));
    return make_scaled_sweep(center, displacement * scale, scale, radius,
                             min(t_max, Float<W>(largest_float)));
}

/// What a shape whose distances are expensive says of an overlap at first.
template <int W>
struct RoughOverlap {
    Mask<W> sure;     ///< true only where the distance tells the same
    Mask<W> possible; ///< false only where the distance tells the same
};

/// Shapes that get ready for spheres at a place, or on their way from there: parts(from, rows),
/// which has overlap() and touch(). Ways from farther than `far_sizes` sizes begin near the shape.
template <class Shape>
concept HasParts = requires(Vec<4> from, const Float<4>* rows) {
    Shape::parts(from, rows);
    Shape::far_sizes;
};

/// Whether the sphere and the shape overlap, once the distance has to tell. Not inlined: hardly
/// anybody asks it, and it takes much stack.
template <class Shape, int W, class Rows>
[[gnu::noinline]] Mask<W> overlaps_exactly(Vec<W> center, Float<W> radius, const Rows& rows) {
    return nearest_to<Shape>(center, rows).distance <= radius;
}
template <class Shape, int W, class Rows>
Mask<W> overlaps(const RoughOverlap<W>& rough, Vec<W> center, Float<W> radius, const Rows& rows) {
    if ((rough.possible & ~rough.sure).any())
        return overlaps_exactly<Shape>(center, radius, rows);
    return rough.sure;
}

/// Whether the sphere and the shape overlap; touching counts.
template <class Shape, int W, class Rows>
Mask<W> overlaps(Vec<W> center, Float<W> radius, const Rows& rows) {
    if constexpr (HasParts<Shape>) {
        const Vec<W> from = center - Shape::template origin<W>(rows);
        return overlaps<Shape>(Shape::parts(from, rows).overlap(radius), center, radius, rows);
    } else {
        return nearest_to<Shape>(center, rows).distance <= radius;
    }
}

/// What is reported of a touch besides t.
template <int W>
struct SweepSurface {
    Vec<W> point;
    Vec<W> normal;
    Float<W> depth;
    Mask<W> starts;
};

/// Where a moving sphere touches a shape first, if it does.
template <int W>
struct Touch {
    Mask<W> hit;
    Mask<W> starts; ///< they overlap at t = 0
    Float<W> s;     ///< the parameter of the direction
    Float<W> t;
    Nearest<W> nearest; ///< to the centre at s, unless the shape knows_touch
    Float<W> tolerance; ///< how well distances are known there
};

/// Whether a shape says itself where a sphere, which does not overlap it at s = 0, touches it:
/// at a parameter s < 0 or NaN if it does not.
template <class Shape, int W, class Rows>
inline constexpr bool knows_touch = HasParts<Shape> ||
                                    requires(const Sweep<W>& sweep, const Rows& rows) {
    Shape::touch(sweep.center, sweep, rows);
};

/// Shapes that bound their touch() by a TouchBound.
template <class Shape>
concept BoundsTouch = requires(Vec<4> from, const Sweep<4>& sweep, const Float<4>* rows) {
    Shape::touch_bound(from, sweep, rows);
};

/// What bounds say of a touch up to t_max.
template <int W>
struct EarlyTouch {
    Mask<W> may;      ///< false only where there is none that counts
    Mask<W> is_known; ///< true only where there is one
    Float<W> t;       ///< of what is known
};

/// @param rows  of leaf blocks, behind which there are ids
template <class Shape, int W, class Rows>
EarlyTouch<W> early_touch(const Sweep<W>& sweep, const Rows& rows) {
    const Vec<W> from = sweep.center - Shape::template origin<W>(rows);
    const auto bound = Shape::touch_bound(from, sweep, rows);
    const Float<W> t = bound.least * sweep.scale;
    const Int<W> id = as_int(Float<W>(rows[Shape::rows]));
    const Mask<W> may =
        (t < sweep.t_max) | ((t == sweep.t_max) & unsigned_greater(sweep.id_at_t_max, id));
    return {may, may & bound.is_touch, t};
}

/// Where a path is first looked at: its start, or if that is far from the shape a place shortly
/// before the shape, so that the roundings of what follows are as small as the shape is near.
template <int W>
struct NearStart {
    Vec<W> from; ///< the centre there, relative to the shape's origin
    Float<W> s;  ///< its parameter; 0 if it is the start
    Mask<W> far; ///< whether the start is more than far_sizes away
};

/// Not inlined: it would take registers from those that are not far.
template <class Shape, int W, class Rows>
[[gnu::noinline]] NearStart<W> skip_far_way(const Sweep<W>& sweep, const Rows& rows, Mask<W> far) {
    const Vec<W> origin = Shape::template origin<W>(rows), from = sweep.center - origin;
    const Float<W> size = Shape::template size<W>(rows) + sweep.radius;
    // They touch less than two sizes from where the path is nearest to the shape's origin. That
    // place is known to 2^-20 of the way. What is NaN, or behind the start, is none. Subnormal
    // displacements stay shorter than 1, which makes parameters long.
    const Float<W> inverse = sweep.inverse_length_squared;
    const Float<W> nearest = -dot(from, sweep.direction) * inverse;
    const Float<W> rounding = Float<W>(3.8146973e-06f) * largest_component(from); // 2^-18
    const Float<W> back = (Float<W>(8.0f) * size + rounding) * sqrt(max(inverse, Float<W>(1.0f)));
    const Mask<W> skips = far & (nearest > back) & (nearest <= Float<W>(largest_float));
    const Float<W> s = select(skips, nearest - back, Float<W>(0.0f));
    const DoubleVec<W> start = DoubleVec<W>(sweep.center) - DoubleVec<W>(origin);
    const Vec<W> there = narrow(start + DoubleVec<W>(sweep.direction) * Double<W>(s));
    return {select(skips, there, from), s, far};
}

template <class Shape, int W, class Rows>
[[gnu::always_inline]] inline NearStart<W> near_start(const Sweep<W>& sweep, const Rows& rows) {
    const Vec<W> from = sweep.center - Shape::template origin<W>(rows);
    const Float<W> size = Shape::template size<W>(rows) + sweep.radius;
    const Mask<W> far = largest_component(from) > Float<W>(Shape::far_sizes) * size;
    if (far.any()) [[unlikely]]
        return skip_far_way<Shape>(sweep, rows, far);
    return {from, Float<W>(0.0f), far};
}

/// How a moving sphere meets the parts of a shape.
template <int W>
struct Contact {
    RoughOverlap<W> overlap; ///< at the start
    Float<W> s; ///< of the touch, if it does not overlap there: < 0 or NaN if there is none
};
template <class Shape, int W, class Rows>
Contact<W> contact_from(const NearStart<W>& start, const Sweep<W>& sweep, const Rows& rows) {
    const auto parts = Shape::parts(start.from, rows);
    const Float<W> rest = parts.touch(sweep);
    Contact<W> contact = {{no_lanes<W>(), no_lanes<W>()},
                          select(rest >= Float<W>(0.0f), start.s + rest, rest)};
    if (!start.far.all()) { // nobody overlaps anything from there
        const RoughOverlap<W> overlap = parts.overlap(sweep.radius);
        contact.overlap = {overlap.sure & ~start.far, overlap.possible & ~start.far};
    }
    return contact;
}

/// As many steps as no sweep needs.
inline constexpr int most_steps = 32;

/// Whether the normal at a point that all but lies on the shape is one: at an edge it may be
/// nothing but rounding. A normal leads to points that are nearest to the same place however far it
/// goes.
template <class Shape, int W, class Rows>
Mask<W> is_certain(Vec<W> point, Vec<W> normal, Float<W> far, const Rows& rows) {
    const Vec<W> again = Shape::nearest(point + normal * far, rows).normal;
    return largest_component(again - normal) <= Float<W>(9.536743e-07f); // 8 e
}

/// The largest number in the computation of distances at the start.
template <class Shape, int W, class Rows>
Float<W> extent_at_start(Vec<W> from, const Sweep<W>& sweep, const Rows& rows) {
    return largest_component(from) + Shape::template size<W>(rows) + sweep.radius;
}

/// How well distances are known after a path. No length counts as less than 2^-50
/// (docs/semantics.md): among subnormal numbers Newton's method would never come near enough.
template <int W>
Float<W> tolerance_at(Float<W> path, Float<W> extent) {
    const Float<W> three_e(3.5762787e-07f), least(8.881784197001252e-16f);
    return three_e * (extent + path + least);
}

/// 1, or less where a displacement was subnormal and stays shorter when it is scaled: a parameter
/// times this is no more than the path.
template <int W>
Float<W> pace(const Sweep<W>& sweep) {
    return min(largest_component(sweep.direction), Float<W>(1.0f));
}

/// Newton's method on the distance from a moving point to a convex shape, which is convex along the
/// path: each step goes as far as the tangent plane at the nearest point, so it never goes too far,
/// and once the path does not lead towards that plane nothing is met. Roundings do not add up: each
/// step starts from the distance at the place where the last one really ended.
///
/// What starts at the surface, give or take a rounding, and leads away from it meets nothing: so a
/// sphere can leave what it has touched. Where nobody knows what is away it is a hit.
///
/// A lane that has its answer stays as it is. t_max only ends the path early: s never falls, so a
/// touch before t_max is the same for every t_max.
template <class Shape, int W, class Rows>
Touch<W> approach(const Sweep<W>& sweep, const Rows& rows) {
    const Float<W> zero(0.0f), e(1.1920929e-7f);
    const Vec<W> from = sweep.center - Shape::template origin<W>(rows);
    const Float<W> extent = extent_at_start<Shape>(from, sweep, rows);
    const auto distances = distances_of<Shape, W>(rows);
    const Float<W> paced = pace(sweep);

    Touch<W> answer;
    answer.hit = no_lanes<W>();
    answer.s = zero;
    Mask<W> open = all_lanes<W>();
    for (int step = 0;; ++step) {
        answer.nearest = distances.nearest(from + sweep.direction * answer.s);
        answer.tolerance = tolerance_at(answer.s * paced, extent);
        const Float<W> gap = answer.nearest.distance - sweep.radius;
        const Float<W> speed = -dot(answer.nearest.normal, sweep.direction);
        const Mask<W> nears = speed > zero;
        if (step == 0) {
            answer.starts = answer.nearest.distance <= sweep.radius; // the test of overlaps()
            const Mask<W> moves = largest_component(sweep.direction) > zero;
            const Mask<W> leaves = ~answer.starts & ~nears & moves;
            const Mask<W> doubtful = leaves & (answer.nearest.distance <= answer.tolerance);
            if (doubtful.any())
                answer.hit =
                    doubtful & ~is_certain<Shape>(from, answer.nearest.normal, extent, rows);
            open = ~answer.starts & nears;
        }
        // Beyond 2^60 both may be infinite.
        const Mask<W> touches = (gap <= answer.tolerance) & (answer.tolerance <= largest_float);
        answer.hit = answer.hit | (open & touches);
        // The speed is known to a few e. Rather too short a step: through a shape without inside
        // too long a one would lead out on the other side.
        const Float<W> next = answer.s + gap / (speed + Float<W>(4.0f) * e * paced);
        open = open & ~touches & nears & (next * sweep.scale <= sweep.t_max);
        if (!open.any() || step == most_steps)
            break;
        answer.s = select(open, next, answer.s);
    }
    return answer;
}

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
    if constexpr (!requires { Shape::touches_ahead; }) {
        const Mask<W> at_start = answer.hit & (answer.s <= answer.tolerance);
        if (at_start.any()) [[unlikely]]
            answer.hit =
                answer.hit & (~at_start | leads_into_at_start<Shape, W, Rows>(sweep, rows, answer));
    }
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
    // What overlaps by a rounding, as nearest_to() may know and the distance here not, is 0 deep.
    const Float<W> depth = max(sweep.radius - nearest.distance, zero);
    return {nearest.point + origin, normal, select(found.starts, depth, zero), found.starts};
}

} // namespace lanecast::LANECAST_ISA
