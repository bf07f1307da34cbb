#pragma once

#include "support/pairs/pair_case.hpp"

namespace lanecast::bench {

template <>
struct PairCase<scalar::Triangle> {
    static constexpr ShapeKind kind = ShapeKind::triangle;
    static constexpr const char* name = "triangle";

    static scalar::Triangle make(Random& random) {
        const Vec3 v0 = random.in_cube(10);
        const Vec3 v1 = v0 + random.in_cube(1);
        return {v0, v1, v0 + random.in_cube(1)};
    }
    /// A point in the parallelogram over two edges; the triangle is half of it.
    static Vec3 aim(const scalar::Triangle& s, Random& random) {
        const float u = random.between(0, 1), v = random.between(0, 1);
        return s.v0 * (1 - u - v) + s.v1 * u + s.v2 * v;
    }
    static Vec3 near(const scalar::Triangle& s, float reach, Random& random) {
        const Vec3 off = random.in_cube(1.5f * reach);
        return aim(s, random) + off;
    }
    static Shapes view(const ShapeArrays<scalar::Triangle>& c) {
        return Triangles{
            .v0 = {c[0], c[1], c[2]}, .v1 = {c[3], c[4], c[5]}, .v2 = {c[6], c[7], c[8]}};
    }
    static Shapes view(const std::vector<scalar::Triangle>& s) {
        return Triangles{.v0 = field(s, &scalar::Triangle::v0),
                         .v1 = field(s, &scalar::Triangle::v1),
                         .v2 = field(s, &scalar::Triangle::v2)};
    }
};

template <>
struct PairCase<scalar::Plane> {
    static constexpr ShapeKind kind = ShapeKind::plane;
    static constexpr const char* name = "plane";

    static scalar::Plane make(Random& random) {
        const Vec3 normal = random.in_cube(1);
        return {normal, scalar::dot(normal, random.in_cube(10))};
    }
    /// A point so high above the plane that rays start outside; half of the rays go down.
    static Vec3 aim(const scalar::Plane& s, Random& random) { return at_height(s, 20, random); }
    static Vec3 near(const scalar::Plane& s, float reach, Random& random) {
        return at_height(s, random.between(reach - 1, reach + 1), random);
    }
    static Shapes view(const ShapeArrays<scalar::Plane>& c) {
        return Planes{.normal = {c[0], c[1], c[2]}, .offset = c[3]};
    }
    static Shapes view(const std::vector<scalar::Plane>& s) {
        return Planes{.normal = field(s, &scalar::Plane::normal),
                      .offset = field(s, &scalar::Plane::offset)};
    }

private:
    static Vec3 at_height(const scalar::Plane& s, float height, Random& random) {
        const Vec3 any = random.in_cube(10);
        const float squared = scalar::dot(s.normal, s.normal);
        const float up = s.offset - scalar::dot(s.normal, any) + height * std::sqrt(squared);
        return any + s.normal * (up / squared);
    }
};

/// Has no aim(), because rays miss all lines.
template <>
struct PairCase<scalar::Line> {
    static constexpr ShapeKind kind = ShapeKind::line;
    static constexpr const char* name = "line";

    static scalar::Line make(Random& random) {
        const Vec3 point = random.in_cube(10);
        return {point, random.in_cube(1)};
    }
    static Vec3 near(const scalar::Line& s, float reach, Random& random) {
        const Vec3 off = random.in_cube(1.4f * reach);
        return s.point + s.direction * random.between(-10, 10) + off;
    }
    static Shapes view(const ShapeArrays<scalar::Line>& c) {
        return Lines{.point = {c[0], c[1], c[2]}, .direction = {c[3], c[4], c[5]}};
    }
    static Shapes view(const std::vector<scalar::Line>& s) {
        return Lines{.point = field(s, &scalar::Line::point),
                     .direction = field(s, &scalar::Line::direction)};
    }
};

} // namespace lanecast::bench
