#pragma once

#include "isa/kernels/boxes/box_ray.hpp"

/// Box tests of nodes against all rays of a packet at once.
namespace lanecast::LANECAST_ISA {

/// The least element of each of four vectors.
template <int W>
Float<4> least_of_each(Float<W> a, Float<W> b, Float<W> c, Float<W> d) {
    Backend<W>::transpose_quads(a.v, b.v, c.v, d.v);
    alignas(64) float quads[W];
    min(min(a, b), min(c, d)).store(quads);
    Float<4> least = Float<4>::load(quads);
    for (int q = 4; q < W; q += 4)
        least = min(least, Float<4>::load(quads + q));
    return least;
}

template <int W>
float largest(Float<W> a) {
    alignas(64) float lanes[W];
    a.store(lanes);
    Float<4> most = Float<4>::load(lanes);
    for (int q = 4; q < W; q += 4)
        most = max(most, Float<4>::load(lanes + q));
    most.store(lanes);
    for (int i = 1; i < 4; ++i)
        lanes[0] = lanes[0] > lanes[i] ? lanes[0] : lanes[i];
    return lanes[0];
}

/// Bounds of rays of one octant, from which follows a range of the parameters at which they can be
/// inside a box.
///
/// The result for a packet bounds the result that each of its rays would get from (p - o') *
/// inverse, where o' is the padded start of the ray and both operations are rounded. Rounding,
/// differences, and products with a fixed p - o' are all monotone, so the ends of the interval of
/// inverses suffice. The proof that this test keeps every hit of a ray is the one for BoxRaySlopes,
/// whose rounding errors are no smaller.
struct PacketBounds {
    float near_start[3], first;
    float far_start[3], limit;
    float least_inverse[3], least_limit;
    float most_inverse[3], unused_too;

    /// @param among  the rays to bound, at least one
    template <int W>
    void set(Vec<W> o, Vec<W> inverse, const RayMargins<W>& margins, Float<W> start, Float<W> end,
             unsigned octant, Mask<W> among) {
        const Vec<W> margin = margins.on_axes(o, Float<W>(0.0f));
        const Float<W> none(__builtin_inff());
        // The coordinate along the direction, so that the side of a box that rays hit first is the
        // least.
        const auto along = [&](unsigned axis, auto x) { return (octant >> axis) & 1u ? -x : x; };
        const auto near = [&](unsigned axis, Float<W> x, Float<W> beyond) {
            return select(among, -(along(axis, x) + beyond), none);
        };
        const auto far = [&](unsigned axis, Float<W> x, Float<W> beyond) {
            return select(among, along(axis, x) - beyond, none);
        };
        const auto least = [&](Float<W> x) { return select(among, x, none); };
        Float<4> nears = least_of_each(near(0, o.x, margin.x), near(1, o.y, margin.y),
                                       near(2, o.z, margin.z), least(start));
        Float<4> fars = least_of_each(far(0, o.x, margin.x), far(1, o.y, margin.y),
                                      far(2, o.z, margin.z), least(-end));
        nears.store(near_start);
        fars.store(far_start);
        for (unsigned a = 0; a < 3; ++a) {
            near_start[a] = along(a, -near_start[a]);
            far_start[a] = along(a, far_start[a]);
        }
        limit = -limit;
        least_of_each(least(inverse.x), least(inverse.y), least(inverse.z), least(end))
            .store(least_inverse);
        (-least_of_each(least(-inverse.x), least(-inverse.y), least(-inverse.z), none))
            .store(most_inverse);
    }

    template <int W>
    void set_limits(Float<W> limits, Mask<W> among) {
        const Float<W> none(__builtin_inff());
        float least[4];
        least_of_each(select(among, limits, none), select(among, -limits, none), none, none)
            .store(least);
        least_limit = least[0];
        limit = -least[1];
    }

    /// Whether the limits of the rays are so similar that it does not pay to test rays individually
    /// against a box.
    [[nodiscard]] bool are_alike() const { return limit <= tuning::alike_limits * least_limit; }

    /// Mask of the children c to c + N - 1 that rays may hit.
    template <int N>
    [[nodiscard]] Mask<N> meet(const Node& node, int c, const OctantPlanes& planes) const {
        const float* boxes = node.bounds[0] + c;
        Float<N> in(first), out(limit);
        for (int a = 0; a < 3; ++a) {
            const Float<N> lo(least_inverse[a]), hi(most_inverse[a]);
            const Float<N> to_near = Float<N>::load(boxes + planes.near[a]) - near_start[a];
            const Float<N> to_far = Float<N>::load(boxes + planes.far[a]) - far_start[a];
            in = max(in, min(to_near * lo, to_near * hi));
            out = min(out, max(to_far * lo, to_far * hi));
        }
        return in <= out;
    }
};

} // namespace lanecast::LANECAST_ISA
