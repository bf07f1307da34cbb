#include "tools/meshes/triangulate.hpp"

#include <cmath>
#include <numbers>
#include <random>

#include <gtest/gtest.h>

namespace lanecast::tools {
namespace {

struct Area {
    double x = 0, y = 0, z = 0;
    [[nodiscard]] double size() const { return std::sqrt(x * x + y * y + z * z); }
};

Area area_of(const Vec3& a, const Vec3& b, const Vec3& c) {
    const double ux = double{b.x} - a.x, uy = double{b.y} - a.y, uz = double{b.z} - a.z;
    const double vx = double{c.x} - a.x, vy = double{c.y} - a.y, vz = double{c.z} - a.z;
    return {(uy * vz - uz * vy) / 2, (uz * vx - ux * vz) / 2, (ux * vy - uy * vx) / 2};
}

/// Expects that a simple polygon is filled completely: n - 2 triangles that do not fold back, so
/// their areas add up to the area of the polygon.
void expect_filled(const std::vector<Vec3>& points) {
    std::vector<std::uint32_t> corners;
    Area whole;
    for (std::uint32_t i = 0; i < points.size(); ++i) {
        corners.push_back(i);
        const Area part = area_of(points[0], points[i], points[(i + 1) % points.size()]);
        whole = {whole.x + part.x, whole.y + part.y, whole.z + part.z};
    }
    std::vector<Index3> triangles;
    triangulate(corners, points, triangles);
    ASSERT_EQ(triangles.size(), points.size() - 2);
    double sum = 0;
    for (const Index3& t : triangles) {
        const Area part = area_of(points[t.i0], points[t.i1], points[t.i2]);
        sum += part.size();
        EXPECT_GE(part.x * whole.x + part.y * whole.y + part.z * whole.z, 0.0);
    }
    EXPECT_NEAR(sum, whole.size(), 1e-5 * whole.size());
}

TEST(Triangulate, StarShapedPolygonsInAnyPlaneAreFilled) {
    std::mt19937 random(7);
    const auto unit = [&random] { return static_cast<double>(random()) / 4294967296.0; };
    for (int i = 0; i < 500; ++i) {
        const std::size_t n = 4 + random() % 30;
        const double tilt = unit() * 3, turn = unit() * 6;
        std::vector<Vec3> points;
        for (std::size_t k = 0; k < n; ++k) {
            const double angle =
                2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(n);
            const double radius = 0.2 + unit();
            const double x = radius * std::cos(angle), y = radius * std::sin(angle);
            points.push_back(
                {static_cast<float>(x * std::cos(turn) - y * std::cos(tilt) * std::sin(turn)),
                 static_cast<float>(x * std::sin(turn) + y * std::cos(tilt) * std::cos(turn)),
                 static_cast<float>(y * std::sin(tilt))});
        }
        expect_filled(points);
    }
}

// The search for each ear went through all corners, and tested each corner against all others. So a
// circle of 20,000 corners took 34 s, and one of 50,000 more than a minute.
TEST(Triangulate, PolygonsOfManyCornersAreCutAtOnce) {
    std::mt19937 random(8);
    for (const double spread : {0.0, 0.5}) {
        constexpr std::size_t n = 50'000;
        std::vector<Vec3> points;
        for (std::size_t k = 0; k < n; ++k) {
            const double angle =
                2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(n);
            const double radius = 1 + spread * static_cast<double>(random()) / 4294967296.0;
            points.push_back({static_cast<float>(radius * std::cos(angle)),
                              static_cast<float>(radius * std::sin(angle)), 0});
        }
        expect_filled(points);
    }
}

// All corners of a face line that repeats its corners lie in a few cells of the grid, and each ear
// was tested against all of them. So 300,000 corners took minutes.
TEST(Triangulate, FacesThatRepeatTheirCornersAreCutAtOnce) {
    for (const std::uint32_t places : {1u, 3u, 7u}) {
        std::vector<Vec3> points;
        for (std::uint32_t k = 0; k < places; ++k) {
            const double angle = 2 * std::numbers::pi * k / places;
            points.push_back(
                {static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle)), 0});
        }
        constexpr std::uint32_t n = 300'000;
        std::vector<std::uint32_t> corners;
        for (std::uint32_t i = 0; i < n; ++i)
            corners.push_back(i % places);
        std::vector<Index3> triangles;
        triangulate(corners, points, triangles);
        EXPECT_EQ(triangles.size(), n - 2);
    }
}

TEST(Triangulate, QuadsAreCutAlongTheShorterWay) {
    std::vector<Index3> triangles;
    triangulate(std::vector<std::uint32_t>{0, 1, 2, 3},
                std::vector<Vec3>{{-3, 0, 0}, {0, -1, 0}, {3, 0, 0}, {0, 1, 0}}, triangles);
    EXPECT_EQ(triangles, (std::vector<Index3>{{3, 0, 1}, {1, 2, 3}}));
}

TEST(Triangulate, AnArrowIsCutWhereItIsHollow) {
    expect_filled({{0, 0, 0}, {2, -1, 0}, {0.5f, 0, 0}, {2, 1, 0}});
    expect_filled({{2, 1, 0}, {0, 0, 0}, {2, -1, 0}, {0.5f, 0, 0}});
}

TEST(Triangulate, AHoleMayBeJoinedToTheRimByACut) {
    expect_filled({{0, 0, 0},
                   {4, 0, 0},
                   {4, 4, 0},
                   {0, 4, 0},
                   {0, 0, 0},
                   {1, 1, 0},
                   {1, 3, 0},
                   {3, 3, 0},
                   {3, 1, 0},
                   {1, 1, 0}});
}

TEST(Triangulate, CornersOnALineAreKept) {
    expect_filled({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}, {3, 1, 0}, {0, 1, 0}});
}

TEST(Triangulate, APolygonWithoutAreaHasAsManyTriangles) {
    std::vector<Index3> triangles;
    const std::vector<Vec3> points(6, Vec3{1, 2, 3});
    triangulate(std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5}, points, triangles);
    EXPECT_EQ(triangles.size(), 4u);
}

} // namespace
} // namespace lanecast::tools
