#pragma once

#include <cstddef>
#include <vector>

#include "lanecast/shapes.hpp"

#include "scalar/scalar.hpp"
#include "support/columns.hpp"
#include "support/random.hpp"

/// What the pairwise benchmarks know of each shape: its struct is `floats` floats without gaps,
/// make() draws one, aim() draws a point that a ray is sent to, such that about half of them hit.
/// Branches of the scalar code are as hard to foresee then as in real scenes.
namespace lanecast::bench {

inline Vec3 offset(const Vec3& a, const Vec3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Vec3 scaled(const Vec3& a, float s) { return {a.x * s, a.y * s, a.z * s}; }

template <class Shape>
struct PairCase;

template <>
struct PairCase<scalar::Sphere> {
    static constexpr ShapeKind kind = ShapeKind::sphere;
    static constexpr const char* name = "sphere";
    static constexpr std::size_t floats = 4;
    using Arrays = Columns<float, floats>;

    static scalar::Sphere make(Random& random) {
        return {random.in_cube(10), random.between(0.2f, 1)};
    }
    static Vec3 aim(const scalar::Sphere& s, Random& random) {
        return offset(s.center, random.in_cube(1.35f * s.radius));
    }
    static Shapes view(const Arrays& c) {
        return Spheres{.center = {c[0], c[1], c[2]}, .radius = c[3]};
    }
    static Shapes view(const std::vector<scalar::Sphere>& s) {
        return Spheres{.center = field(s, &scalar::Sphere::center),
                       .radius = field(s, &scalar::Sphere::radius)};
    }
};

template <>
struct PairCase<scalar::Aabb> {
    static constexpr ShapeKind kind = ShapeKind::aabb;
    static constexpr const char* name = "aabb";
    static constexpr std::size_t floats = 6;
    using Arrays = Columns<float, floats>;

    static scalar::Aabb make(Random& random) {
        const Vec3 lo = random.in_cube(10);
        return {lo, offset(lo, random.in_box({0.4f, 0.4f, 0.4f}, {2, 2, 2}))};
    }
    static Vec3 aim(const scalar::Aabb& s, Random& random) {
        return offset(scaled(offset(s.lo, s.hi), 0.5f), random.in_cube(1.1f));
    }
    static Shapes view(const Arrays& c) {
        return Aabbs{.lo = {c[0], c[1], c[2]}, .hi = {c[3], c[4], c[5]}};
    }
    static Shapes view(const std::vector<scalar::Aabb>& s) {
        return Aabbs{.lo = field(s, &scalar::Aabb::lo), .hi = field(s, &scalar::Aabb::hi)};
    }
};

template <>
struct PairCase<scalar::Box> {
    static constexpr ShapeKind kind = ShapeKind::box;
    static constexpr const char* name = "box";
    static constexpr std::size_t floats = 10;
    using Arrays = Columns<float, floats>;

    static scalar::Box make(Random& random) {
        const Vec3 center = random.in_cube(10);
        const Vec3 half_extents = random.in_box({0.2f, 0.2f, 0.2f}, {1, 1, 1});
        return {center, half_extents, random.rotation()};
    }
    static Vec3 aim(const scalar::Box& s, Random& random) {
        return offset(s.center, random.in_cube(1.1f));
    }
    static Shapes view(const Arrays& c) {
        return Boxes{.center = {c[0], c[1], c[2]},
                     .half_extents = {c[3], c[4], c[5]},
                     .rotation = {c[6], c[7], c[8], c[9]}};
    }
    static Shapes view(const std::vector<scalar::Box>& s) {
        return Boxes{.center = field(s, &scalar::Box::center),
                     .half_extents = field(s, &scalar::Box::half_extents),
                     .rotation = field(s, &scalar::Box::rotation)};
    }
};

template <>
struct PairCase<scalar::Triangle> {
    static constexpr ShapeKind kind = ShapeKind::triangle;
    static constexpr const char* name = "triangle";
    static constexpr std::size_t floats = 9;
    using Arrays = Columns<float, floats>;

    static scalar::Triangle make(Random& random) {
        const Vec3 v0 = random.in_cube(10);
        const Vec3 v1 = offset(v0, random.in_cube(1));
        return {v0, v1, offset(v0, random.in_cube(1))};
    }
    /// In the parallelogram over two edges, half of which is the triangle.
    static Vec3 aim(const scalar::Triangle& s, Random& random) {
        const float u = random.between(0, 1), v = random.between(0, 1);
        return offset(scaled(s.v0, 1 - u - v), offset(scaled(s.v1, u), scaled(s.v2, v)));
    }
    static Shapes view(const Arrays& c) {
        return Triangles{
            .v0 = {c[0], c[1], c[2]}, .v1 = {c[3], c[4], c[5]}, .v2 = {c[6], c[7], c[8]}};
    }
    static Shapes view(const std::vector<scalar::Triangle>& s) {
        return Triangles{.v0 = field(s, &scalar::Triangle::v0),
                         .v1 = field(s, &scalar::Triangle::v1),
                         .v2 = field(s, &scalar::Triangle::v2)};
    }
};

} // namespace lanecast::bench
