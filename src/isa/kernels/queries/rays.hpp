#pragma once

#include "isa/geometry/bounding_sphere.hpp"
#include "isa/geometry/nearest.hpp"
#include "isa/geometry/ray.hpp"
#include "isa/kernels/boxes/box_ray.hpp"
#include "isa/kernels/columns/query_record.hpp"
#include "isa/kernels/queries/query_block.hpp"
#include "isa/shapes/instance.hpp"
#include "lanecast/answers.hpp"

/// Rays: from the user's columns to tests of shapes, and from answers back to columns.
namespace lanecast::LANECAST_ISA {

/// W rays as the user passed them.
template <int W>
struct RawRays {
    Vec<W> origin, direction;
    Float<W> t_min, t_max;

    /// Rays i to i + W - 1 of the block last staged.
    template <class Inputs>
    RawRays(const Inputs& rays, int i)
        : origin(rays.vectors(ray_column::origin, i)),
          direction(rays.vectors(ray_column::direction, i)),
          t_min(rays.floats(ray_column::t_min, i)), t_max(rays.floats(ray_column::t_max, i)) {}

    /// Lanes that are valid: docs/semantics.md, "Bad and inactive queries".
    [[nodiscard]] Mask<W> valid() const {
        const Float<W> largest = as_float(largest_magnitude_bits(direction)); // NaN if any is
        return is_finite(origin) & (largest >= Float<W>(least_normal)) &
               (largest <= Float<W>(largest_float)) & (t_min <= t_max);
    }
    /// Lanes that are valid, provided that witness() is finite; without the longest directions.
    [[nodiscard]] Mask<W> valid_if_finite() const {
        return scales_quickly(largest_magnitude_bits(direction)) & (t_min <= t_max);
    }
    [[nodiscard]] Float<W> witness(Vec<W> of_shape) const { return sum(of_shape - origin); }
    /// Calls report(lanes with a fault, fault). If a lane has several faults, the first in the
    /// order of Fault counts.
    template <class Report>
    void faults(Report&& report) const {
        report(~is_finite(origin), Fault::origin_not_finite);
        report(~is_finite(direction), Fault::direction_not_finite);
        const Float<W> largest = as_float(largest_magnitude_bits(direction));
        report(largest < Float<W>(least_normal), Fault::direction_too_small);
        report(~(t_min == t_min) | ~(t_max == t_max), Fault::bound_is_nan);
        report(~(t_min <= t_max), Fault::bounds_reversed);
    }
    [[nodiscard]] Ray<W> prepared() const { return make_ray(origin, direction, t_min, t_max); }
    /// prepared(), for the lanes of valid_if_finite() only.
    [[nodiscard]] Ray<W> prepared_if_valid() const {
        const Float<W> scale = quick_scale_to_one(largest_magnitude_bits(direction));
        return make_scaled_ray(origin, direction * scale, scale, t_min,
                               min(t_max, Float<W>(largest_float)));
    }
    /// Without a scale: see ScalesExactly.
    [[nodiscard]] Ray<W> as_is() const {
        return make_scaled_ray(origin, direction, Float<W>(1.0f), t_min,
                               min(t_max, Float<W>(largest_float)));
    }
};

/// Prepared rays as columns. Engines load one ray into all lanes, or a different ray into each
/// lane.
struct PreparedRays {
    VectorColumn origin;
    VectorColumn direction; ///< scaled
    VectorColumn inverse;
    VectorColumn shear;
    VectorColumn permuted_origin;
    alignas(64) std::uint32_t largest_axis[group_size];
    alignas(64) float scale[group_size];
    alignas(64) float inverse_length_squared[group_size];
    alignas(64) float t_min[group_size];
    alignas(64) float t_max[group_size];
    BoxRayColumns box;

    template <int W>
    void store(int i, const Ray<W>& ray, const RayMargins<W>& margins) {
        origin.store(i, ray.origin);
        direction.store(i, ray.direction);
        inverse.store(i, ray.inverse);
        shear.store(i, Vec<W>{ray.shear.x, ray.shear.y, ray.shear.inverse_z});
        permuted_origin.store(i, ray.axes.permuted(ray.origin));
        select(ray.axes.x_largest, Int<W>(0), select(ray.axes.y_largest, Int<W>(1), Int<W>(2)))
            .store(largest_axis + i);
        ray.scale.store(scale + i);
        ray.inverse_length_squared.store(inverse_length_squared + i);
        ray.t_min.store(t_min + i);
        ray.t_max.store(t_max + i);
        box.store(i, ray.origin, ray.inverse, ray.scale, ray.t_min, Float<W>(0.0f),
                  margins.on_axes(ray.origin, Float<W>(0.0f)));
    }

    /// Rays i to i + W - 1.
    template <int W>
    [[nodiscard]] Ray<W> load(int i) const {
        const Vec<W> d = direction.load<W>(i);
        const Vec<W> s = shear.load<W>(i);
        return {.origin = origin.load<W>(i),
                .direction = d,
                .scale = Float<W>::load(scale + i),
                .inverse = inverse.load<W>(i),
                .inverse_length_squared = Float<W>::load(inverse_length_squared + i),
                .shear = {s.x, s.y, s.z},
                .axes = LaneAxes<W>(d),
                .t_min = Float<W>::load(t_min + i),
                .t_max = Float<W>::load(t_max + i)};
    }

    /// Ray i in all lanes, in the type for lanes that may hold different rays.
    template <int W>
    [[nodiscard]] Ray<W> spread(int i) const {
        const Vec<W> d = direction.broadcast<W>(i);
        const Vec<W> s = shear.broadcast<W>(i);
        return {.origin = origin.broadcast<W>(i),
                .direction = d,
                .scale = scale[i],
                .inverse = inverse.broadcast<W>(i),
                .inverse_length_squared = inverse_length_squared[i],
                .shear = {s.x, s.y, s.z},
                .axes = LaneAxes<W>(d),
                .t_min = t_min[i],
                .t_max = t_max[i]};
    }

    /// Largest t of answers to ray i.
    [[nodiscard]] float limit(int i) const { return t_max[i]; }
    void set_limit(int i, float t) { t_max[i] = t; }

    /// Ray i in all lanes, up to `up_to`.
    template <int W>
    [[nodiscard]] Ray<W, UniformAxes<W>> broadcast(int i, float up_to) const {
        static constexpr std::ptrdiff_t next[] = {1, 2, 0};
        const std::ptrdiff_t z = largest_axis[i], x = next[z], y = next[x];
        const Vec<W> s = shear.broadcast<W>(i);
        return {.origin = origin.broadcast<W>(i),
                .direction = direction.broadcast<W>(i),
                .scale = scale[i],
                .inverse = inverse.broadcast<W>(i),
                .inverse_length_squared = inverse_length_squared[i],
                .shear = {s.x, s.y, s.z},
                .axes = {x, y, z, permuted_origin.broadcast<W>(i)},
                .t_min = t_min[i],
                .t_max = up_to};
    }
};

/// Rays as a query type: see concepts.hpp.
struct RayQuery {
    using Query = RayQuery;
    using Inputs = ray_column;
    static constexpr Defaults<2> defaults = {
        {{ray_column::t_min, 0.0f}, {ray_column::t_max, __builtin_inff()}}};
    using Columns = RayColumns;
    template <int W>
    using Raw = RawRays<W>;
    template <int W>
    using Lanes = Ray<W>;
    using Prepared = PreparedRays;
    using Boxes = BoxRay;
    template <int W>
    using Margins = RayMargins<W>;

    /// t is the same in the world and in a prototype. Lanes whose direction would be invalid in the
    /// prototype are not `able`.
    template <int W, class Axes>
    static Ray<W> transformed(const Ray<W, Axes>& ray, const InstanceTransform<W>& at,
                              Mask<W>& able) {
        const auto course = at.into({ray.direction, ray.scale});
        able = course.is_normal();
        return make_scaled_ray(at.into(ray.origin), course.direction, course.scale, ray.t_min,
                               ray.t_max);
    }
    static float limit_into(float t, float) { return t; }
    static float value_out(float t, float) { return t; }

    using StreamBoxes = BoxRays<&TreeSpace::rays>;
    using ShapeRows = Rows<0, 2, 3>;

    template <int W>
    static StreamRoute<W> pack(const RawRays<W>& rays, const TreeSpace&, Float<W>* words) {
        const Ray<W> ray = rays.prepared();
        const Vec<W> inverse = BoxRayColumns::clamped(ray.inverse);
        const Float<W> no_radius(0.0f);
        StreamBoxes::pack(ray.origin, inverse, ray.scale, ray.t_min, ray.t_max, no_radius, words);
        put_vector(ray.direction, words + record_word::query);
        words[record_word::query + 3] = ray.t_min;
        words[record_word::t] = ray.t_max;
        words[record_word::scale_kind_lane] = ray.scale;
        return {BoxRayColumns::octants(inverse),
                BoxRayColumns::is_out_of_tree(ray.origin, no_radius)};
    }
    template <class Number>
    static Number box_limit(Number t, const LimitWords<Number>& of, const TreeSpace&) {
        return (t + Number(t_step)) * of.inverse_scale;
    }
    template <int W>
    static Ray<W> unpack(const Float<W>* words) {
        return make_scaled_ray(vector_in(words + record_word::origin),
                               vector_in(words + record_word::query), scale_in(words),
                               words[record_word::query + 3], words[record_word::t]);
    }
};

/// The columns that hits are written to, staged block by block.
template <int W>
class StagedHits : public StagedAnswers<hit_column, W> {
public:
    using StagedAnswers<hit_column, W>::StagedAnswers;

    /// @param miss_flags  invalid, bad_shape
    void write_details(int i, Mask<W> hit, const RaySurface<W>& surface, Int<W> miss_flags) {
        this->put(hit_column::normal, i, hit, surface.normal);
        this->put(hit_column::point, i, hit, surface.point);
        this->put(hit_column::u, i, hit, surface.u, 0.0f);
        this->put(hit_column::v, i, hit, surface.v, 0.0f);
        // A NaN here, of inf - inf, would have the sign that the compiler's order of operands
        // gives.
        const Mask<W> is_number = surface.clearance == surface.clearance;
        this->put(hit_column::clearance, i, hit,
                  select(is_number, surface.clearance, Float<W>(__builtin_inff())), 0.0f);
        const Int<W> none(0);
        const Int<W> flags = Int<W>(flag::hit) |
                             select(surface.inside, Int<W>(flag::inside), none) |
                             select(surface.back, Int<W>(flag::back), none);
        this->put(hit_column::flags, i, hit, flags, miss_flags);
    }
};

template <int W>
RaySurface<W> select(Mask<W> m, const RaySurface<W>& a, const RaySurface<W>& b) {
    return {select(m, a.normal, b.normal),
            select(m, a.u, b.u),
            select(m, a.v, b.v),
            (m & a.inside) | (~m & b.inside),
            (m & a.back) | (~m & b.back),
            select(m, a.point, b.point),
            select(m, a.clearance, b.clearance)};
}

/// The point of a hit: that of the boundary which is nearest to o + t d. In double, and relative to
/// the shape, so that the point is on the shape however far the ray has come. A hit at the start of
/// a ray inside a solid is at the start.
template <class Shape, int W, class Axes, class Rows>
LANECAST_APART Vec<W> point_of_hit(const Ray<W, Axes>& ray, const Rows& rows, Float<W> t,
                                   Mask<W> at_start) {
    const Vec<W> origin = Shape::template origin<W>(rows);
    const DoubleVec<W> at = DoubleVec<W>(ray.origin) +
                            DoubleVec<W>(ray.direction) * (Double<W>(t) / Double<W>(ray.scale));
    Vec<W> boundary = Shape::nearest(narrow(at - DoubleVec<W>(origin)), rows).point;
    if constexpr (IsUnbounded<Shape>) // the point may be far from the origin of a plane
        boundary = Shape::nearest(boundary, rows).point;
    const Vec<W> point =
        select(at_start, narrow(at), narrow(DoubleVec<W>(boundary) + DoubleVec<W>(origin)));
    return {without_minus_zero(point.x), without_minus_zero(point.y), without_minus_zero(point.z)};
}

/// 4 e, in units of which clearances are measured.
inline constexpr float clearance_share = 0x1p-21f;

/// Clearance of a point on a shape: 4 e (|x|_max + s), where s of docs/semantics.md is that of the
/// point. A plane is everywhere as near as its point nearest to 0.
template <class Shape, int W, class Rows>
Float<W> clearance_of(Vec<W> point, const Rows& rows) {
    const Float<W> share(clearance_share), largest = largest_component(point);
    if constexpr (IsUnbounded<Shape>) {
        return share * (largest + Shape::template size<W>(rows));
    } else {
        const BoundingSphere<W> sphere = Shape::template bounding_sphere<W>(rows);
        const Vec<W> to = point - Shape::template origin<W>(rows) - sphere.center;
        return share * (largest + sqrt(dot(to, to)) + sphere.radius);
    }
}

/// The first hit of a ray.
struct FirstHit : RayQuery {
    static constexpr bool has_details = true;
    using AnswerColumns = HitColumns;
    template <int W>
    using Answers = StagedHits<W>;
    template <int W>
    using Details = RaySurface<W>;
    template <int W>
    static RaySurface<W> no_details() {
        const Float<W> zero(0.0f);
        return {{zero, zero, zero}, zero, zero, no_lanes<W>(), no_lanes<W>()};
    }

    template <class Shape>
    static constexpr bool has_prefilter = IsExpensive<Shape>;
    /// The form of the query with which prefilter() tests shapes near this one.
    template <class Shape, int W, class Axes, class Rows>
    static const Ray<W, Axes>& near(const Ray<W, Axes>& ray, const Rows&) {
        return ray;
    }
    template <class Shape, int W, class Axes, class Rows>
    static Mask<W> prefilter(const Ray<W, Axes>& ray, const Rows& rows) {
        return prefilter_hit<Shape>(ray, rows);
    }

    template <class Shape, int W, class Axes, class Rows, class AnySettings>
    static RayMeeting<W> ask(const Ray<W, Axes>& ray, const Rows& rows, AnySettings settings) {
        return Shape::meet(ray, rows, settings);
    }
    template <int W>
    static RaySurface<W> details_out(const RaySurface<W>& there, const InstanceTransform<W>& at) {
        const Vec<W> point = at.out(there.point);
        return {at.direction_out(there.normal),
                there.u,
                there.v,
                there.inside,
                there.back,
                point,
                at.length_out(there.clearance) +
                    Float<W>(clearance_share) * at.largest_length(point)};
    }
    template <class Shape, int W, class Axes, class Rows>
    static RaySurface<W> details(const Ray<W, Axes>& ray, const Rows& rows, Settings settings,
                                 const RayMeeting<W>& meeting) {
        RaySurface<W> surface = Shape::surface(ray, rows, settings);
        if (settings.points) {
            surface.point =
                point_of_hit<Shape>(ray, rows, meeting.t, surface.inside & ~surface.back);
            surface.clearance = clearance_of<Shape>(surface.point, rows);
        }
        return surface;
    }
};

/// Whether a ray hits anything.
struct AnyHit : FirstHit {
    static constexpr bool has_details = false;
    using AnswerColumns = WritableColumn;
    template <int W>
    using Answers = StagedTruths<W>;
};

/// All hits of a ray.
struct AllHits : FirstHit {
    static constexpr bool nearer_is_first = true;
    using AnswerColumns = HitRows;
};

} // namespace lanecast::LANECAST_ISA
