#pragma once

#include "isa/geometry/rounded_box.hpp"
#include "isa/geometry/slabs.hpp"
#include "isa/geometry/sweep.hpp"

namespace lanecast::LANECAST_ISA {

/// Base of boxes: three pairs of parallel faces in a frame of their own. A Shape defines
/// slabs_of(ray, rows), and rounded(from, sweep, rows), which is the box inflated by the moving
/// sphere.
template <class Shape>
struct Cuboid : Solid<Shape> {
    static constexpr bool is_expensive_to_sweep = true;

    template <int W, class Axes, class Rows>
    static Interval<W> interval(const Ray<W, Axes>& ray, const Rows& rows) {
        const Slabs<W> slabs = Shape::slabs_of(ray, rows);
        return {slabs.enter, slabs.exit};
    }

    template <int W, class Rows>
    static TouchTest<W> touch(Vec<W> from, const Sweep<W>& sweep, const Rows& rows) {
        return Shape::rounded(from, sweep, rows).touch();
    }
    template <int W, class Rows>
    static Mask<W> approaches(const Sweep<W>& sweep, Float<W> s, Float<W> doubt, const Rows& rows) {
        return Shape::rounded(sweep.center - Shape::template origin<W>(rows), sweep, rows)
            .approaches(s, doubt);
    }
    /// Normal of a moving point at its touch.
    template <int W, class Rows>
    static Vec<W> entry_normal(const Sweep<W>& sweep, const Rows& rows) {
        const Vec<W> from = sweep.center - Shape::template origin<W>(rows);
        return Shape::to_world(Shape::rounded(from, sweep, rows).entry_normal(), rows);
    }
    template <int W, class Rows>
    static TouchBound<W> touch_bound(Vec<W> from, const Sweep<W>& sweep, const Rows& rows) {
        return Shape::rounded(from, sweep, rows).touch_bound();
    }
};

} // namespace lanecast::LANECAST_ISA
