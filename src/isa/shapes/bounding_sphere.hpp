#pragma once

#include "core/bvh_layout.hpp"
#include "isa/shapes/ray.hpp"
#include "isa/shapes/sweep.hpp"

/// Bounding spheres of shapes: to tell cheaply that a ray or a moving sphere does not come near.
/// All of it is padded for more roundings than any test of a shape makes, see docs/numerics.md;
/// where numbers are too large for floats NaN stands for "perhaps".
namespace lanecast::LANECAST_ISA {

/// Shapes whose tests are so expensive that the spheres around them are asked first.
template <class Shape>
concept IsExpensive = requires {
    Shape::is_expensive;
};
template <class Shape>
concept IsExpensiveToSweep = requires {
    Shape::is_expensive_to_sweep;
};

/// Holds a shape, give or take a rounding. The centre is relative to the shape's origin(rows).
template <int W>
struct BoundingSphere {
    Vec<W> center;
    Float<W> radius; ///< of shapes with far_sizes larger by `spare` of it at least, see SweepPath

    static constexpr float spare = 0.001953125f; // 2^-9
};

/// Shapes that no tree holds. All others have a sphere around them.
template <class Shape>
concept IsUnbounded = requires {
    Shape::is_unbounded;
};

/// The same relative to 0, as rows of leaf blocks have it: larger by more than the roundings of a
/// centre that may be far away.
template <class Shape, int W, class Rows>
BoundingSphere<W> bounding_sphere_in_space(const Rows& rows) {
    const BoundingSphere<W> sphere = Shape::template bounding_sphere<W>(rows);
    const Vec<W> center = Shape::template origin<W>(rows) + sphere.center;
    const Float<W> far = abs(center.x) + abs(center.y) + abs(center.z);
    return {center, sphere.radius + (far + sphere.radius) * Float<W>(2.3841858e-07f)}; // 2 e
}

/// At least as large as the root, to a rounding, whatever underflowed in the square.
template <int W>
Float<W> root_of_sum(Float<W> sum_of_squares) {
    return sqrt(sum_of_squares + Float<W>(1.1754944e-38f)); // 2^-126
}

/// A line past a sphere.
template <int W>
struct Passage {
    Vec<W> to;       ///< from a point of the line to the centre
    Float<W> extent; ///< larger than all lengths up to the sphere
    Float<W> pad;    ///< more than any rounding; infinite where lengths are too large for floats
    Float<W> reach;  ///< of the sphere, padded
    Float<W> square; ///< of the direction
    Mask<W> passes;  ///< false only where no test would find that the line meets the sphere

    /// @param from       relative to the shape's origin
    /// @param direction  its largest component is in [1, 2), or it is zero or was subnormal
    /// @param radius     of what moves along the line
    Passage(Vec<W> from, Vec<W> direction, Float<W> radius, const BoundingSphere<W>& sphere)
        : to(sphere.center - from) {
        const Float<W> sum = sphere.radius + radius;
        extent = sum + (abs(to.x) + abs(to.y) + abs(to.z));
        // dot(to, direction) is below 2 extent. It must not be infinite where the padding is not.
        // And there are roundings of subnormal numbers.
        pad = fma_for_culling(Float<W>(4.0f) * extent, Float<W>(padding / 4.0f),
                              Float<W>(least_padding));
        reach = sum + pad;
        square = dot_for_culling(direction, direction);
        const Vec<W> across = cross_for_culling(to, direction);
        passes = ~(dot_for_culling(across, across) >
                   fma_for_culling(reach * reach, square, Float<W>(least)));
    }

    static constexpr float padding = 1.5258789e-05f; // 128 e
    static constexpr float least = 1.1754944e-38f;   // 2^-126
};

// Inlined always: a call brings the whole query to memory.

/// False only where no ray test would find a hit of what is in the sphere, which is relative to 0.
template <int W, class Axes>
[[gnu::always_inline]] inline Mask<W> prefilter(const Ray<W, Axes>& ray,
                                                const BoundingSphere<W>& sphere) {
    return Passage<W>(ray.origin, ray.direction, Float<W>(0.0f), sphere).passes;
}
/// The same of a shape.
template <class Shape, int W, class Axes, class Rows>
[[gnu::always_inline]] inline Mask<W> prefilter_hit(const Ray<W, Axes>& ray, const Rows& rows) {
    return Passage<W>(ray.origin - Shape::template origin<W>(rows), ray.direction, Float<W>(0.0f),
                      Shape::template bounding_sphere<W>(rows))
        .passes;
}

/// A moving sphere as bounding spheres see it: from a place on its path, between two parameters.
template <int W>
struct SweepPath {
    Vec<W> center, direction;
    Float<W> inverse_length_squared, radius;
    Float<W> first, last;

    /// From its start.
    explicit SweepPath(const Sweep<W>& sweep)
        : center(sweep.center), direction(sweep.direction),
          inverse_length_squared(sweep.inverse_length_squared), radius(sweep.radius), first(0.0f),
          last((sweep.t_max + Float<W>(t_step)) * inverse_of_scale(sweep.scale)) {}

    /// In some lanes from where it is nearest to another place; larger by what roundings make of
    /// that, and by what shapes' tests round from up to 2 far_sizes away.
    [[gnu::noinline]] static SweepPath near(Sweep<W> sweep, Vec<W> place, Mask<W> lanes) {
        const Float<W> zero(0.0f), four_e(4.7683716e-07f);
        SweepPath path(sweep);
        const Vec<W> from = path.center - place;
        const Float<W> nearest = -dot(from, path.direction) * path.inverse_length_squared;
        const Mask<W> skips = lanes & (nearest > zero) & (nearest <= Float<W>(largest_float));
        const Float<W> s = select(skips, nearest, zero);
        path.center = fma_for_culling(path.direction, s, path.center);
        const Vec<W> at = path.center;
        const Float<W> spare = path.radius * Float<W>(BoundingSphere<W>::spare),
                       rounding = four_e * (abs(at.x) + abs(at.y) + abs(at.z)) +
                                  Float<W>(by_way) * largest_component(from);
        path.radius = path.radius + select(skips, spare + rounding, zero);
        path.first = -s;
        path.last = select(skips, (path.last - s) + four_e * path.last, path.last);
        return path;
    }

private:
    /// Of the way to there: 2^-34, or what its product with the direction is off by.
    static constexpr float by_way = Backend<W>::fuses ? 5.820766e-11f : 4.7683716e-07f;
};

/// Of a moving sphere and a sphere.
template <int W>
struct SweepPassage {
    Passage<W> line;
    Float<W> enter, exit; ///< parameters between which it may touch what is in the sphere
    Mask<W> comes_near;   ///< false only where no test would find that it does

    /// @param from  the path's centre, as the sphere's is given
    [[gnu::always_inline]] SweepPassage(Vec<W> from, const SweepPath<W>& path,
                                        const BoundingSphere<W>& sphere)
        : line(from, path.direction, path.radius, sphere) {
        const Float<W> one(1.0f), inverse = path.inverse_length_squared;
        const Float<W> along = dot_for_culling(line.to, path.direction);
        const Float<W> margin = line.reach * (max(line.square, one) * inverse);
        enter = max(fma_for_culling(along, inverse, -margin), path.first);
        exit = min(fma_for_culling(along, inverse, margin), path.last);
        // Subnormal displacements stay shorter than 1, which makes parameters long.
        comes_near = line.passes & (~(enter > exit + line.pad) | (line.square < one));
    }
};

/// The part of a moving sphere's path on which it may touch what is in a sphere.
template <int W>
struct NearPath {
    Vec<W> enter, exit; ///< where the sphere's centre is then, relative to the shape's origin
    Float<W> reach;     ///< how far away it may touch the shape
    Float<W> extent;    ///< larger than all lengths up to the sphere
};

/// The same for sweeps.
template <int W>
[[gnu::always_inline]] inline Mask<W> prefilter(const Sweep<W>& sweep,
                                                const BoundingSphere<W>& sphere) {
    return SweepPassage<W>(sweep.center, SweepPath<W>(sweep), sphere).comes_near;
}
template <class Shape, int W, class Rows>
[[gnu::always_inline]] inline BoundingSphere<W> sphere_for_culling(const Rows& rows) {
    if constexpr (requires { Shape::template culling_sphere<W>(rows); })
        return Shape::template culling_sphere<W>(rows);
    else
        return Shape::template bounding_sphere<W>(rows);
}
template <class Shape, int W, class Rows>
[[gnu::always_inline]] inline Mask<W> prefilter_touch(const SweepPassage<W>& near, Vec<W> from,
                                                      const SweepPath<W>& path, const Rows& rows) {
    if constexpr (requires(const NearPath<W>& part) { Shape::comes_near(part, rows); })
        return near.comes_near &
               Shape::comes_near(NearPath<W>{fma_for_culling(path.direction, near.enter, from),
                                             fma_for_culling(path.direction, near.exit, from),
                                             path.radius + near.line.pad, near.line.extent},
                                 rows);
    else
        return near.comes_near;
}
template <class Shape, int W, class Rows>
[[gnu::always_inline]] inline Mask<W> prefilter_touch(const SweepPath<W>& path, const Rows& rows) {
    const Vec<W> from = path.center - Shape::template origin<W>(rows);
    const SweepPassage<W> near(from, path, sphere_for_culling<Shape, W>(rows));
    return prefilter_touch<Shape>(near, from, path, rows);
}

/// Which of lengths are so much longer than a shape and a sphere that roundings let all through.
template <class Shape, int W>
Mask<W> are_blurred(Float<W> extent, const BoundingSphere<W>& sphere, Float<W> radius) {
    return extent > Float<W>(32.0f * Shape::far_sizes) * (sphere.radius + radius);
}
/// A sweep as prefilter_touch() is to see it of shapes near this one.
template <class Shape, int W, class Rows>
[[gnu::always_inline]] inline SweepPath<W> path_near(const Sweep<W>& sweep, const Rows& rows) {
    if constexpr (HasParts<Shape>) {
        const Vec<W> place = Shape::template origin<W>(rows);
        const Mask<W> blurred =
            are_blurred<Shape>(largest_component(sweep.center - place),
                               sphere_for_culling<Shape, W>(rows), sweep.radius);
        if (blurred.any()) [[unlikely]]
            return SweepPath<W>::near(sweep, place, blurred);
    }
    return SweepPath<W>(sweep);
}
template <class Shape, int W, class Rows>
[[gnu::noinline]] Mask<W> prefilter_touch_from_afar(Sweep<W> sweep, Rows rows) {
    return prefilter_touch<Shape>(path_near<Shape>(sweep, rows), rows);
}
/// The same at once, of a shape in each lane.
template <class Shape, int W, class Rows>
[[gnu::always_inline]] inline Mask<W> prefilter_touch(const Sweep<W>& sweep, const Rows& rows) {
    const SweepPath<W> path(sweep);
    const Vec<W> from = path.center - Shape::template origin<W>(rows);
    const BoundingSphere<W> sphere = sphere_for_culling<Shape, W>(rows);
    const SweepPassage<W> near(from, path, sphere);
    const Mask<W> touches = prefilter_touch<Shape>(near, from, path, rows);
    if constexpr (HasParts<Shape>) {
        if (touches.any() && are_blurred<Shape>(near.line.extent, sphere, sweep.radius).any())
            [[unlikely]]
            return prefilter_touch_from_afar<Shape, W, Rows>(sweep, rows);
    }
    return touches;
}

/// The same for what is within a radius, which may be negative, of a point.
template <int W>
[[gnu::always_inline]] inline Mask<W> prefilter(Vec<W> center, Float<W> radius,
                                                const BoundingSphere<W>& sphere) {
    const Vec<W> to = sphere.center - center;
    const Float<W> extent = abs(to.x) + abs(to.y) + abs(to.z) + sphere.radius + abs(radius);
    return ~(sqrt(dot(to, to)) > sphere.radius + radius + extent * Float<W>(Passage<W>::padding) +
                                     Float<W>(least_padding));
}

} // namespace lanecast::LANECAST_ISA
