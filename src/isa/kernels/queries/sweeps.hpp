#pragma once

#include "isa/geometry/bounding_sphere.hpp"
#include "isa/geometry/meet_sweep.hpp"
#include "isa/kernels/boxes/box_ray.hpp"
#include "isa/kernels/columns/query_record.hpp"
#include "isa/kernels/queries/query_block.hpp"
#include "isa/shapes/instance.hpp"

/// Moving spheres: from the user's columns to tests of shapes, and from answers back to columns.
namespace lanecast::LANECAST_ISA {

/// W sweeps as the user passed them. A displacement of the shape counts as the opposite
/// displacement of the sphere.
template <int W>
struct RawSweeps {
    Vec<W> center, displacement, shape_displacement, relative;
    Float<W> radius, t_max;

    /// Sweeps i to i + W - 1 of the block last staged.
    template <class Inputs>
    RawSweeps(const Inputs& sweeps, int i)
        : center(sweeps.vectors(sweep_column::center, i)),
          displacement(sweeps.vectors(sweep_column::displacement, i)),
          shape_displacement(sweeps.vectors(sweep_column::shape_displacement, i)),
          relative(displacement - shape_displacement),
          radius(sweeps.floats(sweep_column::radius, i)),
          t_max(sweeps.floats(sweep_column::t_max, i)) {}

    /// Lanes that are valid: docs/semantics.md, "Bad and inactive queries".
    [[nodiscard]] Mask<W> valid() const {
        return is_finite(center) & is_finite(radius) & valid_if_finite();
    }
    /// Lanes that are valid, provided that witness() is finite.
    [[nodiscard]] Mask<W> valid_if_finite() const {
        const Float<W> zero(0.0f);
        return is_finite(relative) & (radius >= zero) & (t_max >= zero);
    }
    [[nodiscard]] Float<W> witness(Vec<W> of_shape) const {
        return sum(center - of_shape) + radius;
    }
    /// Calls report(lanes with a fault, fault). If a lane has several faults, the first in the
    /// order of Fault counts.
    template <class Report>
    void faults(Report&& report) const {
        const Float<W> zero(0.0f);
        report(~(t_max == t_max), Fault::bound_is_nan);
        report(~is_finite(center), Fault::center_not_finite);
        report(~is_finite(relative), Fault::displacement_not_finite);
        report(~is_finite(radius), Fault::radius_not_finite);
        report(radius < zero, Fault::radius_negative);
        report(t_max < zero, Fault::bound_negative);
    }
    [[nodiscard]] Sweep<W> prepared() const { return make_sweep(center, relative, radius, t_max); }
    /// Without a scale: see ScalesExactly.
    [[nodiscard]] Sweep<W> as_is() const {
        return make_scaled_sweep(center, relative, Float<W>(1.0f), radius,
                                 min(t_max, Float<W>(largest_float)));
    }
};

/// Prepared sweeps as columns.
struct PreparedSweeps {
    VectorColumn center;
    VectorColumn direction;
    alignas(64) float scale[group_size];
    alignas(64) float inverse_length_squared[group_size];
    alignas(64) float radius[group_size];
    alignas(64) float t_max[group_size];
    BoxRayColumns box;

    template <int W, class Margins>
    void store(int i, const Sweep<W>& sweep, const Margins& margins) {
        store(i, sweep, margins.on_axes(sweep.center, sweep.radius));
    }
    /// @param margin  by which boxes are wider on each axis
    template <int W>
    void store(int i, const Sweep<W>& sweep, Vec<W> margin) {
        const Float<W> one(1.0f);
        const Vec<W> d = sweep.direction;
        center.store(i, sweep.center);
        direction.store(i, d);
        sweep.scale.store(scale + i);
        sweep.inverse_length_squared.store(inverse_length_squared + i);
        sweep.radius.store(radius + i);
        sweep.t_max.store(t_max + i);
        box.store(i, sweep.center, Vec<W>{one / d.x, one / d.y, one / d.z}, sweep.scale,
                  Float<W>(0.0f), sweep.radius, margin);
    }

    /// Sweeps i to i + W - 1.
    template <int W>
    [[nodiscard]] Sweep<W> load(int i) const {
        return {.center = center.load<W>(i),
                .direction = direction.load<W>(i),
                .scale = Float<W>::load(scale + i),
                .inverse_length_squared = Float<W>::load(inverse_length_squared + i),
                .radius = Float<W>::load(radius + i),
                .t_max = Float<W>::load(t_max + i)};
    }

    /// Largest t of answers to sweep i.
    [[nodiscard]] float limit(int i) const { return t_max[i]; }
    void set_limit(int i, float t) { t_max[i] = t; }

    /// Sweep i in all lanes, up to `up_to`.
    template <int W>
    [[nodiscard]] Sweep<W> broadcast(int i, float up_to) const {
        return {.center = center.broadcast<W>(i),
                .direction = direction.broadcast<W>(i),
                .scale = scale[i],
                .inverse_length_squared = inverse_length_squared[i],
                .radius = radius[i],
                .t_max = up_to};
    }
};

/// Sweeps as a query type: see concepts.hpp.
struct SweepQuery {
    using Query = SweepQuery;
    using Inputs = sweep_column;
    static constexpr Defaults<4> defaults = {{{sweep_column::shape_displacement, 0.0f},
                                              {sweep_column::shape_displacement + 1, 0.0f},
                                              {sweep_column::shape_displacement + 2, 0.0f},
                                              {sweep_column::t_max, 1.0f}}};
    using Columns = SweepColumns;
    template <int W>
    using Raw = RawSweeps<W>;
    template <int W>
    using Lanes = Sweep<W>;
    using Prepared = PreparedSweeps;
    using Boxes = BoxRay;
    template <int W>
    using Margins = SweepMargins<W>;

    /// Lowers the limit in lanes that have an answer now.
    template <int W>
    static void lower_limit(Sweep<W>& sweep, Mask<W> lanes, Float<W> t, std::uint32_t id) {
        sweep.t_max = select(lanes, t, sweep.t_max);
        sweep.id_at_t_max = select(lanes, Int<W>(id), sweep.id_at_t_max);
    }

    /// t is the same in the world and in a prototype. If the displacement in the prototype is too
    /// small for floats, the sphere stands still.
    template <int W>
    static Sweep<W> transformed(const Sweep<W>& sweep, const InstanceTransform<W>& at,
                                Mask<W>& able) {
        const Float<W> zero(0.0f);
        const auto course = at.into({sweep.direction, sweep.scale});
        const Mask<W> moves =
            course.is_not_too_small() & (largest_component(sweep.direction) > zero);
        able = course.is_not_too_large() | ~moves;
        return make_scaled_sweep(
            at.into(sweep.center), select(moves, course.direction, Vec<W>{zero, zero, zero}),
            select(moves, course.scale, sweep.scale), at.length_into(sweep.radius), sweep.t_max);
    }
    static float limit_into(float t, float) { return t; }
    static float value_out(float t, float) { return t; }

    using StreamBoxes = BoxRays<&TreeSpace::sweeps>;
    using ShapeRows = Rows<0, 2, 3>;

    template <int W>
    static StreamRoute<W> pack(const RawSweeps<W>& sweeps, const TreeSpace&, Float<W>* words) {
        const Sweep<W> sweep = sweeps.prepared();
        words[record_word::query + 3] = sweep.radius;
        return pack_sweep<StreamBoxes>(sweep, words);
    }
    /// Packs all words except the query's last one.
    template <class OfBoxes, int W>
    static StreamRoute<W> pack_sweep(const Sweep<W>& sweep, Float<W>* words) {
        const Float<W> one(1.0f), zero(0.0f);
        const Vec<W> d = sweep.direction;
        const Vec<W> inverse = BoxRayColumns::clamped(Vec<W>{one / d.x, one / d.y, one / d.z});
        OfBoxes::pack(sweep.center, inverse, sweep.scale, zero, sweep.t_max, sweep.radius, words);
        put_vector(d, words + record_word::query);
        words[record_word::t] = sweep.t_max;
        words[record_word::scale_kind_lane] = sweep.scale;
        return {BoxRayColumns::octants(inverse),
                BoxRayColumns::is_out_of_tree(sweep.center, sweep.radius)};
    }
    template <class Number>
    static Number box_limit(Number t, const LimitWords<Number>& of, const TreeSpace&) {
        return (t + Number(t_step)) * of.inverse_scale;
    }
    template <int W>
    static Sweep<W> unpack(const Float<W>* words) {
        Sweep<W> sweep = make_scaled_sweep(vector_in(words + record_word::origin),
                                           vector_in(words + record_word::query), scale_in(words),
                                           words[record_word::query + 3], words[record_word::t]);
        sweep.id_at_t_max = as_int(words[record_word::id]);
        return sweep;
    }
};

/// The columns that impacts are written to, staged block by block.
template <int W>
class StagedImpacts : public StagedAnswers<impact_column, W> {
public:
    using StagedAnswers<impact_column, W>::StagedAnswers;

    /// @param miss_flags  invalid, bad_shape
    void write_details(int i, Mask<W> hit, const SweepSurface<W>& surface, Int<W> miss_flags) {
        this->put(impact_column::normal, i, hit, surface.normal);
        this->put(impact_column::point, i, hit, surface.point);
        this->put(impact_column::depth, i, hit, surface.depth, 0.0f);
        const Int<W> flags =
            Int<W>(flag::hit) | select(surface.starts, Int<W>(flag::inside), Int<W>(0));
        this->put(impact_column::flags, i, hit, flags, miss_flags);
    }
};

template <int W>
SweepSurface<W> select(Mask<W> m, const SweepSurface<W>& a, const SweepSurface<W>& b) {
    return {select(m, a.point, b.point), select(m, a.normal, b.normal), select(m, a.depth, b.depth),
            (m & a.starts) | (~m & b.starts)};
}

/// Answer types of questions about the first touch of a moving sphere.
struct FirstTouch {
    static constexpr bool has_details = true;
    using AnswerColumns = ImpactColumns;
    template <int W>
    using Answers = StagedImpacts<W>;
    template <int W>
    using Details = SweepSurface<W>;
    template <int W>
    static SweepSurface<W> no_details() {
        const Float<W> zero(0.0f);
        return {{zero, zero, zero}, {zero, zero, zero}, zero, no_lanes<W>()};
    }
    template <int W>
    static SweepSurface<W> details_out(const SweepSurface<W>& there,
                                       const InstanceTransform<W>& at) {
        return {at.out(there.point), at.direction_out(there.normal), at.length_out(there.depth),
                there.starts};
    }

    template <class Shape>
    static constexpr bool has_prefilter = IsExpensive<Shape> || IsExpensiveToSweep<Shape>;
};

/// The first touch, for public sweeps.
struct FirstImpact : SweepQuery, FirstTouch {
    template <class Shape>
    static constexpr bool knows_early = BoundsTouch<Shape>;
    template <class Shape, int W, class Rows>
    static Mask<W> prefilter(const Sweep<W>& sweep, const Rows& rows) {
        const Mask<W> near = prefilter_touch<Shape>(sweep, rows);
        if constexpr (BoundsTouch<Shape>)
            return near.any() ? near & early_touch<Shape>(sweep, rows).may : near;
        else
            return near;
    }
    /// The second part of prefilter(), and what it knows of the answer.
    template <class Shape, int W, class Rows>
    static EarlyTouch<W> early(const Sweep<W>& sweep, const Rows& rows) {
        return early_touch<Shape>(sweep, rows);
    }
    /// The form of the query with which prefilter() tests shapes near this one.
    template <class Shape, int W, class Rows>
    static auto near(const Sweep<W>& sweep, const Rows& rows) {
        if constexpr (HasParts<Shape>)
            return path_near<Shape>(sweep, rows);
        else
            return sweep;
    }
    template <class Shape, int W, class Rows>
    static Mask<W> prefilter(const SweepPath<W>& path, const Rows& rows) {
        return prefilter_touch<Shape>(path, rows);
    }

    template <class Shape, int W, class Rows>
    static Touch<W> ask(const Sweep<W>& sweep, const Rows& rows, Settings settings) {
        return meet_sweep<Shape>(sweep, rows, settings);
    }
    template <class Shape, int W, class Rows>
    static SweepSurface<W> details(const Sweep<W>& sweep, const Rows& rows, Settings,
                                   const Touch<W>& touch) {
        return surface_sweep<Shape>(sweep, rows, touch);
    }
};

} // namespace lanecast::LANECAST_ISA
