#pragma once

#include <type_traits>

#include "core/bvh_layout.hpp"
#include "isa/geometry/ray.hpp"
#include "isa/kernels/boxes/box_margin.hpp"
#include "isa/kernels/columns/vector_column.hpp"
#include "isa/simd/records.hpp"

/// Box tests of nodes against rays and sweeps.

namespace lanecast::LANECAST_ISA {

/// The planes of Node::bounds that rays of an octant hit first and last on each axis, as offsets in
/// floats.
struct OctantPlanes {
    std::ptrdiff_t near[3], far[3];

    explicit constexpr OctantPlanes(unsigned octant) : near{}, far{} {
        for (int a = 0; a < 3; ++a) {
            const std::ptrdiff_t lo = std::ptrdiff_t{2} * a * node_width, hi = lo + node_width;
            const bool backward = (octant >> a) & 1u;
            near[a] = backward ? hi : lo;
            far[a] = backward ? lo : hi;
        }
    }
};

inline constexpr OctantPlanes planes_of_octant[] = {
    OctantPlanes(0), OctantPlanes(1), OctantPlanes(2), OctantPlanes(3),
    OctantPlanes(4), OctantPlanes(5), OctantPlanes(6), OctantPlanes(7)};

/// W rays with parameters between `first` and `limit`. A plane at p is hit at the parameter p *
/// inverse + offset. No value of this struct reaches a result: origins are moved so far that no
/// rounding error can lose a hit (docs/numerics.md).
template <int W>
struct BoxRaySlopes {
    Vec<W> inverse, near_offset, far_offset;
    Float<W> first, limit;

    struct Crossing {
        Float<W> in, out;
    };
    /// Returns where rays of one octant enter and leave boxes.
    /// @param plane(offset)  planes of Node::bounds
    template <class Plane>
    [[nodiscard]] Crossing cross(const OctantPlanes& planes, Plane plane) const {
        const auto& near = planes.near;
        const auto& far = planes.far;
        const auto at = [&](std::ptrdiff_t offset, Float<W> slope, Float<W> start) {
            return fma_for_culling(plane(offset), slope, start);
        };
        return {
            max(max(at(near[0], inverse.x, near_offset.x), at(near[1], inverse.y, near_offset.y)),
                max(at(near[2], inverse.z, near_offset.z), first)),
            min(min(at(far[0], inverse.x, far_offset.x), at(far[1], inverse.y, far_offset.y)),
                min(at(far[2], inverse.z, far_offset.z), limit))};
    }
};

/// A box around all boxes of a tree. A ray that misses it misses each of them, because every step
/// from a plane to a parameter is monotone, with its rounding.
struct RootBox {
    float lo[3], hi[3];

    explicit RootBox(const SceneView& scene) {
        for (int a = 0; a < 3; ++a) {
            lo[a] = __builtin_inff();
            hi[a] = -__builtin_inff();
            for (int c = 0; scene.has_tree && c < node_width; ++c) {
                const Node& root = scene.node(0);
                lo[a] = root.bounds[2 * a][c] < lo[a] ? root.bounds[2 * a][c] : lo[a];
                hi[a] = root.bounds[2 * a + 1][c] > hi[a] ? root.bounds[2 * a + 1][c] : hi[a];
            }
        }
    }

    /// Mask of the rays that enter the box up to their limits. They need not share an octant.
    template <int W>
    [[nodiscard]] Mask<W> meet(const BoxRaySlopes<W>& rays) const {
        Float<W> in = rays.first, out = rays.limit;
        const auto cut = [&](int a, Float<W> inverse, Float<W> near_offset, Float<W> far_offset) {
            const Float<W> near = select_by_sign(inverse, Float<W>(hi[a]), Float<W>(lo[a])),
                           far = select_by_sign(inverse, Float<W>(lo[a]), Float<W>(hi[a]));
            in = max(fma_for_culling(near, inverse, near_offset), in);
            out = min(fma_for_culling(far, inverse, far_offset), out);
        };
        cut(0, rays.inverse.x, rays.near_offset.x, rays.far_offset.x);
        cut(1, rays.inverse.y, rays.near_offset.y, rays.far_offset.y);
        cut(2, rays.inverse.z, rays.near_offset.z, rays.far_offset.z);
        return in <= out;
    }
};

/// @param margin  how far the origin moves towards the planes that are hit first
template <int W>
LANECAST_INLINE inline BoxRaySlopes<W> slopes_of(Vec<W> o, Vec<W> inverse, Vec<W> margin,
                                                 Float<W> first, Float<W> limit) {
    const auto offset = [](Float<W> x, Float<W> slope, Float<W> wide) {
        return fma_for_culling(-x, slope, wide);
    };
    const Vec<W> wide = {margin.x * abs(inverse.x), margin.y * abs(inverse.y),
                         margin.z * abs(inverse.z)};
    return {inverse,
            {offset(o.x, inverse.x, -wide.x), offset(o.y, inverse.y, -wide.y),
             offset(o.z, inverse.z, -wide.z)},
            {offset(o.x, inverse.x, wide.x), offset(o.y, inverse.y, wide.y),
             offset(o.z, inverse.z, wide.z)},
            first,
            limit};
}

/// Rays as box tests see them: BoxRaySlopes as columns.
struct BoxRayColumns {
    VectorColumn inverse;
    VectorColumn near_offset; ///< for the planes that the ray hits first on each axis
    VectorColumn far_offset;
    alignas(64) float t_min[group_size];
    alignas(64) float unscale[group_size];        ///< 1 / Ray::scale
    alignas(64) std::uint32_t octant[group_size]; ///< bit a: the direction is negative on axis a
    alignas(64) std::uint32_t out_of_tree[group_size]; ///< not 0: too far out for box tests

    /// @param inverse_direction  1 / the scaled direction
    /// @param radius  radius of the sphere that is swept along the ray; 0 for a ray
    /// @param margin  see BoxMargins::on_axes()
    template <int W>
    void store(int i, Vec<W> o, Vec<W> inverse_direction, Float<W> scale, Float<W> first,
               Float<W> radius, Vec<W> margin) {
        const Vec<W> inv = clamped(inverse_direction);
        const Float<W> up = inverse_of_scale(scale), zero(0.0f);
        const auto slopes = slopes_of(o, inv, margin, (first - Float<W>(t_step)) * up, zero);
        inverse.store(i, inv);
        near_offset.store(i, slopes.near_offset);
        far_offset.store(i, slopes.far_offset);
        slopes.first.store(t_min + i);
        up.store(unscale + i);
        octants(inv).store(octant + i);
        select(is_out_of_tree(o, radius), Int<W>(1), Int<W>(0)).store(out_of_tree + i);
    }

    /// Limits the inverse where a ray hardly moves along an axis. The parameter stays finite, and
    /// the margin covers the difference.
    template <int W>
    static Vec<W> clamped(Vec<W> inverse) {
        return {clamped(inverse.x), clamped(inverse.y), clamped(inverse.z)};
    }
    template <int W>
    static Int<W> octants(Vec<W> inverse) {
        const auto bit = [](Float<W> x, std::uint32_t value) {
            return select(sign_bit(x), Int<W>(value), Int<W>(0));
        };
        return bit(inverse.x, 1) | bit(inverse.y, 2) | bit(inverse.z, 4);
    }
    template <int W>
    static Mask<W> is_out_of_tree(Vec<W> o, Float<W> radius) {
        const Float<W> farthest = max(radius, max(abs(o.x), max(abs(o.y), abs(o.z))));
        return ~(farthest <= Float<W>(largest_tree_coordinate));
    }

private:
    template <int W>
    static Float<W> clamped(Float<W> inverse) {
        const Float<W> most(largest_tree_coordinate);
        return select_by_sign(inverse, max(inverse, -most), min(inverse, most));
    }
};

/// One ray of an octant against the boxes of nodes.
class OctantRay {
public:
    static constexpr int N = native_width < node_width ? native_width : node_width;

    OctantRay(const BoxRaySlopes<N>& slopes, unsigned octant)
        : slopes_(slopes), planes_(planes_of_octant[octant]) {}

    void set_limit(float limit) { slopes_.limit = limit; }

    /// Calls visit(c, entry parameters, Mask) for the boxes of children c to c + N - 1. The mask
    /// marks those that the ray hits up to the limit.
    template <class Visit>
    void meet(const Node& node, Visit visit) const {
        for (int c = 0; c < node_width; c += N) {
            const float* boxes = node.bounds[0] + c;
            const auto crossing = slopes_.cross(
                planes_, [&](std::ptrdiff_t plane) { return Float<N>::load(boxes + plane); });
            visit(c, crossing.in, crossing.in <= crossing.out);
        }
    }

private:
    BoxRaySlopes<N> slopes_;
    OctantPlanes planes_;
};

/// One ray of a block against the boxes of nodes.
class BoxRay {
public:
    BoxRay(const BoxRayColumns& box, int i, const TreeSpace&)
        : ray_({box.inverse.broadcast<N>(i), box.near_offset.broadcast<N>(i),
                box.far_offset.broadcast<N>(i), box.t_min[i], 0.0f},
               box.octant[i]),
          unscale_(box.unscale[i]) {}

    /// Returns the `limit` of meet() for hits up to t: a parameter of the scaled ray.
    [[nodiscard]] float limit(float t) const { return (t + t_step) * unscale_; }

    /// See OctantRay::meet().
    template <class Visit>
    void meet(const Node& node, float limit, Visit visit) const {
        OctantRay ray = ray_;
        ray.set_limit(limit);
        ray.meet(node, visit);
    }

private:
    static constexpr int N = OctantRay::N;

    OctantRay ray_;
    float unscale_;
};

/// W rays of one octant against one box at a time. A record holds the origin, limit, inverse
/// direction and start of a ray. For a swept sphere, which starts at 0, it holds the radius in
/// place of the start.
/// @tparam kind  margins of the rays
template <RayMargin TreeSpace::*kind>
struct BoxRays {
    using Rows = lanecast::LANECAST_ISA::Rows<0, 1>;
    static constexpr bool has_octants = true;

    /// @param inverse  1 / the scaled direction, from BoxRayColumns::clamped()
    /// @param radius   radius of the sphere; ignored for a ray
    template <int W>
    static void pack(Vec<W> origin, Vec<W> inverse, Float<W> scale, Float<W> t_min, Float<W> t_max,
                     Float<W> radius, Float<W>* words) {
        const Float<W> up = inverse_of_scale(scale), step(t_step);
        words[0] = origin.x;
        words[1] = origin.y;
        words[2] = origin.z;
        words[3] = (t_max + step) * up;
        words[4] = inverse.x;
        words[5] = inverse.y;
        words[6] = inverse.z;
        words[7] = swept ? radius : (t_min - step) * up;
    }

    /// Returns the node with the planes that rays of the octant hit first in place of the lower
    /// ones, and the others in place of the upper ones, so that all offsets are compile-time
    /// constants.
    static Node facing(const Node& node, unsigned octant) {
        constexpr int N = native_width < node_width ? native_width : node_width;
        const OctantPlanes& planes = planes_of_octant[octant];
        Node seen;
        for (int a = 0; a < 3; ++a)
            for (int c = 0; c < node_width; c += N) {
                const float* boxes = node.bounds[0] + c;
                Float<N>::load(boxes + planes.near[a]).store(seen.bounds[2 * a] + c);
                Float<N>::load(boxes + planes.far[a]).store(seen.bounds[2 * a + 1] + c);
            }
        __builtin_memcpy(seen.children, node.children, sizeof node.children);
        return seen;
    }

    /// One ray against all boxes of a node.
    class One : public OctantRay {
    public:
        One(const float* words, unsigned octant, const TreeSpace& space)
            : OctantRay(slopes<N>([&](int i) { return Float<N>(words[i]); }, space), octant) {}
    };

    template <int W>
    class Lanes {
    public:
        Lanes() = default;
        Lanes(const Float<W>* words, const TreeSpace& space)
            : slopes_(slopes<W>([&](int i) { return words[i]; }, space)) {}

        /// Mask of the rays that hit the box in slot c of a node.
        /// @param node  from facing()
        [[nodiscard]] Mask<W> meet(const Node& node, int c) const {
            const float* box = node.bounds[0] + c;
            const auto crossing = slopes_.cross(
                planes_of_octant[0], [&](std::ptrdiff_t plane) { return Float<W>(box[plane]); });
            return crossing.in <= crossing.out;
        }

    private:
        BoxRaySlopes<W> slopes_;
    };

private:
    static constexpr bool swept = kind != &TreeSpace::rays;

    /// How far before 0 sweeps begin, in parameters of the scaled direction: more than any rounding
    /// error.
    static constexpr float least_start = 0x1p-20f;

    template <int W, class Word>
    LANECAST_INLINE static BoxRaySlopes<W> slopes(Word word, const TreeSpace& space) {
        const Vec<W> origin = {word(0), word(1), word(2)};
        const Float<W> last = word(7);
        return slopes_of(origin, {word(4), word(5), word(6)},
                         BoxMargins<W, kind>(space).on_axes(origin, swept ? last : Float<W>(0.0f)),
                         swept ? Float<W>(-least_start) : last, word(3));
    }
};

} // namespace lanecast::LANECAST_ISA
