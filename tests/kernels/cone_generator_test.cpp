#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "kernels/pairwise/pairwise_answers.hpp"
#include "lanecast/pairwise.hpp"
#include "lanecast/rays.hpp"

// A ray parallel to a generator of a cone, beside it in the tangent plane, has a quadratic without
// quadratic and linear part. 0 / 0 was taken for a part of the ray between apex and base: 0.1 % of
// such rays were said to hit, up to a radius away from the cone.

namespace {

using namespace lanecast;

struct Point {
    double x, y, z;
    friend Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
    friend Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
    friend Point operator*(Point a, double s) { return {a.x * s, a.y * s, a.z * s}; }
};
double dot(Point a, Point b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
Point cross(Point a, Point b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
double length(Point a) { return std::sqrt(dot(a, a)); }
Vec3 rounded(Point a) {
    return {static_cast<float>(a.x), static_cast<float>(a.y), static_cast<float>(a.z)};
}
Point exact(Vec3 a) { return {a.x, a.y, a.z}; }

/// Distance of a point to the solid cone, 0 inside: to a triangle in the half-plane of the axis.
double distance(Point p, Point base, Point apex, double radius) {
    const double height = length(base - apex);
    const Point axis = (base - apex) * (1 / height), from = p - apex;
    const double along = dot(from, axis), aside = length(from - axis * along);
    if (along >= 0 && along <= height && aside * height <= radius * along)
        return 0;
    const auto to_segment = [&](double ax, double ay, double bx, double by) {
        const double dx = bx - ax, dy = by - ay;
        const double t = ((along - ax) * dx + (aside - ay) * dy) / (dx * dx + dy * dy);
        const double s = std::clamp(t, 0.0, 1.0);
        return std::hypot(along - ax - s * dx, aside - ay - s * dy);
    };
    return std::min(to_segment(0, 0, height, radius), to_segment(height, 0, height, radius));
}

struct Case {
    Vec3 base, apex, origin, direction;
    float radius;
};

/// A ray beside a generator, in its tangent plane, `off` radii away.
Case beside_generator(std::mt19937& random, double off) {
    const auto number = [&](double most) {
        return std::uniform_real_distribution<double>(-most, most)(random);
    };
    const Vec3 base = rounded({number(6), number(6), number(6)}),
               apex = rounded({number(6), number(6), number(6)});
    const auto radius = static_cast<float>(std::abs(number(3)) + 0.1);
    const Point axis = exact(base) - exact(apex), any = {number(1), number(1), number(1)};
    const Point across = cross(axis, any), out = across * (radius / length(across));
    const Point generator = axis + out, tangent = cross(axis, out);
    const Point start = exact(apex) + tangent * (off * radius / length(tangent));
    return {base, apex, rounded(start + generator * number(2)), rounded(generator), radius};
}

/// How far a hit is from the cone, in e s; -1 for a miss.
double error_of(const Case& c, const Hit& hit) {
    if (!hit)
        return -1;
    const Point at = exact(c.origin) + exact(c.direction) * hit.t;
    const Point center = (exact(c.base) + exact(c.apex)) * 0.5;
    const double half = length(exact(c.base) - exact(c.apex)) / 2;
    const double s = length(exact(c.origin) - center) + std::hypot(half, double{c.radius});
    return distance(at, exact(c.base), exact(c.apex), c.radius) / (s * 0x1p-23);
}

TEST(ConeGenerator, RaysBesideItMiss) {
    // The smallest case, whose numbers need no rounding, and one in general position.
    std::vector<Case> cases;
    for (const float y : {0.5f, 1.0f, 1.5f, 4.0f})
        cases.push_back({{0, 0, -2}, {0, 0, 0}, {0, y, 0}, {-1, 0, -1}, 2});
    cases.push_back({{-2.31605601f, -3.7603848f, 5.32455254f},
                     {-2.25296068f, -2.55181742f, 5.83043337f},
                     {-0.987896144f, -1.39226806f, 3.49106336f},
                     {0.833522856f, -1.44256592f, -0.0586793832f},
                     1.02891624f});
    std::mt19937 random(5);
    for (int i = 0; i < 40'000; ++i)
        cases.push_back(beside_generator(random, i % 2 == 0 ? 0.95 : 0.05));
    hostile::on_every_isa([&] {
        std::vector<Hit> hits(cases.size());
        pairwise::closest_hit(
            {.origin = field(cases, &Case::origin), .direction = field(cases, &Case::direction)},
            Cones{.base = field(cases, &Case::base),
                  .apex = field(cases, &Case::apex),
                  .radius = field(cases, &Case::radius)},
            into(hits));
        for (std::size_t i = 0; i < cases.size(); ++i)
            ASSERT_LE(error_of(cases[i], hits[i]), 16) << "case " << i;
        for (std::size_t i = 0; i < 5; ++i)
            ASSERT_FALSE(hits[i]) << "case " << i;
    });
}

// The generator itself is in the closed set.
TEST(ConeGenerator, ARayAlongItHits) {
    const Cones cone = {.base = Vec3{0, 0, -2}, .apex = Vec3{0, 0, 0}, .radius = 2};
    hostile::on_every_isa([&] {
        Hit hit;
        pairwise::closest_hit({.origin = Vec3{1, 0, 1}, .direction = Vec3{-1, 0, -1}}, cone,
                              into(hit));
        EXPECT_TRUE(hit);
    });
}

} // namespace
