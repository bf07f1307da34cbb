#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <random>
#include <variant>
#include <vector>

#include "lanecast/pairwise.hpp"
#include "lanecast/scene.hpp"

// Hits::point and Impacts::center. Users computed origin + t direction in floats, which from a
// million sizes away is a tenth of a size off the surface.

namespace {

using namespace lanecast;

constexpr double e = 0x1p-23;

std::mt19937 generator{11};

float number(float lo, float hi) {
    return std::uniform_real_distribution<float>(lo, hi)(generator);
}
Vec3 vector(float size) { return {number(-size, size), number(-size, size), number(-size, size)}; }

double length(const Vec3& a) {
    return std::sqrt(double{a.x} * a.x + double{a.y} * a.y + double{a.z} * a.z);
}
double distance(const Vec3& a, double x, double y, double z) {
    return std::sqrt((a.x - x) * (a.x - x) + (a.y - y) * (a.y - y) + (a.z - z) * (a.z - z));
}

/// One shape of about unit size about a point, of each kind that rays hit.
std::vector<Shapes> shapes_at(const Vec3& c) {
    const Vec3 other = {c.x + number(0.3f, 1), c.y + number(-1, 1), c.z + number(-1, 1)};
    const Vec3 third = {c.x + number(-1, 1), c.y + number(0.3f, 1), c.z + number(-1, 1)};
    const float radius = number(0.2f, 1);
    return {
        Spheres{.center = c, .radius = radius},
        Aabbs{.lo = {c.x - radius, c.y - 0.5f, c.z - 1}, .hi = {c.x + 1, c.y + radius, c.z}},
        Boxes{.center = c,
              .half_extents = {radius, 0.7f, 0.4f},
              .rotation = {0.5f, 0.5f, -0.5f, 0.5f}},
        Capsules{.a = c, .b = other, .radius = radius},
        Cylinders{.a = c, .b = other, .radius = radius},
        Cones{.base = c, .apex = other, .radius = radius},
        Triangles{.v0 = c, .v1 = other, .v2 = third},
        Planes{.normal = {other.x - c.x, other.y - c.y, other.z - c.z},
               .offset = (other.x - c.x) * c.x + (other.y - c.y) * c.y + (other.z - c.z) * c.z}};
}

/// How far a point is from the boundary of a shape.
double off(const Shapes& shape, const Vec3& point) {
    ClosestPoint nearest;
    pairwise::closest_point({.position = point}, shape, into(nearest));
    return std::fabs(nearest.distance);
}

TEST(PointsOfHits, AreOnTheShapeHoweverFarTheRayHasCome) {
    std::size_t hits = 0, off_in_floats = 0;
    for (int i = 0; i < 4000; ++i) {
        const Vec3 c = vector(3);
        const float far = std::pow(10.0f, number(0, 6));
        for (const Shapes& shape : shapes_at(c)) {
            const Vec3 aim = {c.x + number(-0.5f, 0.5f), c.y + number(-0.5f, 0.5f),
                              c.z + number(-0.5f, 0.5f)};
            const Vec3 away = vector(far);
            const Vec3 o = {aim.x + away.x, aim.y + away.y, aim.z + away.z};
            const Vec3 d = {aim.x - o.x, aim.y - o.y, aim.z - o.z};
            Hit hit;
            pairwise::closest_hit({.origin = o, .direction = d}, shape, into(hit));
            Scene scene;
            scene.add(shape);
            scene.commit();
            Hit in_scene;
            closest_hit(scene, {.origin = o, .direction = d}, into(in_scene));
            ASSERT_EQ(hit.point.x, in_scene.point.x);
            ASSERT_EQ(hit.point.y, in_scene.point.y);
            ASSERT_EQ(hit.point.z, in_scene.point.z);
            if (!hit) {
                ASSERT_EQ(length(hit.point), 0.0);
                continue;
            }
            if ((hit.flags & flag::inside) != 0)
                continue;
            ++hits;
            // As exact as a float near the shape can be: 16 e s with s of the point itself, which
            // is some 10, and its rounding.
            ASSERT_LE(off(shape, hit.point), 16 * e * 12) << shape.index() << ", from " << far;
            // And where the ray is, as far as t can say.
            const double t = hit.t, s = length(away) + 12;
            ASSERT_LE(distance(hit.point, o.x + t * d.x, o.y + t * d.y, o.z + t * d.z), 48 * e * s)
                << shape.index();
            const Vec3 plain = {o.x + hit.t * d.x, o.y + hit.t * d.y, o.z + hit.t * d.z};
            off_in_floats += off(shape, plain) > 16 * e * 12 ? 1u : 0u;
        }
    }
    EXPECT_GT(hits, 8000u);
    EXPECT_GT(off_in_floats, hits / 4); // so the test would see a point that is computed so
}

// The foot of a far point on a plane has the rounding error of that point; its own foot has not.
TEST(PointsOfHits, AreOnAPlaneHoweverFarTheRayHasCome) {
    for (int i = 0; i < 20000; ++i) {
        const Vec3 n = {number(0.5f, 900), number(-0.5f, 0.5f), number(-0.5f, 0.5f)};
        const float offset = number(-1, 1);
        const Planes plane = {.normal = n, .offset = offset};
        const float far = std::pow(10.0f, number(0, 10));
        const Vec3 o = {far, number(-1, 1), number(-1, 1)};
        Hit hit;
        pairwise::closest_hit({.origin = o, .direction = {-number(1, 5000), 0, 0}}, plane,
                              into(hit));
        ASSERT_TRUE(hit);
        const double height = double{n.x} * hit.point.x + double{n.y} * hit.point.y +
                              double{n.z} * hit.point.z - double{offset};
        ASSERT_LE(std::fabs(height) / length(n), 16 * e * (2 * length(hit.point) + 1e-3));
    }
}

TEST(PointsOfHits, AreTheStartOfARayThatStartsInside) {
    const Spheres ball = {.center = {1, 2, 3}, .radius = 2};
    Hit hit;
    const Rays ray = {.origin = {1.5f, 2, 3}, .direction = {0, 0, 4}};
    pairwise::closest_hit(ray, ball, into(hit));
    EXPECT_EQ(hit.t, 0.0f);
    EXPECT_EQ(hit.point.x, 1.5f);
    EXPECT_EQ(hit.point.z, 3.0f);
    pairwise::closest_hit(ray, ball, into(hit), {.interior = Interior::surface});
    EXPECT_NEAR(off(ball, hit.point), 0.0, 1e-6);
    EXPECT_GT(hit.point.z, 4.9f);
}

TEST(PointsOfHits, AreInTheWorldForInstances) {
    Scene prototype;
    prototype.add(Spheres{.center = {1, 0, 0}, .radius = 0.5f});
    prototype.commit();
    Scene scene;
    scene.add(prototype, {.position = {10, 20, 30},
                          .rotation = {0, 0, std::sqrt(0.5f), std::sqrt(0.5f)}, // x to y
                          .scale = 4.0f});
    scene.commit();
    Hit hit;
    closest_hit(scene, {.origin = {10, 24, 1000}, .direction = {0, 0, -1}}, into(hit));
    ASSERT_TRUE(hit);
    EXPECT_NEAR(hit.point.x, 10, 1e-5);
    EXPECT_NEAR(hit.point.y, 24, 1e-5);
    EXPECT_NEAR(hit.point.z, 32, 1e-5);
    std::vector<Hit> rows(2);
    all_hits(scene, {.origin = {10, 24, 1000}, .direction = {0, 0, -1}},
             {.hits = {.point = field(rows, &Hit::point)}, .capacity = 2});
    EXPECT_EQ(rows[0].point.z, hit.point.z);
    EXPECT_EQ(rows[1].point.z, 0.0f);
}

TEST(CentersOfImpacts, AreAtTheTouch) {
    Scene scene;
    scene.add(Aabbs{.lo = {-100, -100, -1}, .hi = {100, 100, 0}});
    scene.commit();
    std::vector<Vec3> from, way;
    std::vector<float> radii;
    for (int i = 0; i < 2000; ++i) {
        from.push_back({number(-50, 50), number(-50, 50), number(-0.1f, 5)});
        way.push_back(vector(5));
        radii.push_back(number(0, 0.5f));
    }
    const Sweeps sweeps = {.center = from, .displacement = way, .radius = radii};
    std::vector<Impact> impacts(from.size());
    sweep(scene, sweeps, into(impacts));
    std::vector<Vec3> alone(from.size()), pairs(from.size());
    sweep(scene, sweeps, {.center = alone}); // t goes through a component
    pairwise::sweep(sweeps, Aabbs{.lo = {-100, -100, -1}, .hi = {100, 100, 0}}, {.center = pairs});
    std::size_t touches = 0;
    for (std::size_t i = 0; i < from.size(); ++i) {
        const Impact& impact = impacts[i];
        ASSERT_EQ(alone[i].z, impact.center.z);
        ASSERT_EQ(pairs[i].z, impact.center.z);
        if (!impact) {
            ASSERT_EQ(length(impact.center), 0.0);
            continue;
        }
        ASSERT_EQ(impact.center.x, static_cast<float>(from[i].x + double{impact.t} * way[i].x));
        if ((impact.flags & flag::inside) != 0) {
            ASSERT_EQ(impact.center.z, from[i].z);
            continue;
        }
        ++touches;
        ASSERT_NEAR(impact.center.z, radii[i], 16 * e * 200); // 16 e s of the floor
    }
    EXPECT_GT(touches, 300u);
}

} // namespace
