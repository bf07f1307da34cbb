#pragma once

#include "isa/shapes/ray.hpp"
#include "isa/shapes/rules.hpp"

namespace lanecast::LANECAST_ISA {

/// A flat triangle, without inside. Rows: v0, v1, v2, and 1 if it has an area, otherwise 0.
///
/// The space is sheared so that the ray becomes the z axis: a rounding there moves a vertex by a
/// few units in its last place, and moves it alike for all triangles that share it. The edge
/// functions of the sheared vertices then have exact signs, opposite for the two triangles of an
/// edge. So no ray slips through an edge or a vertex, and the hit found is exact for a triangle
/// whose vertices moved a little. t is a convex combination of the vertices' depths and cannot
/// leave their range. Woop, Benthin, Wald: Watertight Ray/Triangle Intersection, JCGT 2 (2013);
/// there the signs are exact only after a fallback to double.
struct Triangle {
    static constexpr Kind kind = Kind::triangle;
    static constexpr int columns = 9;
    static constexpr int rows = 10;

    template <int W, class Report>
    static void check(const Float<W>*, Report&&) {}

    template <int W>
    static void prepare(const Float<W>* c, Float<W>* r) {
        copy(c, r, columns);
        r[9] = select(is_zero<W>(area_vector<W>(c), c), Float<W>(0.0f), Float<W>(1.0f));
    }

    template <int W>
    static Extent<W> bounds(const Float<W>* c) {
        const auto lo = [&](int a) { return min(c[a], min(c[a + 3], c[a + 6])); };
        const auto hi = [&](int a) { return max(c[a], max(c[a + 3], c[a + 6])); };
        return {{lo(0), lo(1), lo(2)}, {hi(0), hi(1), hi(2)}};
    }

    template <int W, class Axes, class Rows>
    static RayMeeting<W> meet(const Ray<W, Axes>& ray, const Rows& r, RaySettings settings) {
        const Crossing<W> c = cross(ray, r);
        const Float<W> t = c.s * ray.scale;
        const Mask<W> hit =
            c.crosses & (t >= ray.t_low()) & (t <= ray.t_max) & (r[9] > Float<W>(0.0f));
        const Mask<W> none = no_lanes<W>();
        if (settings.backfaces)
            return {hit, t, none, none};
        return {hit & ~seen_from_behind(ray, area_vector<W>(r)), t, none, none};
    }

    template <int W, class Axes, class Rows>
    static RaySurface<W> surface(const Ray<W, Axes>& ray, const Rows& r, RaySettings) {
        const Crossing<W> c = cross(ray, r);
        const Vec<W> area = area_vector<W>(r);
        const Vec<W> normal = normalized(area);
        const Mask<W> back = seen_from_behind(ray, area);
        return {select(back, -normal, normal), c.u, c.v, no_lanes<W>(), back};
    }

private:
    template <int W>
    struct Crossing {
        Mask<W> crosses;
        Float<W> s, u, v;
    };

    template <int W, class Axes, class Rows>
    static Crossing<W> cross(const Ray<W, Axes>& ray, const Rows& r) {
        const Vec<W> a = sheared(ray, r, 0), b = sheared(ray, r, 3), c = sheared(ray, r, 6);
        const Double<W> ax(a.x), ay(a.y), bx(b.x), by(b.y), cx(c.x), cy(c.y);
        const Float<W> u = difference_of_products(cx, by, cy, bx); // opposite v0
        const Float<W> v = difference_of_products(ax, cy, ay, cx);
        const Float<W> w = difference_of_products(bx, ay, by, ax);
        const Float<W> zero(0.0f);
        const Float<W> least = min(u, min(v, w)), most = max(u, max(v, w));
        const Float<W> area = u + v + w;
        const Mask<W> around = (least >= zero) | (most <= zero);
        const Mask<W> crosses = around & ((area > zero) | (area < zero));
        const Float<W> inverse = Float<W>(1.0f) / area;
        const Float<W> wu = u * inverse, wv = v * inverse, ww = w * inverse;
        const Float<W> depth = wu * a.z + wv * b.z + ww * c.z;
        return {crosses, depth * ray.shear.inverse_z, wv, ww};
    }

    template <int W, class Axes, class Rows>
    static Vec<W> sheared(const Ray<W, Axes>& ray, const Rows& r, int first) {
        const Vec<W> a = ray.axes.relative(r, first, ray.origin);
        return {a.x - ray.shear.x * a.z, a.y - ray.shear.y * a.z, a.z};
    }

    /// (v1 - v0) x (v2 - v0), in double so that it is right for slivers, too.
    template <int W, class Rows>
    static Vec<W> area_vector(const Rows& r) {
        const Double<W> x0(r[0]), y0(r[1]), z0(r[2]);
        const Double<W> ax = Double<W>(r[3]) - x0, ay = Double<W>(r[4]) - y0,
                        az = Double<W>(r[5]) - z0;
        const Double<W> bx = Double<W>(r[6]) - x0, by = Double<W>(r[7]) - y0,
                        bz = Double<W>(r[8]) - z0;
        return {narrow(ay * bz - az * by), narrow(az * bx - ax * bz), narrow(ax * by - ay * bx)};
    }

    /// By the same normal that is reported, so that it never points along the ray.
    template <int W, class Axes>
    static Mask<W> seen_from_behind(const Ray<W, Axes>& ray, Vec<W> area) {
        return dot(area, ray.direction) > 0.0f;
    }

    /// Collinear vertices: the area vector is nothing but the rounding of its double products.
    template <int W, class Rows>
    static Mask<W> is_zero(Vec<W> n, const Rows& r) {
        const auto extent = [&](int i) { return abs(r[i + 3] - r[i]) + abs(r[i + 6] - r[i]); };
        const Float<W> size = extent(0) + extent(1) + extent(2);
        const Float<W> area = abs(n.x) + abs(n.y) + abs(n.z);
        return area <= size * (size * 3.552713678800501e-15f); // 2^-48
    }
};

} // namespace lanecast::LANECAST_ISA
