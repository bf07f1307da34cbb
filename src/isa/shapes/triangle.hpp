#pragma once

#include "isa/shapes/nearest.hpp"
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
    static RayMeeting<W> meet(const Ray<W, Axes>& ray, const Rows& r, Settings settings) {
        const Crossing<W> c = crossing(ray, r);
        const Float<W> t = c.s * ray.scale;
        const Mask<W> hit =
            c.crosses & (t >= ray.t_low()) & (t <= ray.t_max) & (r[9] > Float<W>(0.0f));
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

    template <int W, class Rows>
    static Vec<W> origin(const Rows& r) {
        return {r[0], r[1], r[2]};
    }

    template <int W, class Rows>
    static Float<W> size(const Rows& r) {
        return max(largest_component(side<W>(r, 3)), largest_component(side<W>(r, 6)));
    }

    /// On the face if that is right below p, otherwise on the nearest edge. Where p is right above
    /// an edge both have the same distance, so a mistake there does no harm.
    template <int W, class Rows>
    static Nearest<W> nearest(Vec<W> p, const Rows& r) {
        const Face<W> face(p, r);
        const Vec<W> on_edge = nearest_of_edges(face.p, face.a, face.b);
        const Polar<W> away = polar(face.p - on_edge);
        const Mask<W> in_face = face.has_area & (face.below | (away.length <= 0.0f));
        const Float<W> inverse = inverse_of_scale(face.scale);
        const Vec<W> up = face.normal, on_face = face.p - up * face.height;
        const Float<W> zero(0.0f);
        return {select(in_face, abs(face.height), away.length) * inverse,
                select(in_face, on_face, on_edge) * inverse,
                select(in_face, select(face.height < zero, -up, up), away.unit)};
    }

private:
    template <int W, class Rows>
    static Vec<W> side(const Rows& r, int to) {
        return Vec<W>{r[to], r[to + 1], r[to + 2]} - Vec<W>{r[0], r[1], r[2]};
    }

    /// The face and a point, both scaled by a power of two, so that no square leaves the range of
    /// floats. In double, because in slivers the normal is the small difference of large products:
    /// from sides in float it comes out exact but for one rounding of each component.
    template <int W>
    struct Face {
        Float<W> scale;
        Vec<W> p, a, b; ///< from v0: the point, v1 and v2
        Mask<W> has_area;
        Vec<W> normal;   ///< of the front
        Float<W> height; ///< of the point above the front
        Mask<W> below;   ///< the foot of that height lies within the triangle

        template <class Rows>
        Face(Vec<W> point, const Rows& r) {
            const Vec<W> to_v1 = side<W>(r, 3), to_v2 = side<W>(r, 6);
            scale = scale_to_one(signed_max(
                largest_magnitude_bits(point),
                signed_max(largest_magnitude_bits(to_v1), largest_magnitude_bits(to_v2))));
            p = point * scale;
            a = to_v1 * scale;
            b = to_v2 * scale;
            const DoubleVec<W> q(p), u(a), v(b);
            const DoubleVec<W> n = cross(u, v);
            const Polar<W> area = polar(narrow(n));
            normal = area.unit;
            height = narrow(dot(n, q)) / area.length;
            // Of what is so small no point is farther than 2^-50 from the edges.
            has_area = (r[9] > 0.0f) & (area.length > 7.888609052210118e-31f); // 2^-100
            const DoubleVec<W> up(normal);
            const Double<W> of_v1 = dot(up, cross(q, v)), of_v2 = dot(up, cross(u, q));
            const Double<W> of_v0 = dot(up, n) - of_v1 - of_v2;
            const Float<W> zero(0.0f);
            below = (narrow(of_v0) >= zero) & (narrow(of_v1) >= zero) & (narrow(of_v2) >= zero);
        }
    };

    /// Of the edges from 0 to a, from 0 to b and from a to b.
    template <int W>
    static Vec<W> nearest_of_edges(Vec<W> p, Vec<W> a, Vec<W> b) {
        const auto square = [](Vec<W> v) { return dot(v, v); };
        const Vec<W> on_a = nearest_of_segment(p, a);
        const Vec<W> on_b = nearest_of_segment(p, b);
        const Vec<W> on_c = a + nearest_of_segment(p - a, b - a);
        const Float<W> to_a = square(p - on_a), to_b = square(p - on_b), to_c = square(p - on_c);
        const Vec<W> nearer = select(to_b < to_a, on_b, on_a);
        return select(to_c < min(to_a, to_b), on_c, nearer);
    }

    template <int W>
    struct Crossing {
        Mask<W> crosses;
        Float<W> s, u, v;
    };

    template <int W, class Axes, class Rows>
    static Crossing<W> crossing(const Ray<W, Axes>& ray, const Rows& r) {
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
        const DoubleVec<W> v0(Vec<W>{r[0], r[1], r[2]}), v1(Vec<W>{r[3], r[4], r[5]}),
            v2(Vec<W>{r[6], r[7], r[8]});
        return narrow(cross(v1 - v0, v2 - v0));
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
