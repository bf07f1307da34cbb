#pragma once

#include "isa/shapes/ray.hpp"
#include "isa/shapes/sweep.hpp"

/// Balls around shapes: to tell cheaply that a ray or a moving sphere does not come near. All of it
/// is padded for more roundings than any test of a shape makes, see docs/numerics.md; where numbers
/// are too large for floats NaN stands for "perhaps".
namespace lanecast::LANECAST_ISA {

/// Shapes whose tests are so dear that the balls around them are asked first.
template <class Shape>
concept IsDear = requires {
    Shape::is_dear;
};
template <class Shape>
concept IsDearToSweep = requires {
    Shape::is_dear_to_sweep;
};

/// Holds a shape, give or take a rounding. The centre is relative to the shape's origin(rows).
template <int W>
struct BoundingBall {
    Vec<W> center;
    Float<W> radius;
};

/// At least as large as the root, to a rounding, whatever underflowed in the square.
template <int W>
Float<W> root_of_sum(Float<W> sum_of_squares) {
    return sqrt(sum_of_squares + Float<W>(1.1754944e-38f)); // 2^-126
}

/// A line past a ball.
template <int W>
struct Passage {
    Vec<W> to;       ///< from a point of the line to the centre
    Float<W> extent; ///< larger than all lengths up to the ball
    Float<W> pad;    ///< more than any rounding; infinite where lengths are too large for floats
    Float<W> reach;  ///< of the ball, padded
    Float<W> square; ///< of the direction
    Mask<W> passes;  ///< false only where no test would find that the line meets the ball

    /// @param from       relative to the shape's origin
    /// @param direction  its largest component is in [1, 2), or it is zero or was subnormal
    /// @param radius     of what moves along the line
    Passage(Vec<W> from, Vec<W> direction, Float<W> radius, const BoundingBall<W>& ball)
        : to(ball.center - from) {
        const Float<W> sum = ball.radius + radius;
        extent = sum + (abs(to.x) + abs(to.y) + abs(to.z));
        // dot(to, direction) is below 2 extent. It must not be infinite where the padding is not.
        pad = Float<W>(4.0f) * extent * Float<W>(padding / 4.0f);
        reach = sum + pad;
        square = dot(direction, direction);
        const Vec<W> across = cross(to, direction);
        passes = ~(dot(across, across) > reach * reach * square + least());
    }

    static constexpr float padding = 1.5258789e-05f;   // 128 e
    static Float<W> least() { return 1.1754944e-38f; } // 2^-126
};

/// False only where no ray test would find a hit. Inlined always: a call brings the whole ray to
/// memory.
template <class Shape, int W, class Axes, class Rows>
[[gnu::always_inline]] inline Mask<W> may_hit(const Ray<W, Axes>& ray, const Rows& rows) {
    return Passage<W>(ray.origin - Shape::template origin<W>(rows), ray.direction, Float<W>(0.0f),
                      Shape::template ball<W>(rows))
        .passes;
}

/// The part of a moving sphere's way on which it may touch what is in a ball.
template <int W>
struct NearWay {
    Vec<W> enter, exit; ///< where the sphere's centre is then, relative to the shape's origin
    Float<W> reach;     ///< how far away it may touch the shape
    Float<W> extent;    ///< larger than all lengths up to the ball
};

/// The same for sweeps.
template <class Shape, int W, class Rows>
[[gnu::always_inline]] inline Mask<W> may_touch(const Sweep<W>& sweep, const Rows& rows) {
    const Vec<W> from = sweep.center - Shape::template origin<W>(rows), d = sweep.direction;
    const Passage<W> line(from, d, sweep.radius, Shape::template ball<W>(rows));
    const Float<W> pad = line.pad;
    const Float<W> one(1.0f), inverse = sweep.inverse_length_squared;
    const Float<W> along = dot(line.to, d), margin = line.reach * max(line.square, one);
    const Float<W> enter = max((along - margin) * inverse, Float<W>(0.0f));
    const Float<W> exit =
        min((along + margin) * inverse, sweep.t_max * inverse_of_scale(sweep.scale));
    // Subnormal displacements stay shorter than 1, which makes parameters long.
    const Mask<W> comes_near = line.passes & (~(enter > exit + pad) | (line.square < one));
    if constexpr (requires(const NearWay<W>& way) { Shape::comes_near(way, rows); })
        return comes_near & Shape::comes_near(NearWay<W>{from + d * enter, from + d * exit,
                                                         sweep.radius + pad, line.extent},
                                              rows);
    else
        return comes_near;
}

} // namespace lanecast::LANECAST_ISA
