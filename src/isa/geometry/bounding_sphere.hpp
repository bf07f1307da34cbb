#pragma once

#include "core/bvh_layout.hpp"
#include "isa/geometry/ray.hpp"
#include "isa/geometry/sweep.hpp"

/// Bounding spheres of shapes: cheap tests that cull rays and moving spheres which do not come
/// near. They are padded by more than the rounding errors of any shape's own test:
/// docs/numerics.md. Where numbers overflow, NaN stands for "perhaps".
namespace lanecast::LANECAST_ISA {

/// Shapes whose tests are so expensive that their bounding spheres are tested first.
template <class Shape>
concept IsExpensive = requires {
    Shape::is_expensive;
};
template <class Shape>
concept IsExpensiveToSweep = requires {
    Shape::is_expensive_to_sweep;
};

/// A sphere that contains a shape, up to rounding error. The centre is relative to the shape's
/// origin(rows).
template <int W>
struct BoundingSphere {
    Vec<W> center;
    /// For shapes with far_sizes, larger by at least the share `spare`: see SweepPath.
    Float<W> radius;

    static constexpr float spare = 0x1p-9f;
};

/// Unbounded shapes, which are never in a tree. All other shapes have a bounding sphere.
template <class Shape>
concept IsUnbounded = requires {
    Shape::is_unbounded;
};

/// Bounding sphere relative to 0, as mixed leaf blocks store it. The radius is enlarged by more
/// than the rounding error of a centre that may be far away.
template <class Shape, int W, class Rows>
BoundingSphere<W> bounding_sphere_in_space(const Rows& rows) {
    const BoundingSphere<W> sphere = Shape::template bounding_sphere<W>(rows);
    const Vec<W> center = Shape::template origin<W>(rows) + sphere.center;
    const Float<W> far = abs(center.x) + abs(center.y) + abs(center.z);
    return {center, sphere.radius + (far + sphere.radius) * Float<W>(0x1p-22f)}; // 2 e
}

/// Upper bound of the square root, up to rounding error, even if some of the squares underflowed.
template <int W>
Float<W> root_of_sum(Float<W> sum_of_squares) {
    return sqrt(sum_of_squares + Float<W>(0x1p-126f));
}

/// A line that may pass through a bounding sphere.
template <int W>
struct Passage {
    Vec<W> to;       ///< from a point of the line to the centre
    Float<W> extent; ///< larger than all lengths up to the sphere
    Float<W> pad;    ///< more than any rounding error; infinite if lengths overflow
    Float<W> reach;  ///< sum of both radii, padded
    Float<W> square; ///< squared length of the direction
    Mask<W> passes;  ///< false only if no test could find that the line hits a shape in the sphere

    /// @param from       point of the line, relative to the shape's origin
    /// @param direction  its largest component is in [1, 2), or it is zero or was subnormal
    /// @param radius     of the sphere that moves along the line
    Passage(Vec<W> from, Vec<W> direction, Float<W> radius, const BoundingSphere<W>& sphere)
        : to(sphere.center - from) {
        const Float<W> sum = sphere.radius + radius;
        extent = sum + (abs(to.x) + abs(to.y) + abs(to.z));
        // dot(to, direction) is less than 2 extent. The padding is computed from 4 extent, so that
        // it is infinite if this product can overflow. least_padding covers the rounding of
        // subnormals.
        pad = fma_for_culling(Float<W>(4.0f) * extent, Float<W>(padding / 4.0f),
                              Float<W>(least_padding));
        reach = sum + pad;
        square = dot_for_culling(direction, direction);
        const Vec<W> across = cross_for_culling(to, direction);
        passes = ~(dot_for_culling(across, across) >
                   fma_for_culling(reach * reach, square, Float<W>(least)));
    }

    static constexpr float padding = 0x1p-16f; // 128 e
    static constexpr float least = 0x1p-126f;
};

// Always inlined, because a call would spill the whole query to memory.

/// False only if no ray test could report a hit of a shape in the sphere, which is relative to 0.
template <int W, class Axes>
LANECAST_INLINE inline Mask<W> prefilter(const Ray<W, Axes>& ray, const BoundingSphere<W>& sphere) {
    return Passage<W>(ray.origin, ray.direction, Float<W>(0.0f), sphere).passes;
}
/// Likewise for a shape and its own bounding sphere.
template <class Shape, int W, class Axes, class Rows>
LANECAST_INLINE inline Mask<W> prefilter_hit(const Ray<W, Axes>& ray, const Rows& rows) {
    return Passage<W>(ray.origin - Shape::template origin<W>(rows), ray.direction, Float<W>(0.0f),
                      Shape::template bounding_sphere<W>(rows))
        .passes;
}

/// A moving sphere for tests of bounding spheres: its path from a reference point, between two
/// parameters.
template <int W>
struct SweepPath {
    Vec<W> center, direction;
    Float<W> inverse_length_squared, radius;
    Float<W> first, last;

    /// The path from the start of the sweep.
    explicit SweepPath(const Sweep<W>& sweep)
        : center(sweep.center), direction(sweep.direction),
          inverse_length_squared(sweep.inverse_length_squared), radius(sweep.radius), first(0.0f),
          last((sweep.t_max + Float<W>(t_step)) * inverse_of_scale(sweep.scale)) {}

    /// The path, in some lanes measured from its nearest point to `place`. There the radius is
    /// enlarged by the rounding error of that point, and by the rounding errors of shapes' own
    /// tests that start up to 2 far_sizes away.
    LANECAST_APART static SweepPath near(Sweep<W> sweep, Vec<W> place, Mask<W> lanes) {
        const Float<W> zero(0.0f), four_e(0x1p-21f);
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
    /// Share of the skipped distance by which the radius grows: 2^-34 for the start of the shape's
    /// own test. Without fma it is 4 e, because the product with the direction is rounded, too.
    static constexpr float by_way = Backend<W>::fuses ? 0x1p-34f : 0x1p-21f;
};

/// Passage of a moving sphere through a bounding sphere.
template <int W>
struct SweepPassage {
    Passage<W> line;
    Float<W> enter, exit; ///< parameters between which it may touch a shape in the sphere
    Mask<W> comes_near;   ///< false only if no test could report a touch

    /// @param from  the path's centre, relative to the same point as the sphere's
    LANECAST_INLINE SweepPassage(Vec<W> from, const SweepPath<W>& path,
                                 const BoundingSphere<W>& sphere)
        : line(from, path.direction, path.radius, sphere) {
        const Float<W> one(1.0f), inverse = path.inverse_length_squared;
        const Float<W> along = dot_for_culling(line.to, path.direction);
        const Float<W> margin = line.reach * (max(line.square, one) * inverse);
        enter = max(fma_for_culling(along, inverse, -margin), path.first);
        exit = min(fma_for_culling(along, inverse, margin), path.last);
        // A subnormal displacement stays shorter than 1 after scaling. Its parameters are then
        // larger than lengths, and are not compared.
        comes_near = line.passes & (~(enter > exit + line.pad) | (line.square < one));
    }
};

/// The part of a moving sphere's path on which it may touch a shape in a bounding sphere.
template <int W>
struct NearPath {
    Vec<W> enter, exit; ///< centre at both ends, relative to the shape's origin
    Float<W> reach;     ///< distance up to which it may touch the shape
    Float<W> extent;    ///< larger than all lengths up to the sphere
};

/// False only if no sweep test could report a touch of a shape in the sphere, which is relative to
/// 0.
template <int W>
LANECAST_INLINE inline Mask<W> prefilter(const Sweep<W>& sweep, const BoundingSphere<W>& sphere) {
    return SweepPassage<W>(sweep.center, SweepPath<W>(sweep), sphere).comes_near;
}
template <class Shape, int W, class Rows>
LANECAST_INLINE inline BoundingSphere<W> sphere_for_culling(const Rows& rows) {
    if constexpr (requires { Shape::template culling_sphere<W>(rows); })
        return Shape::template culling_sphere<W>(rows);
    else
        return Shape::template bounding_sphere<W>(rows);
}
template <class Shape, int W, class Rows>
LANECAST_INLINE inline Mask<W> prefilter_touch(const SweepPassage<W>& near, Vec<W> from,
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
LANECAST_INLINE inline Mask<W> prefilter_touch(const SweepPath<W>& path, const Rows& rows) {
    const Vec<W> from = path.center - Shape::template origin<W>(rows);
    const SweepPassage<W> near(from, path, sphere_for_culling<Shape, W>(rows));
    return prefilter_touch<Shape>(near, from, path, rows);
}

/// Whether a length is so large, compared with a shape and the moving sphere, that the padding lets
/// everything through.
template <class Shape, int W>
Mask<W> are_blurred(Float<W> extent, const BoundingSphere<W>& sphere, Float<W> radius) {
    return extent > Float<W>(32.0f * Shape::far_sizes) * (sphere.radius + radius);
}
/// The path that prefilter_touch() needs for a sweep against shapes near this one.
template <class Shape, int W, class Rows>
LANECAST_INLINE inline SweepPath<W> path_near(const Sweep<W>& sweep, const Rows& rows) {
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
LANECAST_APART Mask<W> prefilter_touch_from_afar(Sweep<W> sweep, Rows rows) {
    return prefilter_touch<Shape>(path_near<Shape>(sweep, rows), rows);
}
/// prefilter_touch() in one call, for one shape per lane.
template <class Shape, int W, class Rows>
LANECAST_INLINE inline Mask<W> prefilter_touch(const Sweep<W>& sweep, const Rows& rows) {
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

/// False only if no shape in the sphere can be within `radius`, which may be negative, of a point.
template <int W>
LANECAST_INLINE inline Mask<W> prefilter(Vec<W> center, Float<W> radius,
                                         const BoundingSphere<W>& sphere) {
    const Vec<W> to = sphere.center - center;
    const Float<W> extent = abs(to.x) + abs(to.y) + abs(to.z) + sphere.radius + abs(radius);
    return ~(sqrt(dot(to, to)) > sphere.radius + radius + extent * Float<W>(Passage<W>::padding) +
                                     Float<W>(least_padding));
}

} // namespace lanecast::LANECAST_ISA
