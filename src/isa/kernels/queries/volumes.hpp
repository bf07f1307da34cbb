#pragma once

#include "isa/kernels/queries/query_spheres.hpp"
#include "isa/kernels/queries/volume_lanes.hpp"

/// Questions about moving capsules and boxes: their first touch, and what they overlap at the
/// start. They descend one by one.
namespace lanecast::LANECAST_ISA {

/// Capsules and boxes as query types: see concepts.hpp.
template <template <int> class Volume, template <int> class RawVolumes, class Column>
struct VolumeQuery {
    using Query = VolumeQuery;
    using Inputs = Column;
    static constexpr Defaults<0> defaults = {};
    using Columns = lanecast::Inputs<Column>;
    template <int W>
    using Raw = RawVolumes<W>;
    template <int W>
    using Lanes = Volume<W>;
    using Prepared = PreparedVolumes<Volume>;
    using Boxes = BoxRay;
    /// With room for volumes without inside, which touch at 4 e s: margins of spheres are less in
    /// trees of triangles.
    template <int W>
    using Margins = ContactMargins<W>;
    // Fewer than of other queries, because they and their tests take much stack.
    static constexpr int few_queries = group_size, interleaved_queries = 2 * group_size;

    template <int W>
    static Volume<W> transformed(const Volume<W>& volume, const InstanceTransform<W>& at,
                                 Mask<W>& able) {
        const Sweep<W> sweep = SweepQuery::transformed<W>(volume, at, able);
        const Volume<W> there = moved(volume, sweep, at);
        able = able & is_finite(there.radius);
        return there;
    }
    static float limit_into(float t, float) { return t; }
    static float value_out(float t, float) { return t; }

private:
    template <int W>
    static CapsuleSweep<W> moved(const CapsuleSweep<W>& capsule, const Sweep<W>& sweep,
                                 const InstanceTransform<W>& at) {
        return CapsuleSweep<W>::of(sweep, at.into(capsule.a), at.into(capsule.b),
                                   at.length_into(capsule.thickness), capsule.whole);
    }
    template <int W>
    static BoxSweep<W> moved(const BoxSweep<W>& box, const Sweep<W>& sweep,
                             const InstanceTransform<W>& at) {
        const Vec<W> axis[3] = {at.direction_into(box.axis[0]), at.direction_into(box.axis[1]),
                                at.direction_into(box.axis[2])};
        const Vec<W> half = {at.length_into(box.half.x), at.length_into(box.half.y),
                             at.length_into(box.half.z)};
        return BoxSweep<W>::of(sweep, axis, half, box.whole);
    }
};
using CapsuleQuery = VolumeQuery<CapsuleSweep, RawCapsules, capsule_column>;
using BoxQuery = VolumeQuery<BoxSweep, RawBoxes, box_column>;

/// Whether the kernels cast a volume against a shape.
template <class Shape, template <int> class Volume>
inline constexpr bool is_cast_at = true;
template <>
inline constexpr bool is_cast_at<Cylinder, BoxSweep> = false;
template <>
inline constexpr bool is_cast_at<Cone, BoxSweep> = false;

/// The normal that is reported. Components that are nothing but the rounding error of doubles would
/// make a path along a flat floor lead into it.
template <int W>
Vec<W> reported(const DoubleVec<W>& normal) {
    const Double<W> zero = real<W>(0.0f), least = real<W>(0x1p-44f);
    const auto tidy = [&](Double<W> x) { return select(absolute(x) < least, zero, x); };
    return narrow(DoubleVec<W>{tidy(normal.x), tidy(normal.y), tidy(normal.z)});
}

/// The first touch of a volume with a shape, of any kind.
template <class Shape, int W, class Volume, class Rows>
VolumeTouch<W> cast_at(const Volume& volume, const Rows& rows) {
    using Core = CoreOf<Shape>;
    const DoubleVec<W> reference = volume.reference();
    // Longer by more than rounding error; answers are compared with t_max as floats.
    const Double<W> last =
        Double<W>(volume.whole) / Double<W>(volume.scale) * real<W>(1.0f + 0x1p-20f);
    VolumeTouch<W> touch =
        cast(volume.on_path(reference, last), Core::template core<W>(rows, reference),
             Double<W>(Core::template radius<W>(rows)));
    // Judged by the normal that is reported.
    touch.hit = touch.hit & leads_into(reported(touch.normal), volume.direction);
    return touch;
}

/// False only where the volume touches no shape before its limit.
template <class Shape, int W, class Volume, class Rows>
Mask<W> prefilter_volume(const Volume& volume, const Rows& rows) {
    if constexpr (std::is_same_v<Shape, Triangle>)
        return volume.may_touch(rows,
                                (volume.t_max + Float<W>(t_step)) * inverse_of_scale(volume.scale));
    else
        return prefilter_touch<Shape>(static_cast<const Sweep<W>&>(volume), rows);
}

/// Answer of FirstVolumeTouch::ask().
template <int W>
struct VolumeAnswer {
    Mask<W> hit;
    Float<W> t;
};

/// The reported values of a touch besides t.
template <class Shape, int W, class Volume, class Rows>
LANECAST_APART SweepSurface<W> surface_of_touch(const Volume& volume, const Rows& rows,
                                                const VolumeTouch<W>& touch) {
    using Core = CoreOf<Shape>;
    const Double<W> zero = real<W>(0.0f);
    const DoubleVec<W> reference = volume.reference();
    const auto body = volume.on_path(reference, zero);
    const auto core = Core::template core<W>(rows, reference);
    const Double<W> radius(Core::template radius<W>(rows));
    TouchPlace<W> place = {body.course * touch.s, touch.normal, touch.hit | touch.starts};
    Double<W> depth = zero;
    if (touch.starts.any()) {
        const WayOut<W> out = way_out(body, core, radius);
        depth = select(touch.starts, out.depth, zero);
        place.offset = select(touch.starts, out.normal * out.depth, place.offset);
        place.normal = select(touch.starts, out.normal, place.normal);
    }
    return {narrow(contact_point(body, core, radius, place) + reference), reported(place.normal),
            narrow(depth), touch.starts};
}

/// For StartOverlap::leaving: whether the path leads into a shape that the volume overlaps at the
/// start, or which side of the shape it is on is unknown.
template <class Shape, int W, class Volume, class Rows>
LANECAST_RARE Mask<W> leads_in_at_start(const Volume& volume, const Rows& rows) {
    using Core = CoreOf<Shape>;
    const DoubleVec<W> reference = volume.reference();
    const WayOut<W> out =
        way_out(volume.on_path(reference, real<W>(0.0f)), Core::template core<W>(rows, reference),
                Double<W>(Core::template radius<W>(rows)));
    return leads_into(reported(out.normal), volume.direction) | out.has_two;
}

/// The answers of the sphere that a capsule with coinciding ends is.
template <class Shape, int W, class Rows>
LANECAST_RARE Touch<W> touch_of_sphere(Sweep<W> sweep, const Rows& rows, Settings settings) {
    return meet_sweep<Shape>(sweep, rows, settings);
}
template <class Shape, int W, class Rows>
LANECAST_RARE SweepSurface<W> surface_of_sphere(Sweep<W> sweep, const Rows& rows,
                                                Settings settings) {
    return surface_sweep<Shape>(sweep, rows, meet_sweep<Shape>(sweep, rows, settings));
}

/// Answers in as many lanes as a leaf block has.
template <class Shape, class Volume, class Rows>
VolumeAnswer<leaf_lanes> ask_narrow(const Volume& volume, const Rows& rows, Settings settings) {
    constexpr int N = leaf_lanes;
    const VolumeTouch<N> touch = cast_at<Shape, N>(volume, rows);
    VolumeAnswer<N> answer;
    answer.t = without_minus_zero(narrow(touch.s) * volume.scale);
    answer.hit = touch.hit & (answer.t <= volume.t_max);
    answer.t = select(touch.hit, answer.t, Float<N>(0.0f));
    if (settings.start_overlap == StartOverlap::report)
        answer.hit = answer.hit | touch.starts;
    else if (settings.start_overlap == StartOverlap::leaving && touch.starts.any())
        answer.hit =
            answer.hit | (touch.starts & leads_in_at_start<Shape, N, Volume, Rows>(volume, rows));
    const Mask<N> spheres = volume.is_sphere();
    if (spheres.any()) [[unlikely]] {
        const Touch<N> of_sphere = touch_of_sphere<Shape, N, Rows>(volume, rows, settings);
        answer.hit = (spheres & of_sphere.hit) | (~spheres & answer.hit);
        answer.t = select(spheres, of_sphere.t, answer.t);
    }
    return answer;
}
template <class Shape, class Volume, class Rows>
SweepSurface<leaf_lanes> details_narrow(const Volume& volume, const Rows& rows, Settings settings) {
    constexpr int N = leaf_lanes;
    const SweepSurface<N> surface =
        surface_of_touch<Shape, N, Volume, Rows>(volume, rows, cast_at<Shape, N>(volume, rows));
    const Mask<N> spheres = volume.is_sphere();
    if (!spheres.any()) [[likely]]
        return surface;
    return select(spheres, surface_of_sphere<Shape, N, Rows>(volume, rows, settings), surface);
}

/// Lanes of which the caller has stored 1 or 0.
template <int W>
Mask<W> lanes_of(const std::uint32_t* ones) {
    return ~(Int<W>::load(ones) == Int<W>(0));
}
inline void store_lanes(Mask<leaf_lanes> lanes, std::uint32_t* ones) {
    select(lanes, Int<leaf_lanes>(1), Int<leaf_lanes>(0)).store(ones);
}

/// The first touch.
template <template <int> class Volume, template <int> class RawVolumes, class Column>
struct FirstVolumeTouch : VolumeQuery<Volume, RawVolumes, Column>, FirstTouch {
    template <class Shape>
    static constexpr bool has_prefilter = !IsUnbounded<Shape>;
    static constexpr bool has_plain_loop = false;

    template <class Shape, int W, class Rows>
    static Mask<W> prefilter(const Volume<W>& volume, const Rows& rows) {
        return prefilter_volume<Shape, W>(volume, rows);
    }

    template <class Shape, int W, class Rows>
    static VolumeAnswer<W> ask(const Volume<W>& volume, const Rows& rows, Settings settings) {
        if constexpr (!is_cast_at<Shape, Volume>)
            return {no_lanes<W>(), Float<W>(0.0f)};
        else if constexpr (W == leaf_lanes)
            return ask_narrow<Shape>(volume, rows, settings);
        else
            return ask_wide<Shape>(volume, rows, settings);
    }
    template <class Shape, int W, class Rows>
    static SweepSurface<W> details(const Volume<W>& volume, const Rows& rows, Settings settings,
                                   const VolumeAnswer<W>&) {
        if constexpr (!is_cast_at<Shape, Volume>)
            return FirstTouch::no_details<W>();
        else if constexpr (W == leaf_lanes)
            return details_narrow<Shape>(volume, rows, settings);
        else
            return details_wide<Shape>(volume, rows, settings);
    }

private:
    template <class Shape, int W, class Rows>
    LANECAST_APART static VolumeAnswer<W> ask_wide(const Volume<W>& volume, const Rows& rows,
                                                   Settings settings) {
        const NarrowLanes<Shape, Volume, W> lanes(volume, rows);
        alignas(64) float t[W];
        alignas(64) std::uint32_t hits[W];
        for (int g = 0; g < lanes.groups; ++g) {
            const auto answer = ask_narrow<Shape>(lanes.volume(g), lanes.rows(g), settings);
            answer.t.store(t + g * leaf_lanes);
            store_lanes(answer.hit, hits + g * leaf_lanes);
        }
        return {lanes_of<W>(hits), Float<W>::load(t)};
    }
    template <class Shape, int W, class Rows>
    LANECAST_APART static SweepSurface<W> details_wide(const Volume<W>& volume, const Rows& rows,
                                                       Settings settings) {
        const NarrowLanes<Shape, Volume, W> lanes(volume, rows);
        alignas(64) float numbers[7][W];
        alignas(64) std::uint32_t starts[W];
        for (int g = 0; g < lanes.groups; ++g) {
            const auto surface = details_narrow<Shape>(lanes.volume(g), lanes.rows(g), settings);
            const Float<leaf_lanes> of_group[7] = {
                surface.point.x,  surface.point.y,  surface.point.z, surface.normal.x,
                surface.normal.y, surface.normal.z, surface.depth};
            for (int n = 0; n < 7; ++n)
                of_group[n].store(numbers[n] + g * leaf_lanes);
            store_lanes(surface.starts, starts + g * leaf_lanes);
        }
        const auto load = [&](int n) { return Float<W>::load(numbers[n]); };
        return {
            {load(0), load(1), load(2)}, {load(3), load(4), load(5)}, load(6), lanes_of<W>(starts)};
    }
};

/// Whether a volume overlaps anything.
template <template <int> class Volume, template <int> class RawVolumes, class Column>
struct AnyVolumeOverlap : VolumeQuery<Volume, RawVolumes, Column> {
    static constexpr bool has_details = false;
    static constexpr bool has_plain_loop = false;
    using AnswerColumns = WritableColumn;
    template <int W>
    using Answers = StagedTruths<W>;
    template <class Shape>
    static constexpr bool has_prefilter = !IsUnbounded<Shape>;

    template <class Shape, int W, class Rows>
    static Mask<W> prefilter(const Volume<W>& volume, const Rows& rows) {
        return prefilter_volume<Shape, W>(volume, rows);
    }

    template <class Shape, int W, class Rows>
    static Overlap<W> ask(const Volume<W>& volume, const Rows& rows, Settings) {
        Mask<W> hit = no_lanes<W>();
        if constexpr (is_cast_at<Shape, Volume> && W == leaf_lanes)
            hit = overlaps_narrow<Shape>(volume, rows);
        else if constexpr (is_cast_at<Shape, Volume>) {
            const NarrowLanes<Shape, Volume, W> lanes(volume, rows);
            alignas(64) std::uint32_t hits[W];
            for (int g = 0; g < lanes.groups; ++g)
                store_lanes(overlaps_narrow<Shape>(lanes.volume(g), lanes.rows(g)),
                            hits + g * leaf_lanes);
            hit = lanes_of<W>(hits);
        }
        return {hit, Float<W>(0.0f)};
    }

private:
    template <class Shape, class Rows>
    static Mask<leaf_lanes> overlaps_narrow(const Volume<leaf_lanes>& volume, const Rows& rows) {
        const Mask<leaf_lanes> starts = cast_at<Shape, leaf_lanes>(volume, rows).starts;
        const Mask<leaf_lanes> spheres = volume.is_sphere();
        if (!spheres.any()) [[likely]]
            return starts;
        return (spheres & overlaps<Shape>(volume.center, volume.radius, rows)) |
               (~spheres & starts);
    }
};

/// All shapes that a volume overlaps.
template <template <int> class Volume, template <int> class RawVolumes, class Column>
struct AllVolumeOverlaps : AnyVolumeOverlap<Volume, RawVolumes, Column> {
    static constexpr bool nearer_is_first = false;
    using AnswerColumns = OverlapRows;
    template <int W>
    using Answers = StagedOverlaps<W>;
};

} // namespace lanecast::LANECAST_ISA
