#pragma once

#include "core/kernel_table.hpp"
#include "isa/simd/vec3.hpp"

/// Rays in lanes, and the hits that shapes report for them.
///
/// The direction of a ray is scaled by a power of two, so that its largest component is in [1, 2).
/// This is exact, and no dot product of the direction can overflow or vanish. Shapes solve o + s d
/// for the parameter s of the scaled direction; the user's parameter is t = s * scale. All
/// decisions about [t_min, t_max] and about which hit comes first are made with t, so that equal
/// answers are ties.
namespace lanecast::LANECAST_ISA {

/// Amount by which limits in t move outward before parameters are compared with them, because
/// scaling a parameter to t, or back, may round. The smallest number above 0 would do. But if t is
/// 0, as a ray's t_min usually is, CPUs take some 150 cycles to multiply that number, because it is
/// subnormal.
inline constexpr float t_step = 0x1p-100f;

/// Permutation of the coordinates that makes z the largest component of a ray's direction,
/// separately for each lane.
template <int W>
struct LaneAxes {
    Mask<W> x_largest, y_largest;

    explicit LaneAxes(Vec<W> direction) {
        const Float<W> x = abs(direction.x), y = abs(direction.y), z = abs(direction.z);
        x_largest = (x >= y) & (x >= z);
        y_largest = ~x_largest & (y >= z);
    }

    /// Permutes cyclically, so that orientation is kept.
    [[nodiscard]] Vec<W> permuted(Vec<W> a) const {
        return {select(x_largest, a.y, select(y_largest, a.z, a.x)),
                select(x_largest, a.z, select(y_largest, a.x, a.y)),
                select(x_largest, a.x, select(y_largest, a.y, a.z))};
    }
    /// (rows first, first + 1, first + 2) - origin, permuted.
    template <class Rows>
    [[nodiscard]] Vec<W> relative(const Rows& rows, int first, const Vec<W>& origin) const {
        return permuted(Vec<W>{rows[first], rows[first + 1], rows[first + 2]} - origin);
    }
};

/// The same if all lanes hold one ray: rows are indexed instead of selected.
template <int W>
struct UniformAxes {
    std::ptrdiff_t x, y, z;
    Vec<W> permuted_origin;

    template <class Rows>
    [[nodiscard]] Vec<W> relative(const Rows& rows, int first, const Vec<W>&) const {
        return Vec<W>{rows[x + first], rows[y + first], rows[z + first]} - permuted_origin;
    }
};

/// The shear that turns a direction into the z axis, which triangles use.
template <int W>
struct Shear {
    Float<W> x, y, inverse_z;
};

template <int W, class Axes = LaneAxes<W>>
struct Ray {
    Vec<W> origin;
    Vec<W> direction;                ///< scaled
    Float<W> scale;                  ///< a power of two
    Vec<W> inverse;                  ///< 1 / direction, infinite for zeros
    Float<W> inverse_length_squared; ///< 1 / direction^2
    Shear<W> shear;
    Axes axes;
    Float<W> t_min; ///< may be -inf
    Float<W> t_max; ///< finite, so that hits at infinity do not count

    /// Lower limit of crossings: t_min, but finite.
    [[nodiscard]] Float<W> t_low() const { return max(Float<W>(-largest_float), t_min); }
};

/// @param d the direction times `scale`
template <int W>
LANECAST_INLINE inline Ray<W> make_scaled_ray(Vec<W> origin, Vec<W> d, Float<W> scale,
                                              Float<W> t_min, Float<W> t_max) {
    const Float<W> one(1.0f);
    const LaneAxes<W> axes(d);
    const Vec<W> permuted = axes.permuted(d);
    const Float<W> inverse_z = one / permuted.z;
    return {.origin = origin,
            .direction = d,
            .scale = scale,
            .inverse = {one / d.x, one / d.y, one / d.z},
            .inverse_length_squared = one / dot(d, d),
            .shear = {permuted.x * inverse_z, permuted.y * inverse_z, inverse_z},
            .axes = axes,
            .t_min = t_min,
            .t_max = t_max};
}

template <int W>
LANECAST_INLINE inline Ray<W> make_ray(Vec<W> origin, Vec<W> direction, Float<W> t_min,
                                       Float<W> t_max) {
    const Float<W> scale = scale_to_one(largest_magnitude_bits(direction));
    return make_scaled_ray(origin, direction * scale, scale, t_min,
                           min(t_max, Float<W>(largest_float)));
}

/// Shapes that know when a path whose direction is not scaled has the same answer, bit for bit, as
/// the scaled one: scales_exactly(path, rows, answer). It is false for bad queries and bad shapes.
template <class Shape, class Path, class Rows, class Meeting>
concept ScalesExactly = requires(const Path& path, const Rows& rows, const Meeting& answer) {
    Shape::scales_exactly(path, rows, answer);
};

/// Whether the length of a direction is far from the ends of the range of floats.
template <int W>
Mask<W> is_usual_direction(Vec<W> direction) {
    const Float<W> square = dot(direction, direction);
    return (square >= Float<W>(0x1p-40f)) & (square <= Float<W>(0x1p40f));
}

/// First hit of a ray with a shape, if there is one.
template <int W>
struct RayMeeting {
    Mask<W> hit;
    Float<W> t;
    Mask<W> inside; ///< the start is inside the solid
    Mask<W> leaves; ///< the hit is where the ray leaves the solid
};

/// The reported values of a hit besides t.
template <int W>
struct RaySurface {
    Vec<W> normal;
    Float<W> u, v;
    Mask<W> inside, back;
    Vec<W> point = {}; ///< see point_of_hit()
    Float<W> clearance = 0.0f;
};

/// The part of the line s -> o + s d that lies in a convex solid. It is empty if enter > exit or if
/// an end is NaN.
template <int W>
struct Interval {
    Float<W> enter, exit;
};

/// Ray tests of solids as docs/semantics.md defines them, for a shape that provides
///     interval(ray, rows) and normal(ray, rows, Mask leaving).
template <class Shape>
struct Solid {
    template <int W, class Axes, class Rows>
    static RayMeeting<W> meet(const Ray<W, Axes>& ray, const Rows& rows, Settings settings) {
        const Interval<W> s = Shape::interval(ray, rows);
        // Whether the interval is empty is tested before t underflows. Otherwise every near solid
        // would be hit.
        const Mask<W> is_met = s.enter <= s.exit;
        const Float<W> enter = s.enter * ray.scale;
        const Float<W> exit = s.exit * ray.scale;
        const Mask<W> meets = is_met & (exit >= ray.t_min);
        if (!settings.surface) {
            const Float<W> first = max(ray.t_min, enter), lowest(-largest_float);
            // An unbounded line that starts inside hits only the exit face.
            const Mask<W> unbounded = first < lowest;
            const Float<W> back = settings.backfaces ? exit : first;
            const Float<W> t = without_minus_zero(select(unbounded, back, first));
            const Mask<W> hit = meets & (t <= ray.t_max) & (t >= lowest);
            return {hit, t, hit & (enter < ray.t_min), hit & unbounded};
        }
        const Mask<W> enters = meets & (enter >= ray.t_low()) & (enter <= ray.t_max);
        const Mask<W> leaves = settings.backfaces ? meets & (enter < ray.t_low()) &
                                                        (exit >= ray.t_low()) & (exit <= ray.t_max)
                                                  : no_lanes<W>();
        return {enters | leaves, without_minus_zero(select(enters, enter, exit)),
                leaves & (enter < ray.t_min), leaves};
    }

    /// meet() with default settings and limits.
    template <int W, class Axes, class Rows>
    static RayMeeting<W> meet(const Ray<W, Axes>& ray, const Rows& rows, PlainSettings) {
        const Interval<W> s = Shape::interval(ray, rows);
        const Float<W> zero(0.0f), enter = s.enter * ray.scale, exit = s.exit * ray.scale;
        const Float<W> t = max(enter, zero);
        const Mask<W> hit = (s.enter <= s.exit) & (exit >= zero) & (t <= Float<W>(largest_float));
        return {hit, t, hit & (enter < zero), no_lanes<W>()};
    }

    template <int W, class Axes, class Rows>
    static RaySurface<W> surface(const Ray<W, Axes>& ray, const Rows& rows, Settings settings) {
        const RayMeeting<W> meeting = Shape::meet(ray, rows, settings);
        const Float<W> zero(0.0f);
        Vec<W> normal = Shape::normal(ray, rows, meeting.leaves);
        if (!settings.surface)
            normal = select(meeting.inside, normalized(-ray.direction), normal);
        return {normal, zero, zero, meeting.inside, meeting.leaves};
    }
};

/// Whether a shape has an inside.
template <class Shape>
inline constexpr bool is_solid = __is_base_of(Solid<Shape>, Shape);

} // namespace lanecast::LANECAST_ISA
