#pragma once

#include "isa/shapes/volumes/cores.hpp"

/// Separating axes of two convex bodies, of which one moves (Gottschalk, Lin and Manocha: OBBTree,
/// SIGGRAPH 1996; for moving bodies, Ericson, Real-Time Collision Detection, 5.5.8). On each axis,
/// the bodies overlap during an interval of the path. Two polytopes touch where the last of these
/// intervals begins, if none has ended before.
namespace lanecast::LANECAST_ISA {

/// The projections of both bodies on an axis of any length, at the start of the path. The moving
/// body overlaps the other one while it has moved by begin to end along the axis.
template <int W>
struct AxisSpan {
    DoubleVec<W> axis;
    Double<W> begin, end;
    Mask<W> counts; ///< false where rounding errors determine the axis
};

/// The share of its edges below which the length of an axis is rounding error. The edges are then
/// so nearly parallel that other axes separate as well.
inline constexpr float least_axis = 0x1p-30f;

/// A path and what is rounding error on it.
template <int W>
struct CoursePath {
    DoubleVec<W> course;
    Double<W> last;      ///< parameter at which the path ends
    Double<W> tolerance; ///< depth of an overlap that is rounding error
};

/// The part of a path on which two bodies overlap on all axes tried.
template <int W>
class MovingAxes {
public:
    explicit MovingAxes(const CoursePath<W>& path)
        : path_(path), enter(real<W>(-1.0f) / real<W>(0.0f)),
          leave(real<W>(1.0f) / real<W>(0.0f)), normal{real<W>(0.0f), real<W>(0.0f), real<W>(0.0f)},
          apart(no_lanes<W>()) {}

    LANECAST_INLINE void operator()(const AxisSpan<W>& span) {
        const Double<W> zero = real<W>(0.0f), infinity = real<W>(1.0f) / zero;
        const Double<W> speed = dot(span.axis, path_.course);
        const Double<W> margin = path_.tolerance * size_of(span.axis);
        apart = apart | (span.counts & ((zero < span.begin) | (span.end < zero)));
        // Bodies that hardly move along the axis overlap on the whole path, or never do. If their
        // overlap is rounding error, the path slides along a surface.
        const Mask<W> still = ~(margin < absolute(speed) * path_.last);
        const Mask<W> never = (zero - margin < span.begin) | (span.end < margin);
        const Double<W> inverse = real<W>(1.0f) / speed;
        const Double<W> at_begin = span.begin * inverse, at_end = span.end * inverse;
        const Mask<W> back = speed < zero;
        Double<W> first = select(back, at_end, at_begin);
        // Overlaps that are rounding error do not count, unless the bodies are thin: these meet on
        // several axes at almost the same instant, or within rounding error of it.
        const Double<W> second = select(back, at_begin, at_end), spare = margin * absolute(inverse),
                        width = second - first;
        const Mask<W> thin = width < spare * real<W>(1024.0f), flat = width < spare * real<W>(8.0f);
        const Double<W> final = second + select(flat, spare, select(thin, zero, zero - spare));
        first = select(still, select(never, infinity, zero - infinity), first);
        const Mask<W> is_later = span.counts & (enter < first);
        enter = select(is_later, first, enter);
        normal = select(is_later, select(back, span.axis, negative(span.axis)), normal);
        leave = select(span.counts & ~still, minimum(final, leave), leave);
    }

    /// Whether the bodies may touch before the end of the path, after the start.
    [[nodiscard]] Mask<W> may_touch() const {
        return ~(leave < enter) & ~(path_.last < enter) & ~(leave < real<W>(0.0f));
    }

private:
    CoursePath<W> path_;

public:
    Double<W> enter, leave;
    DoubleVec<W> normal; ///< of the axis on which they overlap last, against the path; any length
    Mask<W> apart;       ///< they do not overlap at the start
};

/// The shortest way by which one of two overlapping bodies leaves the other.
template <int W>
struct WayOut {
    Double<W> depth;     ///< its length
    DoubleVec<W> normal; ///< its direction, of unit length
    Mask<W> has_two;     ///< the opposite way is as short, within rounding error
};

/// Finds the shortest way out along the axes tried; the first one among equals.
template <int W>
class LeastDepth {
public:
    /// @param tolerance  rounding error of lengths
    explicit LeastDepth(Double<W> tolerance)
        : tolerance_(tolerance), way{real<W>(1.0f) / real<W>(0.0f),
                                     {real<W>(0.0f), real<W>(0.0f), real<W>(0.0f)},
                                     no_lanes<W>()} {}

    LANECAST_INLINE void operator()(const AxisSpan<W>& span) {
        const Double<W> zero = real<W>(0.0f), inverse = real<W>(1.0f) / length_of(span.axis);
        const Double<W> up = span.end * inverse, down = zero - span.begin * inverse;
        const Double<W> depth = maximum(minimum(up, down), zero);
        // The first axis wins, also if the rounding error of a later one is in its favour.
        const Mask<W> is_less = span.counts & (depth + tolerance_ * real<W>(0x1p-20f) < way.depth);
        way.depth = select(is_less, depth, way.depth);
        way.normal =
            select(is_less, span.axis * select(down < up, zero - inverse, inverse), way.normal);
        const Mask<W> both = ~(tolerance_ < absolute(up - down));
        way.has_two = (is_less & both) | (~is_less & way.has_two);
    }

private:
    Double<W> tolerance_;

public:
    WayOut<W> way;
};

/// The smallest and largest projection of a body.
template <int W>
struct Projection {
    Double<W> low, high;
};
template <int W>
Projection<W> projected(const TriangleCore<W>& body, const DoubleVec<W>& axis) {
    const Double<W> a = dot(body.corner[0], axis), b = dot(body.corner[1], axis),
                    c = dot(body.corner[2], axis);
    return {minimum(a, minimum(b, c)), maximum(a, maximum(b, c))};
}
template <int W>
Projection<W> projected(const CuboidCore<W>& body, const DoubleVec<W>& axis) {
    const Double<W> middle = dot(body.middle, axis);
    const Double<W> reach = absolute(dot(body.axis[0], axis)) * body.half[0] +
                            absolute(dot(body.axis[1], axis)) * body.half[1] +
                            absolute(dot(body.axis[2], axis)) * body.half[2];
    return {middle - reach, middle + reach};
}
template <int W>
Projection<W> projected(const SegmentCore<W>& body, const DoubleVec<W>& axis) {
    const Double<W> a = dot(body.start, axis), b = a + dot(body.way, axis);
    return {minimum(a, b), maximum(a, b)};
}

/// Cores with corners.
template <class Core, int W>
concept IsPolytope = requires(const Core& core, const DoubleVec<W>& axis) {
    projected(core, axis);
};

/// @param counts  where the axis is more than rounding error
template <int W, class Moving, class Fixed>
LANECAST_INLINE inline AxisSpan<W> span_on(const DoubleVec<W>& axis, Mask<W> counts,
                                           const Moving& moving, const Fixed& fixed) {
    const Projection<W> ours = projected(moving, axis), theirs = projected(fixed, axis);
    return {axis, theirs.low - ours.high, theirs.high - ours.low, counts};
}

/// Whether a product of two edges is more than rounding error.
template <int W>
Mask<W> is_axis(const DoubleVec<W>& axis, Double<W> a_square, Double<W> b_square) {
    return a_square * b_square * real<W>(least_axis * least_axis) < dot(axis, axis);
}

/// The axes of a box that moves towards a triangle: the normal of the face first, so that a flat
/// landing has it.
template <int W, class Visit>
LANECAST_INLINE inline void visit_axes(const CuboidCore<W>& box, const TriangleCore<W>& triangle,
                                       Visit&& visit) {
    const DoubleVec<W> side[3] = {triangle.side(0), triangle.side(1), triangle.side(2)};
    const Double<W> square[3] = {dot(side[0], side[0]), dot(side[1], side[1]),
                                 dot(side[2], side[2])};
    const DoubleVec<W> face = cross(side[0], side[1]);
    visit(span_on(face, is_axis(face, square[0], square[1]), box, triangle));
    for (int i = 0; i < 3; ++i)
        visit(span_on(box.axis[i], all_lanes<W>(), box, triangle));
    for (int j = 0; j < 3; ++j)
        for (int i = 0; i < 3; ++i) {
            const DoubleVec<W> axis = cross(box.axis[i], side[j]);
            visit(span_on(axis, is_axis(axis, real<W>(1.0f), square[j]), box, triangle));
        }
}
/// The axes of a box that moves towards another one.
template <int W, class Visit>
LANECAST_INLINE inline void visit_axes(const CuboidCore<W>& box, const CuboidCore<W>& other,
                                       Visit&& visit) {
    const Double<W> one = real<W>(1.0f);
    for (int i = 0; i < 3; ++i)
        visit(span_on(other.axis[i], all_lanes<W>(), box, other));
    for (int i = 0; i < 3; ++i)
        visit(span_on(box.axis[i], all_lanes<W>(), box, other));
    for (int j = 0; j < 3; ++j)
        for (int i = 0; i < 3; ++i) {
            const DoubleVec<W> axis = cross(box.axis[i], other.axis[j]);
            visit(span_on(axis, is_axis(axis, one, one), box, other));
        }
}
/// The axes of a segment that moves towards a triangle.
template <int W, class Visit>
LANECAST_INLINE inline void visit_axes(const SegmentCore<W>& segment,
                                       const TriangleCore<W>& triangle, Visit&& visit) {
    const DoubleVec<W> side[3] = {triangle.side(0), triangle.side(1), triangle.side(2)};
    const Double<W> square[3] = {dot(side[0], side[0]), dot(side[1], side[1]),
                                 dot(side[2], side[2])};
    const DoubleVec<W> face = cross(side[0], side[1]);
    visit(span_on(face, is_axis(face, square[0], square[1]), segment, triangle));
    const Double<W> length_square = dot(segment.way, segment.way);
    for (int j = 0; j < 3; ++j) {
        const DoubleVec<W> axis = cross(segment.way, side[j]);
        visit(span_on(axis, is_axis(axis, length_square, square[j]), segment, triangle));
    }
}
template <int W, class Visit>
LANECAST_INLINE inline void visit_axes(const SegmentCore<W>& segment, const CuboidCore<W>& box,
                                       Visit&& visit) {
    for (int i = 0; i < 3; ++i)
        visit(span_on(box.axis[i], all_lanes<W>(), segment, box));
    const Double<W> length_square = dot(segment.way, segment.way);
    for (int i = 0; i < 3; ++i) {
        const DoubleVec<W> axis = cross(box.axis[i], segment.way);
        visit(span_on(axis, is_axis(axis, real<W>(1.0f), length_square), segment, box));
    }
}
template <int W, class Visit>
LANECAST_INLINE inline void visit_axes(const SegmentCore<W>& segment, const SegmentCore<W>& other,
                                       Visit&& visit) {
    const DoubleVec<W> axis = cross(segment.way, other.way);
    visit(span_on(axis, is_axis(axis, dot(segment.way, segment.way), dot(other.way, other.way)),
                  segment, other));
}

} // namespace lanecast::LANECAST_ISA
