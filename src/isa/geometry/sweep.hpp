#pragma once

#include "core/kernel_table.hpp"
#include "isa/geometry/nearest.hpp"
#include "isa/geometry/ray.hpp"

/// Moving spheres in lanes, and the tests of touches that shapes provide. meet_sweep.hpp derives
/// the answers from them.
namespace lanecast::LANECAST_ISA {

/// A moving sphere, scaled like a ray: the largest component of the direction is in [1, 2), and t =
/// s * scale.
template <int W>
struct Sweep {
    Vec<W> center;
    Vec<W> direction;                ///< scaled displacement; zero stays zero
    Float<W> scale;                  ///< a power of two
    Float<W> inverse_length_squared; ///< 1 / direction^2
    Float<W> radius;
    Float<W> t_max; ///< finite
    /// Best id at t_max. Only a shape with a smaller id can replace it.
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

/// A cheap first test for overlap, for shapes whose distances are expensive.
template <int W>
struct RoughOverlap {
    Mask<W> sure;     ///< true only if the distance would confirm the overlap
    Mask<W> possible; ///< false only if the distance would exclude an overlap

    [[nodiscard]] Mask<W> is_certain() const { return sure | ~possible; }
};

/// @param square  of the distance from a shape, or a part of it, to the centre
/// @param reach   distance at which they touch
/// @param extent  the largest length of these
/// @param scale   by which all lengths are scaled
template <int W>
RoughOverlap<W> rough_overlap(Float<W> square, Float<W> reach, Float<W> extent, Float<W> scale) {
    const Float<W> rounding(0x1p-16f); // 128 e
    const Float<W> margin = rounding * extent + Float<W>(least_padding) * scale;
    const Float<W> less = max(reach - margin, Float<W>(0.0f)), more = reach + margin;
    return {square < less * less, ~(square > more * more)};
}

/// Shapes that precompute values for spheres at a position and their paths from there: parts(from,
/// rows), which has overlap() and touch(). A path that starts more than `far_sizes` sizes away is
/// tested from a point near the shape.
template <class Shape>
concept HasParts = requires(Vec<4> from, const Float<4>* rows) {
    Shape::parts(from, rows);
    Shape::far_sizes;
};

/// Whether the sphere and the shape overlap, by their distance. Not inlined, because it is rarely
/// needed and takes much stack.
template <class Shape, int W, class Rows>
LANECAST_APART Mask<W> overlaps_exactly(Vec<W> center, Float<W> radius, const Rows& rows) {
    return nearest_to<Shape>(center, rows).distance <= radius;
}
template <class Shape, int W, class Rows>
Mask<W> overlaps(const RoughOverlap<W>& rough, Vec<W> center, Float<W> radius, const Rows& rows) {
    if (!take_fast_path(rows, rough.is_certain()))
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

/// The reported values of a touch besides t.
template <int W>
struct SweepSurface {
    Vec<W> point;
    Vec<W> normal;
    Float<W> depth;
    Mask<W> starts;
};

/// First touch of a moving sphere with a shape, if there is one.
template <int W>
struct TouchTime {
    Mask<W> hit;
    Mask<W> starts; ///< they overlap at t = 0
    Mask<W> grazes; ///< rounding errors may decide whether the path leads against the normal
    Float<W> s;     ///< the parameter of the direction
    Float<W> t;
    Float<W> tolerance; ///< error bound of distances at s

    /// Whether the sphere is a point, within rounding error.
    [[nodiscard]] Mask<W> is_of_point(const Sweep<W>& sweep) const {
        return sweep.radius <= tolerance;
    }
    /// An error that no position, distance or normal at s exceeds, with a large margin.
    [[nodiscard]] Float<W> doubt() const { return tolerance * Float<W>(16.0f); }
};
template <int W>
struct Touch : TouchTime<W> {
    Nearest<W> nearest; ///< to the centre at s; not set if the shape knows_touch
};

/// The first touch of a moving sphere with a shape, by the shape's own test in floats.
template <int W>
struct TouchTest {
    RoughOverlap<W> at_start;
    Float<W> s; ///< of the touch, if there is no overlap at the start; < 0 or NaN if there is none
    /// Approach to the touched part: the vector from the centre to the nearest point of a face or
    /// edge, or to the axis or centre of a round part, times the direction. It may be less.
    Float<W> approach;
    /// Whether a point leads against the normal of the face that it touches.
    Mask<W> point_approaches = no_lanes<W>();

    /// Whether a touch is after the start, and the path leads against every normal that the shape
    /// may have there within rounding error. The touched part is within the error of the radius,
    /// and the nearest point of the shape cannot be farther from it than the root of 8 error
    /// radius, because both are points of a convex shape. So the normal differs by this length, as
    /// a share of the radius.
    [[nodiscard]] Mask<W> approaches(const Sweep<W>& sweep, const TouchTime<W>& touch) const {
        const Float<W> doubt = touch.doubt();
        return (touch.s > touch.tolerance) & ((approach > sqrt(doubt * (sweep.radius + doubt))) |
                                              (point_approaches & touch.is_of_point(sweep)));
    }
    /// Whether the test is right.
    [[nodiscard]] Mask<W> is_certain(const Sweep<W>& sweep, const TouchTime<W>& touch) const {
        return at_start.is_certain() & (~touch.hit | approaches(sweep, touch));
    }
    [[nodiscard]] const RoughOverlap<W>& overlap() const { return at_start; }
    /// Whether they overlap at the start, if the test is right.
    [[nodiscard]] Mask<W> starts() const { return at_start.sure; }
};

/// Whether a shape has its own test for touches: touch(from, sweep, rows), or parts(from, rows).
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

/// Result of a TouchBound for touches up to t_max.
template <int W>
struct EarlyTouch {
    Mask<W> may;      ///< false only if there is no touch that counts
    Mask<W> is_known; ///< true only if there is a touch and its t is known
    Float<W> t;       ///< t of the touch, if it is known
};

/// @param rows  of leaf blocks, which are followed by ids
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

/// The point from which a path is tested: its start, or if that is far from the shape, a point
/// shortly before the shape, so that rounding errors are relative to the small distance from there.
template <int W>
struct NearStart {
    Vec<W> from; ///< the centre there, relative to the shape's origin
    Float<W> s;  ///< its parameter; 0 for the start
    Mask<W> far; ///< whether the start is more than far_sizes away
};

/// Skips the far part of a path. Not inlined, because it would take registers from paths that start
/// near the shape.
template <class Shape, int W, class Rows>
LANECAST_APART NearStart<W> skip_far_way(const Sweep<W>& sweep, const Rows& rows, Mask<W> far) {
    const Vec<W> origin = Shape::template origin<W>(rows), from = sweep.center - origin;
    const Float<W> size = Shape::template size<W>(rows) + sweep.radius;
    // A touch is less than two sizes from the point where the path is nearest to the shape's
    // origin, which is known to 2^-20 of the distance. If that point is NaN or behind the start,
    // nothing is skipped. Subnormal displacements stay shorter than 1, which makes parameters
    // larger.
    const Float<W> inverse = sweep.inverse_length_squared;
    const Float<W> nearest = -dot(from, sweep.direction) * inverse;
    const Float<W> rounding = Float<W>(0x1p-18f) * largest_component(from);
    const Float<W> back = (Float<W>(8.0f) * size + rounding) * sqrt(max(inverse, Float<W>(1.0f)));
    const Mask<W> skips = far & (nearest > back) & (nearest <= Float<W>(largest_float));
    const Float<W> s = select(skips, nearest - back, Float<W>(0.0f));
    const DoubleVec<W> start = DoubleVec<W>(sweep.center) - DoubleVec<W>(origin);
    const Vec<W> there = narrow(start + DoubleVec<W>(sweep.direction) * Double<W>(s));
    return {select(skips, there, from), s, far};
}

template <class Shape, int W, class Rows>
LANECAST_INLINE inline NearStart<W> near_start(const Sweep<W>& sweep, const Rows& rows) {
    const Vec<W> from = sweep.center - Shape::template origin<W>(rows);
    const Float<W> size = Shape::template size<W>(rows) + sweep.radius;
    const Mask<W> far = largest_component(from) > Float<W>(Shape::far_sizes) * size;
    if (!take_fast_path(rows, ~far)) [[unlikely]]
        return skip_far_way<Shape>(sweep, rows, far);
    return {from, Float<W>(0.0f), no_lanes<W>()};
}

/// The test of a shape with parts.
template <class Shape, int W, class Rows>
TouchTest<W> test_parts(const Sweep<W>& sweep, const Rows& rows) {
    const NearStart<W> start = near_start<Shape>(sweep, rows);
    const auto parts = Shape::parts(start.from, rows);
    TouchTest<W> test = parts.touch(sweep);
    test.s = select(test.s >= Float<W>(0.0f), start.s + test.s, test.s);
    // No far sphere overlaps the shape.
    test.at_start = {test.at_start.sure & ~start.far, test.at_start.possible & ~start.far};
    return test;
}

/// Maximum number of Newton steps. No sweep needs as many.
inline constexpr int most_steps = 32;

/// Whether the normal at a point that almost lies on the shape is reliable; at an edge, it may be
/// nothing but rounding error. All points along a true normal have the same nearest point, so their
/// normal must be the same.
template <class Shape, int W, class Rows>
Mask<W> is_certain(Vec<W> point, Vec<W> normal, Float<W> far, const Rows& rows) {
    const Vec<W> again = Shape::nearest(point + normal * far, rows).normal;
    return largest_component(again - normal) <= Float<W>(0x1p-20f); // 8 e
}

/// The largest length in the computation of distances at the start.
template <class Shape, int W, class Rows>
Float<W> extent_at_start(Vec<W> from, const Sweep<W>& sweep, const Rows& rows) {
    return largest_component(from) + Shape::template size<W>(rows) + sweep.radius;
}

/// Error bound of distances after a path. No length counts as less than 2^-50 (docs/semantics.md),
/// because among subnormal numbers Newton's method would never come near enough.
template <int W>
Float<W> tolerance_at(Float<W> path, Float<W> extent) {
    const Float<W> three_e(3.5762787e-07f), least(0x1p-50f);
    return three_e * (extent + path + least);
}

/// 1, or less if a displacement was subnormal and stays shorter after scaling. A parameter times
/// this is no more than the length of the path.
template <int W>
Float<W> pace(const Sweep<W>& sweep) {
    return min(largest_component(sweep.direction), Float<W>(1.0f));
}

/// Newton's method on the distance from a moving point to a convex shape, which is convex along the
/// path. Each step goes as far as the tangent plane at the nearest point, so it never goes too far;
/// and once the path does not lead towards that plane, there is no touch. Rounding errors do not
/// add up, because each step starts from the distance at the point where the last one really ended.
///
/// A sphere that starts on the surface, within rounding error, and moves away from it touches
/// nothing, so that it can leave a shape that it has touched. If it is unknown which direction
/// leads away, the sphere hits.
///
/// A lane that has its answer does not change. t_max only ends the path early: s never decreases,
/// so a touch before t_max is the same for every t_max.
template <class Shape, int W, class Rows>
Touch<W> approach(const Sweep<W>& sweep, const Rows& rows) {
    const Float<W> zero(0.0f), e(0x1p-23f);
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
            answer.starts = answer.nearest.distance <= sweep.radius; // as in overlaps()
            const Mask<W> moves = largest_component(sweep.direction) > zero;
            const Mask<W> leaves = ~answer.starts & ~nears & moves;
            const Mask<W> doubtful = leaves & (answer.nearest.distance <= answer.tolerance);
            if (!take_fast_path(rows, ~doubtful))
                answer.hit =
                    doubtful & ~is_certain<Shape>(from, answer.nearest.normal, extent, rows);
            open = ~answer.starts & nears;
        }
        // Beyond 2^60, both may be infinite.
        const Mask<W> touches = (gap <= answer.tolerance) & (answer.tolerance <= largest_float);
        answer.hit = answer.hit | (open & touches);
        // The speed is known to a few e. Too short a step is better than too long a one, which
        // would lead through a shape without inside to its other side.
        const Float<W> next = answer.s + gap / (speed + Float<W>(4.0f) * e * paced);
        open = open & ~touches & nears & (next * sweep.scale <= sweep.t_max);
        if (!open.any() || step == most_steps)
            break;
        answer.s = select(open, next, answer.s);
    }
    return answer;
}

} // namespace lanecast::LANECAST_ISA
