#pragma once

#include "isa/simd/vec2.hpp"

/// Ellipses in the plane, and their distances from lines, points and segments.
///
/// Coordinates are transformed into the ellipse's frame in double, so that they keep all their
/// digits wherever the ellipse is. In the frame, they are floats that are scaled by a power of two,
/// so that nothing overflows. Results are exact for points that moved by a few e s.
namespace lanecast::LANECAST_ISA {

/// The gap between an ellipse and a line, a point or a segment: its length and its end points.
template <int W>
struct Gap {
    Float<W> distance; ///< negative if they overlap
    Vec2<W> on_ellipse, on_other;
};

/// Inputs are clamped to this magnitude, so that no difference overflows. Beyond it, the only
/// promise is that no NaN comes out.
inline constexpr float largest_planar = 1e38f;

template <int W>
Float<W> cut(Float<W> a) {
    return min(max(a, Float<W>(-largest_planar)), Float<W>(largest_planar));
}

template <int W>
class Ellipse {
public:
    /// @param axis of about unit length
    Ellipse(Vec2<W> center, Vec2<W> axis, Float<W> a, Float<W> b) : center_(center), axis_(axis) {
        const Mask<W> upright = a < b;
        axis_ = select(upright, Vec2<W>{-axis.y, axis.x}, axis);
        axis_length_ = sqrt(dot(axis, axis));
        long_ = cut(select(upright, b, a));
        // A needle counts as at least 2^-30 as wide as it is long. This is far below the error
        // bound, and squares of the width stay normal numbers.
        ratio_ = max(cut(select(upright, a, b)) / long_, Float<W>(0x1p-30f));
    }

    /// The distance of the line from the centre, minus the support radius sqrt((a n_x)^2 + (b
    /// n_y)^2) along the line's unit normal n.
    [[nodiscard]] Gap<W> to_line(Vec2<W> point, Vec2<W> direction) const {
        const Vec2<W> d = direction * scale_to_one(largest_magnitude_bits(direction));
        const DoubleVec2<W> wide(d);
        // In double, because the given point may be far away even if the line is near.
        const Float<W> moment = cut(narrow(cross(wide, relative(point))));
        const Float<W> scale = scale_to_one(as_int(long_)), inverse = inverse_of_scale(scale);
        const Side side = side_of(framed(wide), moment, long_ * scale);
        const Vec2<W> support = side.support * inverse;
        const Float<W> distance = side.distance - side.reach * inverse;
        return {distance, placed(support), placed(support + side.normal * distance)};
    }

    [[nodiscard]] Gap<W> to_point(Vec2<W> point) const {
        const Vec2<W> p = framed(relative(point));
        const Float<W> scale = scale_to_one(signed_max(largest_magnitude_bits(p), as_int(long_))),
                       inverse = inverse_of_scale(scale);
        const Nearest nearest = nearest_to(p * scale, long_ * scale);
        return {nearest.distance * inverse, placed(nearest.point * inverse), point};
    }

    /// The gap to the points within `radius` of the segment pq. If they overlap, only the sign of
    /// the distance has a meaning.
    ///
    /// Along a line, the signed distance is convex. It is least where the tangent is parallel to
    /// the line or, if the line cuts the ellipse, in the middle of the chord. If that point is on
    /// the segment, the segment is as far away as its line. Otherwise the segment's end nearer to
    /// that point decides.
    [[nodiscard]] Gap<W> to_capsule(Vec2<W> p, Vec2<W> q, Float<W> radius) const {
        const Vec2<W> framed_p = framed(relative(p)), framed_q = framed(relative(q));
        const Vec2<W> framed_edge = framed(DoubleVec2<W>(q) - DoubleVec2<W>(p));
        const Float<W> scale = scale_to_one(signed_max(
            signed_max(largest_magnitude_bits(framed_p), largest_magnitude_bits(framed_q)),
            as_int(long_)));
        const Float<W> inverse = inverse_of_scale(scale), size = long_ * scale;
        const Vec2<W> start = framed_p * scale, end = framed_q * scale;
        const Vec2<W> edge = framed_edge * scale_to_one(largest_magnitude_bits(framed_edge));

        const Float<W> zero(0.0f), one(1.0f);
        const Float<W> moment = narrow(cross(DoubleVec2<W>(edge), DoubleVec2<W>(start)));
        const Side side = side_of(edge, moment, size);
        // The midpoints of parallel chords lie on the diameter through the support point.
        const Vec2<W> least = side.support * min(side.distance / side.reach, one) +
                              side.normal * max(side.distance - side.reach, zero);
        // If the segment has no length, `least` is NaN, so the point is never between the ends.
        const Mask<W> behind_start = dot(least - start, edge) > zero;
        const Mask<W> between = behind_start & (dot(least - end, edge) < zero);

        const Nearest at_end = nearest_to(select(behind_start, end, start), size);
        const Float<W> distance =
            select(between, side.distance - side.reach, at_end.distance) * inverse - cut(radius);
        const Vec2<W> on_ellipse = select(between, side.support, at_end.point) * inverse;
        const Vec2<W> normal = select(between, side.normal, at_end.normal);
        return {distance, placed(on_ellipse), placed(on_ellipse + normal * distance)};
    }

private:
    /// The side of the ellipse that faces a line.
    struct Side {
        Float<W> distance; ///< of the line from the centre
        Vec2<W> normal;    ///< of unit length, towards the line
        Float<W> reach;    ///< extent of the ellipse along the normal
        Vec2<W> support;   ///< support point: the boundary point at this extent
    };

    struct Nearest {
        Float<W> distance;
        Vec2<W> point, normal;
    };

    /// Returns a point relative to the centre.
    [[nodiscard]] DoubleVec2<W> relative(Vec2<W> p) const {
        return DoubleVec2<W>(p) - DoubleVec2<W>(center_);
    }
    /// Transforms a vector into the frame. Each component keeps its relative precision, which
    /// needles require.
    [[nodiscard]] Vec2<W> framed(const DoubleVec2<W>& v) const {
        const DoubleVec2<W> axis(axis_);
        return {cut(narrow(dot(axis, v)) / axis_length_),
                cut(narrow(cross(axis, v)) / axis_length_)};
    }
    /// Transforms a point of the frame into the plane.
    [[nodiscard]] Vec2<W> placed(Vec2<W> v) const {
        const Vec2<W> u = axis_ * (Float<W>(1.0f) / axis_length_);
        return center_ + Vec2<W>{u.x * v.x - u.y * v.y, u.y * v.x + u.x * v.y};
    }

    /// @param direction  of the line in the frame, of any length between 2^-30 and 2^30
    /// @param moment     direction x (a point of the line): distance and side of the line
    /// @param size       the scaled longer semi-axis, less than 4
    [[nodiscard]] Side side_of(Vec2<W> direction, Float<W> moment, Float<W> size) const {
        const Float<W> zero(0.0f), one(1.0f);
        const Float<W> inverse = one / sqrt(dot(direction, direction));
        const Float<W> signed_inverse = select(moment < zero, -inverse, inverse);
        const Vec2<W> normal = {-direction.y * signed_inverse, direction.x * signed_inverse};
        const Vec2<W> stretched = {normal.x, ratio_ * normal.y};
        const Float<W> reach = sqrt(dot(stretched, stretched));
        const Float<W> by_reach = size / reach;
        return {cut(moment * signed_inverse),
                normal,
                size * reach,
                {stretched.x * by_reach, ratio_ * stretched.y * by_reach}};
    }

    /// The boundary point (x, y) nearest to p is the one whose normal leads to p:
    ///     p_x = x + m x / a^2,   p_y = y + m y / b^2.
    /// In units of a, with w = m + b^2, it lies on the ellipse if
    ///     f(w) = (p_x / (w + a^2 - b^2))^2 + (b p_y / w)^2 = 1.
    /// From w = max(b p_y, p_x - (a^2 - b^2)) on, both terms are at most 1, and there one of them
    /// is 1. 1 / sqrt(f) is concave and nearly straight, so Newton's method on it rises from this w
    /// to the root and never passes it. The equation is from Eberly: Distance from a Point to an
    /// Ellipse, an Ellipsoid, or a Hyperellipsoid (2013); the iteration, for the same equation, is
    /// from Moré, Sorensen: Computing a Trust Region Step (1983).
    ///
    /// The float w solves the equation for a p that moved by one or two rounding errors, whatever p
    /// is. Convergence is slowest if p is the centre of curvature of a tip, where each step reduces
    /// the second term by a factor of 1.5^2: after 20 rounds it is below rounding error.
    [[nodiscard]] Nearest nearest_to(Vec2<W> p, Float<W> size) const {
        // On the long axis, b p_y is 0 and w could be 0, too. The lower limit prevents that.
        const Float<W> one(1.0f), least(0x1p-100f);
        const Float<W> a = max(size, least), c = ratio_;
        const Float<W> excess = (one - c) * (one + c);
        const Float<W> along = abs(p.x) / a, across = max(c * (abs(p.y) / a), least);

        Float<W> w = max(along - excess, across), u, v, root;
        for (int round = 0;; ++round) {
            const Float<W> to_u = one / (w + excess), to_v = one / w;
            u = along * to_u;
            v = across * to_v;
            const Float<W> square = u * u + v * v;
            root = sqrt(square);
            const Float<W> next = w + (root - one) * square / ((u * u) * to_u + (v * v) * to_v);
            const Mask<W> rises = next > w;
            if (!rises.any() || round == most_rounds)
                break;
            w = select(rises, next, w); // lanes that no longer rise have converged
        }
        u = u / root;
        v = v / root;
        // For points on the long axis beyond the centre of curvature of the nearest tip, the
        // nearest point is the tip itself.
        v = select((p.y == Float<W>(0.0f)) & (v < Float<W>(1e-8f)), Float<W>(0.0f), v);

        const Mask<W> left = sign_bit(p.x), below = sign_bit(p.y);
        const Vec2<W> point = {a * select(left, -u, u), a * (c * select(below, -v, v))};
        const Vec2<W> steep = {c * u, v};
        const Float<W> to_unit = one / sqrt(dot(steep, steep));
        const Vec2<W> normal =
            Vec2<W>{select(left, -steep.x, steep.x), select(below, -steep.y, steep.y)} * to_unit;
        const Vec2<W> path = p - point;
        const Float<W> distance = sqrt(dot(path, path));
        return {select(w < c * c, -distance, distance), point, normal};
    }

    static constexpr int most_rounds = 24;

    Vec2<W> center_;
    Vec2<W> axis_; ///< as passed in, but along the longer semi-axis
    Float<W> axis_length_;
    Float<W> long_;  ///< the longer semi-axis
    Float<W> ratio_; ///< shorter semi-axis divided by the longer one
};

} // namespace lanecast::LANECAST_ISA
