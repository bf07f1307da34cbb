#pragma once

#include "isa/exact/triangle.hpp"
#include "isa/geometry/bounding_sphere.hpp"
#include "isa/geometry/face.hpp"
#include "isa/geometry/nearest.hpp"
#include "isa/geometry/ray.hpp"
#include "isa/geometry/rules.hpp"
#include "isa/shapes/triangle_distances.hpp"
#include "isa/shapes/triangle_parts.hpp"

namespace lanecast::LANECAST_ISA {

/// A flat triangle, without inside. Rows: v0, v1, v2, and 1 if it has an area, otherwise 0.
///
/// The space is sheared so that the ray becomes the z axis. The rounding errors of the shear move a
/// vertex by a few units in its last place, and by the same amount for all triangles that share it.
/// The signs of the sheared vertices' edge functions are never wrong, and are opposite for the two
/// triangles at an edge. Therefore no ray slips through an edge or a vertex, and the hit is exact
/// for a triangle whose vertices moved slightly. t is a convex combination of the vertices' depths.
/// Woop, Benthin, Wald: Watertight Ray/Triangle Intersection, JCGT 2 (2013); there the signs are
/// exact only after a fallback to double.
struct Triangle {
    static constexpr Kind kind = Kind::triangle;
    static constexpr int columns = 9;
    static constexpr int rows = 10;
    static constexpr bool stores_columns = true; ///< in the first rows

    struct row {
        enum : int { v0 = 0, v1 = 3, v2 = 6, has_area = 9 };
    };

    static constexpr bool is_expensive_to_sweep = true;
    static constexpr float far_sizes = TriangleDistances<4>::far_sizes;

    template <int W, class Report>
    static void check(const Float<W>*, Report&&) {}

    template <int W, class Rows>
    static void prepare(const Float<W>* c, Rows& r) {
        for (int i = 0; i < columns; ++i)
            r[i] = c[i];
        r[row::has_area] = select(is_zero<W>(c, r), Float<W>(0.0f), Float<W>(1.0f));
    }

    template <int W>
    static Extent<W> bounds(const Float<W>* c) {
        const auto lo = [&](int a) { return min(c[a], min(c[a + 3], c[a + 6])); };
        const auto hi = [&](int a) { return max(c[a], max(c[a + 3], c[a + 6])); };
        return {{lo(0), lo(1), lo(2)}, {hi(0), hi(1), hi(2)}};
    }

    /// False if the line of the ray passes outside.
    template <int W, class Axes, class Rows>
    LANECAST_INLINE static Mask<W> prefilter(const Ray<W, Axes>& ray, const Rows& r) {
        return edges(sheared(ray, r, row::v0), sheared(ray, r, row::v1), sheared(ray, r, row::v2))
            .around();
    }

    // Always inlined, because a call would compute and store all of the ray.
    template <int W, class Axes, class Rows>
    LANECAST_INLINE static RayMeeting<W> meet(const Ray<W, Axes>& ray, const Rows& r,
                                              Settings settings) {
        const Crossing<W> c = crossing(ray, r);
        Float<W> t = without_minus_zero(c.s * ray.scale);
        Mask<W> begins = t >= ray.t_low();
        const Mask<W> behind = c.crosses & ~begins;
        if (behind.any()) [[unlikely]] {
            const Mask<W> here = behind & starts_here(ray.origin, vertex<W>(r, 0), vertex<W>(r, 1),
                                                      vertex<W>(r, 2), c.s);
            t = select(here, Float<W>(0.0f), t);
            begins = t >= ray.t_low();
        }
        const Mask<W> hit =
            c.crosses & begins & (t <= ray.t_max) & (r[row::has_area] > Float<W>(0.0f));
        const Mask<W> none = no_lanes<W>();
        if (settings.backfaces)
            return {hit, t, none, none};
        return {hit & ~seen_from_behind(ray, area_vector<W>(r)), t, none, none};
    }

    template <int W, class Axes, class Rows>
    static RaySurface<W> surface(const Ray<W, Axes>& ray, const Rows& r, Settings) {
        const Crossing<W> c = crossing(ray, r);
        const Vec<W> area = area_vector<W>(r);
        const Vec<W> normal = normalized(area);
        const Mask<W> back = seen_from_behind(ray, area);
        return {select(back, -normal, normal), c.u, c.v, no_lanes<W>(), back};
    }

    /// Unit normal of the front, or 0 if there is no area.
    template <int W, class Rows>
    static Vec<W> flat_normal(const Rows& r) {
        const Float<W> zero(0.0f);
        return select(r[row::has_area] > zero, normalized(area_vector<W>(r)),
                      Vec<W>{zero, zero, zero});
    }

    template <int W, class Rows>
    static Vec<W> origin(const Rows& r) {
        return vertex<W>(r, 0);
    }

    template <int W, class Rows>
    static Float<W> size(const Rows& r) {
        const Vec<W> v0 = vertex<W>(r, 0); // as in parts() and distances(), so that it is shared
        return as_float(
            TriangleDistances<W>::size_bits(vertex<W>(r, 1) - v0, vertex<W>(r, 2) - v0));
    }

    template <int W, class Rows>
    LANECAST_INLINE static BoundingSphere<W> bounding_sphere(const Rows& r) {
        return sphere_about_centroid<W>(r, [](Vec<W> a, Vec<W> b) { return dot(a, b); });
    }
    /// The same for culling, where its bits do not matter.
    template <int W, class Rows>
    LANECAST_INLINE static BoundingSphere<W> culling_sphere(const Rows& r) {
        return sphere_about_centroid<W>(r,
                                        [](Vec<W> a, Vec<W> b) { return dot_for_culling(a, b); });
    }

    /// Whether a moving sphere comes near the triangle's plane.
    template <int W, class Rows>
    LANECAST_INLINE static Mask<W> comes_near(const NearPath<W>& path, const Rows& r) {
        const Vec<W> v0 = vertex<W>(r, 0), a = vertex<W>(r, 1) - v0, b = vertex<W>(r, 2) - v0;
        const Vec<W> n = cross_for_culling(a, b);
        const Float<W> first = dot_for_culling(n, path.enter), last = dot_for_culling(n, path.exit);
        // At least 256 e size^2 times the extent, because no side is longer than two radii of the
        // sphere about the centroid. Infinite if one of the products in `first` and `last` may be.
        const Float<W> radius = culling_sphere<W>(r).radius;
        const Float<W> largest = Float<W>(64.0f) * (radius * radius * path.extent);
        const Float<W> rounding = Float<W>(0x1p10f / 64.0f * 0x1p-23f) * largest;
        const Float<W> reach =
            fma_for_culling(radius, Float<W>(BoundingSphere<W>::spare), path.reach);
        const Float<W> near = fma_for_culling(reach, root_of_sum(dot_for_culling(n, n)), rounding);
        return ~((min(first, last) > near) | (max(first, last) < -near));
    }

    template <int W, class Rows>
    static Face<W> face(const Rows& r) {
        return {vertex<W>(r, 0), vertex<W>(r, 1), vertex<W>(r, 2)};
    }

    template <int W, class Rows>
    static Mask<W> approaches(const Sweep<W>& sweep, Float<W> s, Float<W> doubt, const Rows& r) {
        const NearStart<W> start = near_start<Triangle>(sweep, r);
        return parts(start.from, r).approaches(sweep, s - start.s, doubt);
    }
    template <int W, class Rows>
    static TriangleParts<W> parts(Vec<W> from, const Rows& r) {
        return {from, vertex<W>(r, 0), vertex<W>(r, 1), vertex<W>(r, 2),
                r[row::has_area] > Float<W>(0.0f)};
    }

    // Not inlined, because they would take much stack in all callers.
    template <int W, class Rows>
    LANECAST_APART static Nearest<W> nearest(Vec<W> p, const Rows& r) {
        return distances<W>(r).nearest(p);
    }
    template <int W, class Rows>
    LANECAST_APART static Nearest<W> nearest_from_afar(Vec<W> place, const Rows& r) {
        return distances<W>(r).nearest_from_afar(place, vertex<W>(r, 0));
    }
    /// Whether a point, relative to v0, is so far away that nearest_from_afar() applies.
    template <int W, class Rows>
    static Mask<W> is_far(Vec<W> from, const Rows& r) {
        const Vec<W> v0 = vertex<W>(r, 0), a = vertex<W>(r, 1) - v0, b = vertex<W>(r, 2) - v0;
        return TriangleDistances<W>::is_far(from, TriangleDistances<W>::size_bits(a, b));
    }
    template <int W, class Rows>
    static auto distances(const Rows& r) {
        return TriangleDistances<W>(vertex<W>(r, 0), vertex<W>(r, 1), vertex<W>(r, 2),
                                    r[row::has_area] > Float<W>(0.0f));
    }

    template <int W, class Rows>
    static ExactTriangle<W> exact(const Rows& r) {
        return {vertex<W>(r, 0), vertex<W>(r, 1), vertex<W>(r, 2),
                r[row::has_area] > Float<W>(0.0f)};
    }

private:
    /// Sphere about the centroid m of v0 = 0, a and b: 9 m^2 = a^2 + b^2 + 2 ab, and 9 times the
    /// squared distance from m to the farther one of a and b is a^2 + b^2 + 3 max(a^2, b^2) - 4 ab.
    /// The rounding errors, 2^-17 of it, are less than `spare`.
    template <int W, class Rows, class Dot>
    LANECAST_INLINE static BoundingSphere<W> sphere_about_centroid(const Rows& r, Dot dot) {
        const Vec<W> v0 = vertex<W>(r, 0), a = vertex<W>(r, 1) - v0, b = vertex<W>(r, 2) - v0;
        const Float<W> aa = dot(a, a), bb = dot(b, b), ab = dot(a, b);
        const Float<W> square =
            aa + bb + max(ab + ab, Float<W>(3.0f) * max(aa, bb) - Float<W>(4.0f) * ab);
        const float ninth = (1.0f + 4.0f * BoundingSphere<W>::spare) / 9.0f;
        return {(a + b) * Float<W>(0.33333334f), root_of_sum(square * Float<W>(ninth))};
    }

    template <int W, class Rows>
    static Vec<W> vertex(const Rows& r, int i) {
        return vector_at<W>(r, 3 * i);
    }

    /// The edge functions of the sheared vertices, named u, v and w for the edges opposite v0, v1
    /// and v2.
    template <int W>
    struct Edges {
        Float<W> u, v, w;

        /// Whether the ray passes on the inner side of all edges, or through them.
        [[nodiscard]] Mask<W> around() const {
            const Float<W> zero(0.0f);
            return (min(u, min(v, w)) >= zero) | (max(u, max(v, w)) <= zero);
        }
    };

    // Always inlined, like crossing(): on SSE4.2, most of a call stores and loads vectors.
    template <int W>
    LANECAST_INLINE static Edges<W> edges(Vec<W> a, Vec<W> b, Vec<W> c) {
        const auto edge = [](Vec<W> p, Vec<W> q) {
            return difference_of_products(p.x, q.y, p.y, q.x);
        };
        return {edge(c, b), edge(a, c), edge(b, a)};
    }

    template <int W>
    struct Crossing {
        Mask<W> crosses;
        Float<W> s, u, v;
    };

    template <int W, class Axes, class Rows>
    LANECAST_INLINE static Crossing<W> crossing(const Ray<W, Axes>& ray, const Rows& r) {
        const Vec<W> a = sheared(ray, r, row::v0), b = sheared(ray, r, row::v1),
                     c = sheared(ray, r, row::v2);
        const Float<W> zero(0.0f);
        Edges<W> e = edges(a, b, c);
        Mask<W> around = e.around();
        Float<W> area = e.u + e.v + e.w;
        // If the products are very small, they are computed again from larger lengths. Their signs
        // are right either way, so the two triangles at an edge need not agree on this.
        const Mask<W> faint = around & (abs(area) < Float<W>(0x1p-100f));
        if (!take_fast_path(r, ~faint)) [[unlikely]] {
            const Float<W> up = scale_to_one(
                signed_max(across_bits(a), signed_max(across_bits(b), across_bits(c))));
            const Edges<W> larger = edges(across(a) * up, across(b) * up, across(c) * up);
            e = {select(faint, larger.u, e.u), select(faint, larger.v, e.v),
                 select(faint, larger.w, e.w)};
            around = e.around();
            area = e.u + e.v + e.w;
        }
        const Mask<W> crosses = around & ((area > zero) | (area < zero));
        const Float<W> inverse = Float<W>(1.0f) / area;
        const Float<W> wv = e.v * inverse, ww = e.w * inverse;
        // Even from far away, rounding errors of the weights count only relative to the triangle's
        // size.
        const Float<W> depth = a.z + (wv * (b.z - a.z) + ww * (c.z - a.z));
        return {crosses, depth * ray.shear.inverse_z, wv, ww};
    }

    /// Whether a ray that crosses the triangle at s < 0 starts exactly on it, so that s < 0 may be
    /// a rounding error.
    template <int W>
    LANECAST_RARE static Mask<W> starts_here(Vec<W> o, Vec<W> v0, Vec<W> v1, Vec<W> v2,
                                             Float<W> s) {
        // If the ray starts on the triangle, s is off by no more than this, unless the ray almost
        // lies in the plane.
        const Vec<W> a = v1 - v0, b = v2 - v0;
        const Float<W> size = max(largest_component(a), largest_component(b));
        const Mask<W> close = abs(s) < size * Float<W>(0.015625f);
        const Mask<W> maybe = close & may_hold(o - v0, a, b);
        return maybe.any() ? maybe & holds(o, v0, v1, v2) : maybe;
    }
    /// False only if holds() is: floats show that the point is off the plane. Most rays that leave
    /// a surface start there, and are spared the test in double.
    /// @param from, a, b  the point and the other vertices, relative to v0
    template <int W>
    static Mask<W> may_hold(Vec<W> from, Vec<W> a, Vec<W> b) {
        // Scaled as in holds(). A point on the triangle is no farther from v0 than the other
        // vertices, so nothing overflows where the answer counts.
        const Float<W> to_one =
            scale_to_one(signed_max(largest_magnitude_bits(a), largest_magnitude_bits(b)));
        a = a * to_one, b = b * to_one, from = from * to_one;
        // A determinant of 6 products of three numbers. Each number, product and sum adds an error
        // of u, at most 8 u to each product, so 48 u = 3/4 2^-18 of the product of the largest. The
        // rest of 2^-18 covers the errors of errors, and 2^-43 what holds() accepts.
        const Float<W> height = abs(dot_for_culling(cross_for_culling(a, b), from));
        const Float<W> largest = largest_component(a) * largest_component(b);
        return height <=
               largest * largest_component(from) * Float<W>(0x1p-18f) + Float<W>(0x1p-43f);
    }
    /// Whether a point lies on the triangle, within the rounding errors of double; for needles,
    /// within those of float.
    template <int W>
    static Mask<W> holds(Vec<W> p, Vec<W> v0, Vec<W> v1, Vec<W> v2) {
        const Double<W> to_one(scale_to_one(
            signed_max(largest_magnitude_bits(v1 - v0), largest_magnitude_bits(v2 - v0))));
        const auto way = [&](Vec<W> from, Vec<W> to) {
            return (DoubleVec<W>(to) - DoubleVec<W>(from)) * to_one;
        };
        const DoubleVec<W> from_v0 = way(v0, p), area = cross(way(v0, v1), way(v0, v2));
        const Vec<W> n = narrow(area);
        const Float<W> size = abs(n.x) + abs(n.y) + abs(n.z), rounding(0x1p-44f);
        const auto is_inside = [&](const DoubleVec<W>& edge, const DoubleVec<W>& from_edge) {
            return narrow(dot(cross(edge, from_edge), area)) >= -(rounding * size); // 2^-44
        };
        const Float<W> height = abs(narrow(dot(area, from_v0)));
        const Mask<W> in_plane = (height <= rounding) & (height <= size * Float<W>(0x1p-24f)); // u
        if (!in_plane.any())
            return in_plane;
        return in_plane & is_inside(way(v0, v1), from_v0) & is_inside(way(v1, v2), way(v1, p)) &
               is_inside(way(v2, v0), way(v2, p));
    }

    /// A sheared vertex, viewed along the ray.
    template <int W>
    static Vec<W> across(Vec<W> a) {
        return {a.x, a.y, Float<W>(0.0f)};
    }
    template <int W>
    static Int<W> across_bits(Vec<W> a) {
        return largest_magnitude_bits(across(a));
    }

    template <int W, class Axes, class Rows>
    static Vec<W> sheared(const Ray<W, Axes>& ray, const Rows& r, int first) {
        const Vec<W> a = ray.axes.relative(r, first, ray.origin);
        return {a.x - ray.shear.x * a.z, a.y - ray.shear.y * a.z, a.z};
    }

    /// Power of two that scales the sides at v0 to one, so that their product is in the range of
    /// floats.
    template <int W, class Rows>
    static Float<W> scale_of_sides(const Rows& r) {
        const Vec<W> v0 = vertex<W>(r, 0);
        return scale_to_one(signed_max(largest_magnitude_bits(vertex<W>(r, 1) - v0),
                                       largest_magnitude_bits(vertex<W>(r, 2) - v0)));
    }

    /// (v1 - v0) x (v2 - v0) in double, so that it is right for slivers, too, and in range for
    /// sides of any length.
    template <int W, class Rows>
    static DoubleVec<W> exact_area_vector(const Rows& r) {
        const DoubleVec<W> v0(vertex<W>(r, 0)), v1(vertex<W>(r, 1)), v2(vertex<W>(r, 2));
        return cross(v1 - v0, v2 - v0);
    }
    /// An area vector times the square of `to_one`, a power of two.
    template <int W>
    static Vec<W> scaled(const DoubleVec<W>& area, Float<W> to_one) {
        const Double<W> scale(to_one);
        return narrow(area * (scale * scale));
    }
    template <int W, class Rows>
    static Vec<W> area_vector(const Rows& r) {
        return scaled(exact_area_vector<W>(r), scale_of_sides<W>(r));
    }

    /// Whether the ray hits the back. The sign is that of the reported normal, so that this never
    /// points along the ray.
    template <int W, class Axes>
    static Mask<W> seen_from_behind(const Ray<W, Axes>& ray, Vec<W> area) {
        return dot(area, ray.direction) > 0.0f;
    }

    /// Whether the vertices are collinear. In floats, the area vector is off by at most 4 e of the
    /// product of two sides. If the area is at least 16 times as large, doubles are not needed.
    template <int W, class Rows>
    static Mask<W> is_zero(const Float<W>* c, const Rows& r) {
        const Vec<W> v0 = vertex<W>(c, 0), n = cross(vertex<W>(c, 1) - v0, vertex<W>(c, 2) - v0);
        const auto extent = [&](int i) { return abs(c[i + 3] - c[i]) + abs(c[i + 6] - c[i]); };
        const Float<W> size = extent(0) + extent(1) + extent(2);
        const Float<W> area = abs(n.x) + abs(n.y) + abs(n.z);
        const Mask<W> is_ordinary = (size > Float<W>(0x1p-14f)) & (size < Float<W>(0x1p60f));
        const Mask<W> has_area = is_ordinary & (area > size * (size * Float<W>(0x1p-17f)));
        if (take_fast_path(r, has_area)) [[likely]]
            return ~has_area;
        return ~has_area & is_exactly_zero<W>(c, size, is_ordinary);
    }

    /// Whether the area vector is nothing but the rounding error of its double products.
    template <int W, class Rows>
    static Mask<W> is_exactly_zero(const Rows& r, Float<W> size, Mask<W> is_ordinary) {
        const DoubleVec<W> exact = exact_area_vector<W>(r);
        Vec<W> n = narrow(exact);
        // Scaling by powers of two changes no digit that counts, so most triangles are not scaled:
        // from sizes of 2^-14 on, the limit is above 2^-76, and subnormal components lose far less
        // than that.
        if (!is_ordinary.all()) {
            const Float<W> to_one = scale_of_sides<W>(r);
            n = select(is_ordinary, n, scaled(exact, to_one));
            size = select(is_ordinary, size, size * to_one);
        }
        const Float<W> area = abs(n.x) + abs(n.y) + abs(n.z);
        return area <= size * (size * Float<W>(0x1p-48f));
    }
};

} // namespace lanecast::LANECAST_ISA
